import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { LongDate } from '#web/base/ui/time.tsx';
import type { Order } from './use-order.ts';

/** From when to when the time runs that is paid for, and what becomes of the days of Enhanced that are left. */
export function PaidTime({ order }: { order: Order | undefined }) {
  if (!order?.listing) {
    return (
      <p className="mt-3 text-sm">
        {t('The time starts when you pay, or, for a listing that is paid for already, when that time ends.')}
      </p>
    );
  }
  const { term } = order;
  if (term === undefined) return null;
  if (term === null) return <p className="mt-3 text-sm">{t('The time starts when your listing is approved.')}</p>;
  const { startsAt, endsAt, paidUntil, converted, publishes } = term;
  return (
    <dl className="mt-3 text-sm">
      <dt className="font-semibold">{t('Paid time')}</dt>
      <dd className="tabular-nums">
        {rich('{start} to {end}', { start: <LongDate at={startsAt} />, end: <LongDate at={endsAt} /> })}
      </dd>
      {converted && (
        <dd className="mt-1">
          {rich(
            '{days, plural, one {# day of Enhanced is} other {# days of Enhanced are}} left and counted in as half as many days of Premium, rounded up: {premium, plural, one {# day} other {# days}}. Your listing is Premium until {end}.',
            { days: converted.days, premium: converted.premiumDays, end: <LongDate at={paidUntil} /> },
          )}
        </dd>
      )}
      {publishes && (
        <dd className="mt-1 text-muted">
          {t('If we check your listing before it goes live, the time starts when it’s approved.')}
        </dd>
      )}
    </dl>
  );
}
