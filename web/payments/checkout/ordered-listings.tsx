import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents, type PaidPlanId } from '#contract/plans/plans.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { LongDate } from '#web/base/ui/time.tsx';
import { checkoutPath } from '#web/owner-listings/checkout-path.ts';
import type { Order } from './use-order.ts';

/** The listings of an order for several, each with its paid time, and those that are left out with the reason. */
export function OrderedListings({
  plan,
  listings,
  excluded = [],
}: {
  plan: PaidPlanId;
  listings: NonNullable<Order['listings']>;
  excluded?: Order['excluded'];
}) {
  return (
    <section aria-labelledby="ordered" className="mt-5 border-t pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="ordered" className="font-semibold">
          {t('{count, plural, one {# listing} other {# listings}}', { count: listings.length })}
        </h3>
        <a href={checkoutPath({ plan, listing: null, listings: [] })} className="link py-1 text-sm">
          {t('Choose other listings')}
        </a>
      </div>
      <ul className="mt-2 grid gap-2 text-sm">
        {listings.map(({ id, title, term, amountCents }) => (
          <li key={id}>
            <span className="flex items-baseline justify-between gap-4">
              <bdi className="typed min-w-0 font-semibold">{title}</bdi>
              {amountCents !== undefined && (
                <span className="shrink-0 tabular-nums">{formatDollarsAndCents(amountCents)}</span>
              )}
            </span>
            <OrderedTime term={term} />
          </li>
        ))}
      </ul>
      {excluded.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">{t('Left out, and not charged')}</h3>
          <ul className="mt-2 grid gap-2 text-sm">
            {excluded.map(({ id, title, reason }) => (
              <li key={id}>
                <bdi className="typed block font-semibold">{title}</bdi>
                <span className="text-muted">{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function OrderedTime({ term }: Pick<NonNullable<Order['listings']>[number], 'term'>) {
  if (term === undefined) return null;
  if (term === null) return <span className="text-muted">{t('The time starts when your listing is approved.')}</span>;
  return (
    <>
      <span className="block text-muted tabular-nums">
        {rich('{start} to {end}', { start: <LongDate at={term.startsAt} />, end: <LongDate at={term.endsAt} /> })}
      </span>
      {term.converted && (
        <span className="block text-muted">
          {rich('With the days of Enhanced that are left, Premium until {end}.', {
            end: <LongDate at={term.paidUntil} />,
          })}
        </span>
      )}
      {term.publishes && (
        <span className="block text-muted">
          {t('If we check your listing before it goes live, the time starts when it’s approved.')}
        </span>
      )}
    </>
  );
}
