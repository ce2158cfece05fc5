import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AdFields } from '#contract/listing-form.ts';
import type { OwnAd, OwnAdPage } from '#contract/own-listings.ts';
import { ApiError } from '../app/api.ts';
import { useAttempt } from '../app/run-mutation.ts';
import { send } from '../app/send.ts';
import { listingsChanged } from '../listings/changed.ts';
import type { FormFailure } from '../ui/form/form.tsx';
import { toast } from '../ui/toast.tsx';
import { forgetEdit } from './kept-edit.ts';
import { editedOutcome, outcomeOf } from './outcome.ts';
import { OWN_ADS, ownAdQuery } from './own-reads.ts';

/** What is sent, and on top of which version of the listing. */
interface Edit {
  fields: AdFields;
  version: number;
  /** Whether it is a draft that is to be shown from now on. */
  publish: boolean;
  /** Told the listing as it was saved, also where it could not be published then. */
  onSaved: (saved: OwnAdPage) => void;
}

/**
 * Saves an edit, and leads to the account when that is done. `newer` is the listing as somebody else has made it
 * meanwhile, which stands in the way of saving until `settle` is called.
 */
export function useSaving(id: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { attempt } = useAttempt();
  const [newer, setNewer] = useState<OwnAdPage | null>(null);

  const put = async ({ fields, version }: Edit): Promise<OwnAdPage | null> => {
    try {
      return await send<OwnAdPage>('PUT', `${OWN_ADS}/${id}`, { ...fields, version });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
      const now = await client.fetchQuery({ ...ownAdQuery(id), staleTime: 0 });
      // It may also have been deleted: then there is nothing to put together.
      if (now.version === version || !now.acts.includes('edit')) throw error;
      setNewer(now);
      return null;
    }
  };

  const save = (edit: Edit): Promise<FormFailure | undefined> =>
    attempt(edit.publish ? 'Not published' : 'Not saved', async () => {
      const saved = await put(edit);
      if (!saved) return;
      setNewer(null);
      edit.onSaved(saved);
      const outcome = edit.publish
        ? outcomeOf('publish', await send<OwnAd>('POST', `${OWN_ADS}/${id}/publish`), Date.now())
        : editedOutcome(saved);
      forgetEdit(id);
      listingsChanged(client);
      toast({ ...outcome, tone: 'success' });
      await navigate('/account#listings');
    });

  return { save, newer, settle: () => setNewer(null) };
}
