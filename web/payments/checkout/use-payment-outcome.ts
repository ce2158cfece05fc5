import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { PostedListing } from '#contract/owner-listings.ts';
import type { PaymentResult } from '#contract/payments.ts';
import { ApiError } from '#web/app/api.ts';
import { listingDraft, pendingListing, readPendingFields } from '#web/listing-form/draft.ts';
import { invalidateListings } from '#web/listings/invalidate-listings.ts';
import { invalidateUserOnAuthError } from '#web/session/session.ts';
import { recordEvent } from '#web/tracking/data-layer.ts';
import { toast } from '#web/ui/toast.tsx';
import { postPaidListing } from './post-paid-listing.ts';

/** What has become of the listing that was paid for. */
type PaidListing =
  | { status: 'creating' }
  | { status: 'created'; ad: PaymentResult['ad'] }
  /** Nothing is known of it: the payment is a credit. */
  | { status: 'missing' }
  | { status: 'failed'; message: string };

/**
 * What came of a payment: asks, again while the bank works on it, and once it is paid has the listing made that was kept
 * in this tab for it. It may be there already: the card service tells the site too.
 */
export function usePaymentOutcome(intentId: string) {
  const client = useQueryClient();
  const [listing, setListing] = useState<PaidListing>({ status: 'creating' });
  const {
    data: outcome,
    error,
    refetch,
  } = useQuery<PaymentResult, ApiError>({
    queryKey: [`/api/user/payment-intents/${encodeURIComponent(intentId)}`],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => state.data?.outcome === 'processing' && getPollDelayMs(state.dataUpdateCount),
  });
  const outcomeKind = outcome?.outcome;

  useEffect(() => {
    if (error) invalidateUserOnAuthError(client, error);
  }, [error, client]);

  // Once, also where React calls effects twice.
  const isHandled = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is known what came of it.
  useEffect(() => {
    if (!outcome || outcomeKind === 'processing' || isHandled.current) return;
    isHandled.current = true;
    const isPaid = outcomeKind === 'listed' || outcomeKind === 'credit';
    recordEvent('purchase_complete', { transaction_id: intentId, success: isPaid });
    if (isPaid) void create(outcome);
  }, [outcomeKind]);

  const create = async ({ outcome, ad }: PaymentResult) => {
    const pending = readPendingFields(ad?.id);
    if (!pending) {
      setListing(outcome === 'listed' ? { status: 'created', ad } : { status: 'missing' });
      return void invalidateListings(client);
    }
    try {
      const posted: PostedListing = await postPaidListing(intentId, pending);
      pendingListing.remove();
      listingDraft.remove();
      setListing({ status: 'created', ad: posted.ad });
      recordEvent('ad_created', { ad_id: posted.ad.id, ad_type: 'premium', payment_id: intentId });
      toast({ title: 'Premium Listing Created', description: posted.message, tone: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setListing({ status: 'failed', message: error.message || UNREACHABLE_TEXTS.panel });
      toast({ title: 'Error Creating Listing', description: error.message || UNREACHABLE_TEXTS.toast, tone: 'danger' });
    }
    void invalidateListings(client);
  };

  return { outcome, listing, error, retry: () => void refetch() };
}

const UNREACHABLE_TEXTS = {
  panel: 'There was a problem creating your listing. Please contact support.',
  toast: 'Failed to create your listing. Please try again.',
};

// Most are through at the second look; banks that take longer take minutes.
const getPollDelayMs = (attempts: number) => Math.min(2000 * 1.5 ** (attempts - 1), 30_000);
