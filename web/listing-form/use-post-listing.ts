import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { WAITING_MESSAGE } from '#contract/admin/waiting-message.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingFields } from '#contract/listing-form.ts';
import type { PostedListing } from '#contract/owner-listings.ts';
import type { PaymentIntentResponse } from '#contract/payments.ts';
import { ApiError, send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { invalidateUser } from '#web/base/session/session.ts';
import { useUser } from '#web/base/session/user.ts';
import { recordEvent } from '#web/base/tracking/data-layer.ts';
import { toPurchaseEvent } from '#web/base/tracking/purchase-event.ts';
import type { FormFailure } from '#web/base/ui/form/form.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { invalidateListings } from '#web/listings/invalidate-listings.ts';
import { newDraftState, pendingListing } from './draft.ts';
import type { Question } from './question.ts';
import type { useDraft } from './use-draft.ts';

type DraftHandle = Pick<ReturnType<typeof useDraft>, 'state' | 'update' | 'saveNow' | 'discard'>;

/**
 * Posts a form. A free listing, or with `hasCredit` a premium one, is published at once; otherwise a premium listing is a draft
 * until it is paid for at the checkout. Visitors are sent to sign in and come back to the stored form. A `question` stops the post
 * until it is answered: after `confirm` the form is posted when it is sent again.
 */
export function usePostListing({ hasCredit }: { hasCredit: boolean }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { user } = useUser();
  const [question, setQuestion] = useState<Question>();
  // Whether the user wants another listing of the same business.
  const isConfirmed = useRef(false);

  const signInFirst = async (draft: DraftHandle, { hasAccount }: { hasAccount: boolean }) => {
    draft.saveNow();
    toast({
      title: hasAccount
        ? t('Sign in to post. We saved what you typed.')
        : t('Sign in or create an account to post. We saved what you typed.'),
    });
    await navigate('/auth?next=/post-ad', { state: { register: !hasAccount } });
  };

  const post = async (fields: ListingFields, draft: DraftHandle): Promise<FormFailure | undefined> => {
    if (user === null) return void (await signInFirst(draft, { hasAccount: false }));
    const headers = { 'idempotency-key': draft.state?.idempotencyKey ?? '' };
    const asked = isConfirmed.current ? undefined : await askBefore(fields, headers);
    if (asked) return void setQuestion(asked);
    let intent: PaymentIntentResponse | undefined;
    let posted: PostedListing | undefined;
    const failure = await toFailure(t('There was an error posting your ad. Please try again.'), async () => {
      if (fields.premium && !hasCredit) intent = await createPaymentIntent(fields, headers);
      else posted = await send<PostedListing>('POST', '/api/ads', fields, headers);
    });
    if (failure?.status === 401) {
      await invalidateUser(client);
      return void (await signInFirst(draft, { hasAccount: true }));
    }
    if (failure?.status === 409) {
      // Sent again after this message, the form is another listing: it needs another key.
      draft.update({ idempotencyKey: newDraftState().idempotencyKey });
      return void setQuestion({ kind: 'posted' });
    }
    if (failure) {
      toastError(failure.issues?.[0]?.message ?? failure.message);
      // Another tab may have used the credit.
      if (failure.status === 402) void invalidateListings(client);
      return failure;
    }
    void invalidateListings(client);
    if (intent) {
      // The draft stays stored until the payment succeeds, for those who come back from the checkout.
      const { clientSecret } = intent;
      await navigate(`/checkout?${new URLSearchParams({ clientSecret, amount: '100', plan: 'premium' })}`);
      return undefined;
    }
    draft.discard();
    const isWaiting = posted?.ad.status === 'waiting';
    toast({ ...(isWaiting ? WAITING_TOAST : fields.premium ? PAID_TOAST : POSTED_TOAST), tone: 'success' });
    await navigate('/account');
    return undefined;
  };

  const dismiss = () => setQuestion(undefined);
  const confirm = () => {
    isConfirmed.current = true;
    dismiss();
  };
  return { post, question, confirm, dismiss };
}

/** Undefined also when the site is not reached: posting then says so. */
const askBefore = (fields: ListingFields, headers: Record<string, string>) =>
  import('#web/listing-form/later/posting-question.tsx')
    .then(({ findListed }) => findListed(fields, headers))
    .catch(() => undefined);

const toastError = (description: string) => toast({ title: t('Error Posting Ad'), description, tone: 'danger' });

const POSTED_TOAST = { title: t('Ad Posted Successfully'), description: t('Your free listing has been published.') };
const WAITING_TOAST = { title: t('Thanks for posting'), description: WAITING_MESSAGE };
const PAID_TOAST = { title: t('Premium Listing Created'), description: t('Your premium listing is live.') };

/** Stores the draft of a premium listing and creates its payment. The amount only names the plan; the server sets the price. */
async function createPaymentIntent(
  fields: ListingFields,
  headers: Record<string, string>,
): Promise<PaymentIntentResponse> {
  pendingListing.save(fields);
  try {
    const body = { amount: 100, adData: fields };
    const intent = await send<PaymentIntentResponse>('POST', '/api/create-payment-intent', body, headers);
    if (!intent.clientSecret) throw new ApiError(502, t('Failed to create payment intent'));
    pendingListing.save({ ...fields, listingId: intent.listing?.id });
    recordEvent('payment_intent_created', { payment_id: intent.intentId, ...toPurchaseEvent(intent) });
    return intent;
  } catch (error) {
    recordEvent('payment_intent_failed', { plan: 'monthly', message: (error as Error).message });
    throw error;
  }
}
