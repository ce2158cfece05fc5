import clsx from 'clsx';
import { t } from '#contract/i18n/t.ts';
import { formatDollars, formatDollarsAndCents, type getPaidPlan, type Plan } from '#contract/plans/plans.ts';
import type { PriceBreakdown } from '#contract/plans/price-breakdown.ts';
import { usePlans } from '#web/base/api/plans.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { checkoutPath } from '#web/owner-listings/checkout-path.ts';
import { formatMonths } from '#web/payments/history/payment-labels.ts';
import { CouponEntry } from './coupon-entry.tsx';
import { OrderedListings } from './ordered-listings.tsx';
import { PaidTime } from './paid-time.tsx';
import type { CheckoutCoupon, Order } from './use-order.ts';

/**
 * The plan, its term and its price with what is taken off and added: that of the order, or the price now while there is none.
 * @param order undefined while it is loading
 */
export function OrderSummary({
  plan,
  order,
  coupon,
  isForSeveral,
  isChoosing,
}: {
  plan: ReturnType<typeof getPaidPlan>;
  order: Order | undefined;
  coupon: CheckoutCoupon;
  isForSeveral: boolean;
  /** Whether its listings are still being chosen. */
  isChoosing: boolean;
}) {
  const { loaded, offers } = usePlans();
  const offer = offers.find(({ id }) => id === plan.id);
  const { listing, listings } = coupon;
  const totalCents = order?.amountCents ?? (isForSeveral ? undefined : offer?.priceCents);
  return (
    <Card as="section" aria-labelledby="order" className="p-4 sm:p-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="order" className="text-xl">
          {plan.name}
        </h2>
        <p className="shrink-0 text-muted">{formatMonths(plan.months)}</p>
      </div>
      <p className="mt-1.5 text-muted">
        {isForSeveral && offer
          ? t('{amount} for each listing.', { amount: formatDollarsAndCents(offer.priceCents) })
          : listing
            ? rich('For <listing>{title}</listing>', {
                listing: (text) => <bdi className="typed">{text}</bdi>,
                title: listing.title,
              })
            : listing === null
              ? t('For your next listing.')
              : t('For one listing.')}
      </p>
      {plan.level === 'premium' && (
        <TermPicker chosen={plan} listing={listing ?? null} listings={isForSeveral ? (listings ?? []) : undefined} />
      )}
      {listings && <OrderedListings plan={plan.id} listings={order?.listings ?? listings} excluded={order?.excluded} />}
      {order && (
        <PriceLines breakdown={order} months={plan.months} quantity={listings?.length ?? 1} onRemove={coupon.remove} />
      )}
      {(listing || listings) && !order?.discount && <CouponEntry coupon={coupon} />}
      {!isChoosing && (
        <p className="mt-5 flex items-baseline justify-between gap-4 border-t pt-4 font-bold">
          <span className="text-lg">{t('Total')}</span>
          <span className="text-3xl tabular-nums">
            {totalCents === undefined
              ? loaded && !offer
                ? t('Not on sale')
                : '\u00a0'
              : formatDollarsAndCents(totalCents)}
          </span>
        </p>
      )}
      <p className={clsx(isChoosing ? 'mt-4' : 'mt-1', 'text-muted text-sm')}>
        {order?.renewalCents === undefined
          ? t('Paid once, for {months, plural, one {# month} other {# months}}.', { months: plan.months })
          : t('You pay for {months, plural, one {# month} other {# months}} now.', { months: plan.months })}{' '}
        <strong className="font-semibold text-ink">{describeRenewal(order)}</strong>
      </p>
      {!isForSeveral && <PaidTime order={order} />}
    </Card>
  );
}

function describeRenewal(order: Order | undefined) {
  const renewing = order?.listings?.filter(({ renews }) => renews).length ?? 0;
  if (order?.renewalCents !== undefined) return t('It renews automatically until you stop it.');
  if (order?.renewal?.running && !order.renewal.running.ends)
    return t('This listing’s plan renews automatically already.');
  if (renewing === 0) return t('Nothing renews automatically.');
  return t(
    '{count, plural, one {The plan of one listing renews} other {The plans of # listings renew}} automatically already. This payment doesn’t change that.',
    { count: renewing },
  );
}

/** The price, the discounts and the tax, where the total is not the price. */
function PriceLines({
  breakdown: { priceCents, listCents, discount, tax },
  months,
  quantity,
  onRemove,
}: {
  breakdown: PriceBreakdown;
  months: number;
  quantity: number;
  onRemove: () => void;
}) {
  if (!discount && !tax && listCents === null && quantity === 1) return null;
  const fullCents = listCents ?? priceCents;
  return (
    <dl className="mt-5 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 border-t pt-4 tabular-nums">
      <dt>
        {quantity === 1
          ? t('Price')
          : t('{quantity} × {amount}', { quantity, amount: formatDollarsAndCents(fullCents / quantity) })}
      </dt>
      <dd className="text-right">{formatDollarsAndCents(fullCents)}</dd>
      {listCents !== null && (
        <>
          <dt>{t('Discount for {months, plural, one {# month} other {# months}}', { months })}</dt>
          <dd className="text-right text-sage">−{formatDollarsAndCents(listCents - priceCents)}</dd>
        </>
      )}
      {discount && (
        <>
          <dt className="flex flex-wrap items-center gap-x-2">
            {t('Coupon {code}', { code: discount.code })}
            <Button variant="ghost" size="sm" onClick={onRemove}>
              {rich('Remove<hidden> coupon</hidden>', {
                hidden: srOnly,
              })}
            </Button>
          </dt>
          <dd className="text-right text-sage">−{formatDollarsAndCents(discount.cents)}</dd>
        </>
      )}
      {tax && (
        <>
          <dt>
            {tax.name} ({tax.percent}%)
          </dt>
          <dd className="text-right">{formatDollarsAndCents(tax.cents)}</dd>
        </>
      )}
    </dl>
  );
}

/** Links to the premium plans, labeled by their term. */
function TermPicker({
  chosen,
  listing,
  listings,
}: {
  chosen: Plan;
  listing: Order['listing'];
  listings: Order['listings'];
}) {
  const terms = usePlans().offers.filter(({ level }) => level === 'premium');
  return (
    <nav aria-label={t('Term')} className="mt-4">
      <ul className="grid grid-cols-2 gap-2">
        {terms.map((plan) => (
          <li key={plan.id}>
            <a
              href={checkoutPath({ plan: plan.id, listing, listings })}
              aria-current={plan.id === chosen.id ? 'true' : undefined}
              className={clsx(
                'flex h-full min-h-16 flex-wrap content-center items-center justify-between gap-x-3 gap-y-1 rounded-field border px-3 py-2 transition-colors sm:px-3.5',
                plan.id === chosen.id ? 'border-pacific bg-pacific-wash' : 'hover:border-line-strong',
              )}
            >
              <span>
                <span className="block font-semibold">{formatMonths(plan.months)}</span>
                <span className="block text-muted text-sm tabular-nums">
                  {t('{amount} a month', { amount: formatDollars(plan.priceCents / plan.months) })}
                </span>
              </span>
              {plan.discountPercent > 0 && (
                <Badge tone="success">{t('Save {percent}%', { percent: plan.discountPercent })}</Badge>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
