import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import type { OrderPreview, OrdersPreview, Payment, PaymentIntentResponse, PaymentResult } from '#contract/payments.ts';
import { getPaidPlan } from '#contract/plans/plans.ts';
import type { PriceBreakdown } from '#contract/plans/price-breakdown.ts';
import { type ApiError, getJson } from '#web/base/api/api.ts';
import { localPath } from '#web/base/i18n/language.ts';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';
import { recordEvent } from '#web/base/tracking/data-layer.ts';
import { toPurchaseEvent } from '#web/base/tracking/purchase-event.ts';
import { toast } from '#web/base/ui/toast.tsx';
import { checkoutPath } from '#web/owner-listings/checkout-path.ts';
import { getPartListings } from '#web/payments/history/payment-parts.tsx';
import { getPaymentSuccessPath } from './payment-success-path.ts';

/** The order of a checkout. */
export interface Order extends PriceBreakdown, Pick<PaymentIntentResponse, 'plan' | 'listing'> {
  /** See `OrderPreview`; undefined for an order that has its intent. */
  timesPaid?: number;
  /** See `OrderPreview`; undefined where it is not known. */
  term?: OrderPreview['term'];
  /** See `OrderPreview`; undefined where a plan cannot renew. */
  renewal?: OrderPreview['renewal'];
  /** The amount of each later charge, once the buyer has agreed that the plan renews. */
  renewalCents?: number;
  /** The listings, if there are several; `listing` and `term` are of none then. */
  listings?: (Pick<OrdersPreview['listings'][number], 'id' | 'title'> & Partial<OrdersPreview['listings'][number]>)[];
  /** Those that were asked for too, and cannot be paid for. */
  excluded?: OrdersPreview['excluded'];
  /** The intent that pays it: created before the checkout by the posting form, otherwise by the first attempt to pay. */
  intent?: Pick<PaymentIntentResponse, 'intentId' | 'clientSecret'> & Pick<Order, 'renewalCents'>;
}

/**
 * The order of the checkout's URL, loaded once a user is signed in: that of the client secret, or the plan for the listing. It
 * creates nothing. `ads` names several listings. If the intent is already paid or closed, the hook navigates to its outcome, or to a new order. Without a
 * listing there is no order: `needsListing`.
 */
export function useOrder(user: User | null | undefined) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const plan = getPaidPlan(search.get('plan')).id;
  const listingId = Number(search.get('listing')) || undefined;
  // The server renders one page for all listings, and knows no user.
  const ads = user === undefined ? null : search.get('ads');
  const clientSecret = search.get('clientSecret');
  const needsListing = clientSecret === null && listingId === undefined && !ads;
  const { data, error } = useQuery<Order | { goTo: string }, ApiError>({
    // The prefix /api/user/ removes it from the cache on sign-out.
    queryKey: ['/api/user/ads/order', { plan, listingId, ads, clientSecret }],
    queryFn: () =>
      clientSecret !== null
        ? findIntentOrder(clientSecret)
        : ads
          ? previewOrders({ plan, ads })
          : previewOrder({ plan, listing: listingId }),
    enabled: Boolean(user) && !needsListing,
    ...ONCE,
  });
  const order = data && 'goTo' in data ? undefined : data;
  const coupon = useCoupon(order);
  const [agreedTo, agreeTo] = useAgreement(coupon.order);

  useEffect(() => {
    if (!data) return;
    if ('goTo' in data) return void navigate(data.goTo, { replace: true });
    if (data.intent) keepIntentInUrl(data, data.intent);
    recordEvent('begin_checkout', toPurchaseEvent(data));
  }, [data, navigate]);

  useEffect(() => {
    if (!error) return;
    invalidateUserOnAuthError(client, error);
    toast({ title: t('Error'), description: NOT_INITIALIZED, tone: 'danger' });
  }, [error, client]);

  return {
    order: coupon.order && { ...coupon.order, renewalCents: agreedTo },
    agreeTo,
    coupon,
    error,
    needsListing,
    isForSeveral: ads !== null,
  };
}

/** To which later charges the buyer agreed: those of the shown price. A payment that was begun with an agreement has it. */
function useAgreement(order: Order | undefined) {
  // Undefined until the buyer decides.
  const [agrees, setAgrees] = useState<boolean>();
  const isAgreed = agrees ?? order?.intent?.renewalCents !== undefined;
  return [isAgreed ? order?.renewal?.amountCents : undefined, setAgrees] as const;
}

const ONCE = {
  retry: false,
  refetchOnReconnect: false,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
} as const;

/** The coupon of a checkout: what was applied, and how to change that. */
export type CheckoutCoupon = ReturnType<typeof useCoupon>;

/**
 * The order at the price with the code that was entered, which stays when another plan is chosen, or without the one that it had. Either is
 * a new order: its intent is created by the next attempt to pay.
 */
function useCoupon(order: Order | undefined) {
  // Undefined until the buyer decides: the order is then as it was loaded.
  const [code, setCode] = useState<string | null>();
  const { plan, listing, listings, discount } = order ?? {};
  const ads = listings?.map(({ id }) => id).join();
  const isChanged = order !== undefined && code !== undefined && code !== (discount?.code ?? null);
  const { data, error, refetch } = useQuery<Order, ApiError>({
    queryKey: ['/api/user/ads/order', { plan, listingId: listing?.id, ads, code }],
    queryFn: () => {
      const wanted = { plan: order?.plan ?? 'monthly', code };
      return ads ? previewOrders({ ...wanted, ads }) : previewOrder({ ...wanted, listing: listing?.id });
    },
    enabled: isChanged && Boolean(listing || ads),
    ...ONCE,
  });
  return {
    order: !isChanged || error ? order : data,
    /** The entered code; empty if there is none. */
    code: code ?? '',
    /** The error of a code that cannot be used. */
    error: isChanged ? error : null,
    isChecking: isChanged && !data && !error,
    /** The listing that is paid for, also while the code is checked. Without one no code can be entered. */
    listing,
    /** The same for several listings. */
    listings,
    apply(typed: string) {
      const next = typed.replace(/\s/g, '').toUpperCase();
      if (next === code) void refetch();
      setCode(next);
    },
    remove: () => setCode(null),
  };
}

const previewOrder = ({ plan, listing, code }: { plan: string; listing: number | undefined; code?: string | null }) =>
  getJson(
    `/api/user/ads/${listing}/order?${new URLSearchParams({ plan, ...(code && { code }) })}`,
  ) as Promise<OrderPreview>;

async function previewOrders({ plan, ads, code }: { plan: string; ads: string; code?: string | null }): Promise<Order> {
  const query = new URLSearchParams({ plan, ads, ...(code && { code }) });
  const { listings, ...order } = (await getJson(`/api/user/order?${query}`)) as OrdersPreview;
  return { ...order, listing: null, listings };
}

/** The toast where no payment can be started. */
export const NOT_INITIALIZED = t('Failed to initialize payment. Please try again later.');

/** Puts the client secret into the URL, so that a reload continues the same payment. */
export function keepIntentInUrl(order: Order, { clientSecret }: Pick<PaymentIntentResponse, 'clientSecret'>): void {
  const path = checkoutPath(order);
  history.replaceState(history.state, '', `${localPath(path)}&${new URLSearchParams({ clientSecret })}`);
}

/** The order of an intent, or where to go because the intent was paid or can no longer be paid. */
async function findIntentOrder(clientSecret: string): Promise<Order | { goTo: string }> {
  const [intentId = ''] = clientSecret.split('_secret_');
  const { outcome, paymentId } = (await getJson(
    `/api/user/payment-intents/${encodeURIComponent(intentId)}`,
  )) as PaymentResult;
  const intent = { intentId, clientSecret };
  if (outcome !== 'open' && outcome !== 'canceled') return { goTo: getPaymentSuccessPath(intent) };
  const { plan, priceCents, listCents, discount, tax, amountCents, listing, parts, renewal } = (await getJson(
    `/api/user/payments/${paymentId}`,
  )) as Payment;
  const listings = getPartListings({ parts });
  if (outcome === 'canceled') return { goTo: checkoutPath({ plan, listing, listings }) };
  const breakdown = { plan, priceCents, listCents, discount, tax, amountCents };
  if (listings) {
    const ads = listings.map(({ id }) => id).join();
    const preview = await previewOrders({ plan, ads }).catch(() => null);
    return { ...breakdown, listing: null, listings: preview?.listings ?? listings, intent };
  }
  // The paid time is not fixed before it is paid for; an order is shown without it rather than not at all.
  const preview = listing && (await previewOrder({ plan, listing: listing.id }).catch(() => null));
  return {
    ...breakdown,
    listing,
    intent: { ...intent, renewalCents: renewal?.amountCents },
    term: preview?.term,
    renewal: preview?.renewal,
  };
}
