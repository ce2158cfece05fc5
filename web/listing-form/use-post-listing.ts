import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ListingFields } from '#contract/listing-form.ts';
import type { PaymentIntentResponse } from '#contract/payments.ts';
import { ApiError, send } from '../app/api.ts';
import { toFailure } from '../app/run-mutation.ts';
import { invalidateListings } from '../listings/invalidate-listings.ts';
import { toPurchaseEvent } from '../owner-listings/purchase-event.ts';
import { invalidateUser } from '../session/session.ts';
import { useUser } from '../session/user.ts';
import { recordEvent } from '../tracking/data-layer.ts';
import type { FormFailure } from '../ui/form/form.tsx';
import { toast } from '../ui/toast.tsx';
import { type DraftState, newDraftState, savePendingListing } from './draft.ts';

/** What posting asks of the draft of a form (`useDraft`). */
interface DraftHandle {
  state: DraftState | null;
  set: (change: Partial<DraftState>) => void;
  keepNow: () => void;
  forget: () => void;
}

/**
 * Posts what a form holds: at once what is free or, with `hasCredit`, paid already; what is to be paid leads to the checkout,
 * and is a draft until then. Whoever is not signed in is led there and
 * back, with the form kept. `changedSince` is true when the form has made a listing before it was changed.
 */
export function usePostListing({ hasCredit }: { hasCredit: boolean }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { user } = useUser();
  const [changedSince, setChangedSince] = useState(false);

  const signInFirst = async (draft: DraftHandle) => {
    draft.keepNow();
    toast({ title: 'Sign in to post. What you typed is kept.' });
    await navigate('/auth?next=/post-ad');
  };

  const post = async (fields: ListingFields, draft: DraftHandle): Promise<FormFailure | undefined> => {
    setChangedSince(false);
    if (user === null) return void (await signInFirst(draft));
    const headers = { 'idempotency-key': draft.state?.idempotencyKey ?? '' };
    let intent: PaymentIntentResponse | undefined;
    const refusal = await toFailure('There was an error posting your ad. Please try again.', async () => {
      if (fields.premium && !hasCredit) intent = await createPaymentIntent(fields, headers);
      else await send('POST', '/api/ads', fields, headers);
    });
    if (refusal?.status === 401) {
      await invalidateUser(client);
      return void (await signInFirst(draft));
    }
    if (refusal?.status === 409) {
      // Whoever sends it again, having read so, means another listing.
      draft.set({ idempotencyKey: newDraftState().idempotencyKey });
      setChangedSince(true);
      toastError('This form was posted before you changed it.');
      return undefined;
    }
    if (refusal) {
      toastError(refusal.issues?.[0]?.message ?? refusal.message);
      // Another tab may have used the credit.
      if (refusal.status === 402) void invalidateListings(client);
      return refusal;
    }
    void invalidateListings(client);
    if (intent) {
      // The form is kept until it is paid for: whoever comes back finds it.
      const { clientSecret } = intent;
      await navigate(`/checkout?${new URLSearchParams({ clientSecret, amount: '100', plan: 'premium' })}`);
      return undefined;
    }
    draft.forget();
    toast({ ...(fields.premium ? PAID_TOAST : POSTED_TOAST), tone: 'success' });
    await navigate('/account');
    return undefined;
  };

  return { post, changedSince };
}

const toastError = (description: string) => toast({ title: 'Error Posting Ad', description, tone: 'danger' });

const POSTED_TOAST = { title: 'Ad Posted Successfully', description: 'Your free listing has been published.' };
const PAID_TOAST = { title: 'Premium Listing Created', description: 'Your premium listing is live.' };

/** Stores the draft of a premium listing and creates its payment. The amount only names the plan; the server sets the price. */
async function createPaymentIntent(
  fields: ListingFields,
  headers: Record<string, string>,
): Promise<PaymentIntentResponse> {
  savePendingListing(fields);
  try {
    const body = { amount: 100, adData: fields };
    const intent = await send<PaymentIntentResponse>('POST', '/api/create-payment-intent', body, headers);
    if (!intent.clientSecret) throw new ApiError(502, 'Failed to create payment intent');
    savePendingListing({ ...fields, listingId: intent.listing?.id });
    recordEvent('payment_intent_created', { payment_id: intent.intentId, ...toPurchaseEvent(intent) });
    return intent;
  } catch (error) {
    recordEvent('payment_intent_failed', { plan: 'monthly', message: (error as Error).message });
    throw error;
  }
}
