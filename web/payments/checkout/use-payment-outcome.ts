import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { PaymentResult } from '#contract/payments.ts';
import { ApiError } from '#web/base/api/api.ts';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';
import { recordEvent } from '#web/base/tracking/data-layer.ts';
import { toast } from '#web/base/ui/toast.tsx';
import { listingDraft, pendingListing, readPendingFields } from '#web/listing-form/draft.ts';
import { invalidateListings } from '#web/listings/invalidate-listings.ts';
import { postPaidListing } from './post-paid-listing.ts';
import { recordPurchaseComplete } from './purchase-complete.ts';

/** The state of creating the listing that was paid for. */
type ListingCreation =
  | { status: 'creating' }
  | { status: 'created'; listing: PaymentResult['ad'] }
  /** Several listings were paid for, all of which exist. */
  | { status: 'several' }
  /** The listing gets the paid level when it is approved. */
  | { status: 'waiting' }
  /** This tab has no listing to create: the payment is a credit. */
  | { status: 'none' }
  /** `isCredit`: the server says that the payment is kept; otherwise it was not reached. */
  | { status: 'failed'; message: string; isCredit: boolean };

interface CreatedListing {
  ad: NonNullable<PaymentResult['ad']>;
  message: string;
  isWaiting?: boolean;
}

/**
 * Loads the outcome of a payment, polling while the bank processes it. Once it is paid, creates the pending listing of this tab.
 * The server may have created it already, by Stripe's webhook.
 */
export function usePaymentOutcome(intentId: string) {
  const client = useQueryClient();
  const [creation, setCreation] = useState<ListingCreation>({ status: 'creating' });
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

  // Runs once, also in React's strict mode, which runs effects twice.
  const isHandled = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the outcome becomes known.
  useEffect(() => {
    if (!outcome || outcomeKind === 'processing' || isHandled.current) return;
    isHandled.current = true;
    const isPaid = outcomeKind === 'listed' || outcomeKind === 'waiting' || outcomeKind === 'credit';
    recordPurchaseComplete(intentId, isPaid);
    if (isPaid) void create(outcome);
  }, [outcomeKind]);

  const create = async ({ outcome, ad: listing, quantity }: PaymentResult) => {
    if (quantity > 1) {
      setCreation({ status: 'several' });
      return void invalidateListings(client);
    }
    const pending = readPendingFields(listing?.id);
    if (!pending) {
      setCreation(
        outcome === 'waiting'
          ? { status: 'waiting' }
          : outcome === 'listed'
            ? { status: 'created', listing }
            : { status: 'none' },
      );
      return void invalidateListings(client);
    }
    const showCreated = ({ ad, message, isWaiting = false }: CreatedListing) => {
      pendingListing.remove();
      listingDraft.remove();
      setCreation(isWaiting ? { status: 'waiting' } : { status: 'created', listing: ad });
      recordEvent('ad_created', { ad_id: ad.id, ad_type: 'premium', payment_id: intentId });
      toast({ title: t('Premium Listing Created'), description: message, tone: 'success' });
    };
    try {
      const posted = await postPaidListing(intentId, pending);
      showCreated({ ...posted, isWaiting: posted.ad.status === 'waiting' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The listing may have been created all the same, by the webhook or by this request.
      const { data: now, isError } = await refetch();
      if (!isError && now?.ad) showCreated({ ad: now.ad, message: now.message, isWaiting: now.outcome === 'waiting' });
      else {
        setCreation({ status: 'failed', message: error.message || UNREACHABLE_TEXTS.panel, isCredit: !isError });
        const description = error.message || UNREACHABLE_TEXTS.toast;
        toast({ title: t('Error Creating Listing'), description, tone: 'danger' });
      }
    }
    void invalidateListings(client);
  };

  return { outcome, creation, error, retry: () => void refetch() };
}

const UNREACHABLE_TEXTS = {
  panel: t('There was a problem creating your listing. Please contact support.'),
  toast: t('Failed to create your listing. Please try again.'),
};

// Most payments are complete at the second request; slower banks take minutes.
const getPollDelayMs = (attempts: number) => Math.min(2000 * 1.5 ** (attempts - 1), 30_000);
