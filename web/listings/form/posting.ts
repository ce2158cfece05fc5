import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdFields } from '#contract/listing-form.ts';
import { send } from '../../send.ts';
import { refusalOf } from '../../shell/attempt.ts';
import { askUserAgain } from '../../shell/session.ts';
import { useUser } from '../../shell/user.ts';
import type { FormFailure } from '../../ui/form.tsx';
import { toast } from '../../ui/toast.tsx';
import { listingsChanged } from '../changed.ts';
import { type DraftState, keepPending, newDraftState } from './draft.ts';

/** What posting asks of the draft of a form (`useDraft`). */
interface Draft {
  state: DraftState | null;
  set: (change: Partial<DraftState>) => void;
  keepNow: () => void;
  forget: () => void;
}

/**
 * Posts what a form holds: free at once, premium as a draft until it is paid. Whoever is not signed in is led there and
 * back, with the form kept. `changedSince` is true when the form has made a listing before it was changed.
 */
export function usePosting() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { user } = useUser();
  const [changedSince, setChangedSince] = useState(false);

  const signInFirst = async (draft: Draft) => {
    draft.keepNow();
    toast({ title: 'Sign in to post. What you typed is kept.' });
    await navigate('/auth?next=/post-ad');
  };

  const post = async (fields: AdFields, draft: Draft): Promise<FormFailure | undefined> => {
    setChangedSince(false);
    if (user === null) return void (await signInFirst(draft));
    if (fields.premium) keepPending(fields);
    const [path, key] = [fields.premium ? '/api/drafts' : '/api/ads', draft.state?.idempotencyKey ?? ''];
    const refusal = await refusalOf('There was an error posting your ad. Please try again.', () =>
      send('POST', path, fields, { 'idempotency-key': key }),
    );
    if (refusal?.status === 401) {
      await askUserAgain(client);
      return void (await signInFirst(draft));
    }
    if (refusal?.status === 409) {
      // Whoever sends it again, having read so, means another listing.
      draft.set({ idempotencyKey: newDraftState().idempotencyKey });
      setChangedSince(true);
      fail('This form was posted before you changed it.');
      return undefined;
    }
    if (refusal) {
      fail(refusal.issues?.[0]?.message ?? refusal.message);
      return refusal;
    }
    draft.forget();
    listingsChanged(client);
    toast({ ...(fields.premium ? KEPT : POSTED), tone: 'success' });
    await navigate('/account');
    return undefined;
  };

  return { post, changedSince };
}

const fail = (description: string) => toast({ title: 'Error Posting Ad', description, tone: 'danger' });

const POSTED = { title: 'Ad Posted Successfully', description: 'Your free listing has been published.' };
const KEPT = {
  title: 'Kept as a draft',
  description:
    'Card payment is not open yet. Your premium listing waits in your account, where you can publish it free.',
};
