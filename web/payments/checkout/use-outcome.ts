import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Posted } from '#contract/own-listings.ts';
import type { Outcome } from '#contract/payments.ts';
import { ApiError } from '#web/app/api.ts';
import { forgetDraft, forgetPending, readPending } from '#web/listing-form/draft.ts';
import { listingsChanged } from '#web/listings/changed.ts';
import { askAgainIfRefused } from '#web/session/session.ts';
import { recordEvent } from '#web/tracking/data-layer.ts';
import { toast } from '#web/ui/toast.tsx';
import { postPaidAd } from './post-paid-ad.ts';

/** What has become of the listing that was paid for. */
type PaidListing =
  | { status: 'creating' }
  | { status: 'created'; ad: Outcome['ad'] }
  /** Nothing is known of it: the payment is a credit. */
  | { status: 'missing' }
  | { status: 'failed'; message: string };

/**
 * What came of a payment: asks, again while the bank works on it, and once it is paid has the listing made that was kept
 * in this tab for it. It may be there already: the card service tells the site too.
 */
export function useOutcome(intentId: string) {
  const client = useQueryClient();
  const [listing, setListing] = useState<PaidListing>({ status: 'creating' });
  const {
    data: outcome,
    error,
    refetch,
  } = useQuery<Outcome, ApiError>({
    queryKey: [`/api/user/payment-intents/${encodeURIComponent(intentId)}`],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => state.data?.outcome === 'processing' && pauseMs(state.dataUpdateCount),
  });
  const how = outcome?.outcome;

  useEffect(() => {
    if (error) askAgainIfRefused(client, error);
  }, [error, client]);

  // Once, also where React calls effects twice.
  const isKnown = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is known what came of it.
  useEffect(() => {
    if (!outcome || how === 'processing' || isKnown.current) return;
    isKnown.current = true;
    const isPaid = how === 'listed' || how === 'credit';
    recordEvent('purchase_complete', { transaction_id: intentId, success: isPaid });
    if (isPaid) void create(outcome);
  }, [how]);

  const create = async ({ outcome, ad }: Outcome) => {
    const pending = readPending(ad?.id);
    if (!pending) {
      setListing(outcome === 'listed' ? { status: 'created', ad } : { status: 'missing' });
      return void listingsChanged(client);
    }
    try {
      const posted: Posted = await postPaidAd(intentId, pending);
      forgetPending();
      forgetDraft();
      setListing({ status: 'created', ad: posted.ad });
      recordEvent('ad_created', { ad_id: posted.ad.id, ad_type: 'premium', payment_id: intentId });
      toast({ title: 'Premium Listing Created', description: posted.message, tone: 'success' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setListing({ status: 'failed', message: error.message || UNREACHED.panel });
      toast({ title: 'Error Creating Listing', description: error.message || UNREACHED.toast, tone: 'danger' });
    }
    listingsChanged(client);
  };

  return { outcome, listing, error, retry: () => void refetch() };
}

const UNREACHED = {
  panel: 'There was a problem creating your listing. Please contact support.',
  toast: 'Failed to create your listing. Please try again.',
};

// Most are through at the second look; banks that take longer take minutes.
const pauseMs = (asked: number) => Math.min(2000 * 1.5 ** (asked - 1), 30_000);
