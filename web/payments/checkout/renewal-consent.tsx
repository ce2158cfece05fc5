import { useId } from 'react';
import { t } from '#contract/i18n/t.ts';
import { getReminderDays, toChargeTime } from '#contract/plans/auto-renewal.ts';
import { formatDollarsAndCents, type getPaidPlan } from '#contract/plans/plans.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { LongDate } from '#web/base/ui/time.tsx';
import type { Order } from './use-order.ts';

/**
 * The box by which a buyer agrees that the plan renews automatically, with the terms beside it (California Business and Professions Code
 * 17602(a)). Off by default. Whoever changes what its text says raises `AUTO_RENEWAL_TERMS_VERSION`.
 */
export function RenewalConsent({
  order,
  renewal: { amountCents, running },
  plan: { months },
  onAgree,
}: {
  order: Order;
  renewal: NonNullable<Order['renewal']>;
  plan: ReturnType<typeof getPaidPlan>;
  onAgree: (agrees: boolean) => void;
}) {
  const id = useId();
  const amount = formatDollarsAndCents(amountCents);
  return (
    <div className="mb-6 rounded-field border p-3.5">
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          aria-describedby={id}
          checked={order.renewalCents !== undefined}
          onChange={({ target }) => onAgree(target.checked)}
        />
        {t('Renew automatically: {amount} every {months, plural, one {month} other {# months}}', { amount, months })}
      </label>
      <div id={id} className="mt-1 grid gap-1.5 text-sm">
        <p>
          {t(
            'Optional. If you check this box, you agree that we save your card and charge it {amount} every {months, plural, one {month} other {# months}} until you stop it.',
            { amount, months },
          )}{' '}
          {order.term && !order.term.publishes
            ? rich('The first charge is on {day}, three days before your paid time ends.', {
                day: <LongDate at={toChargeTime(order.term.paidUntil).toISOString()} />,
              })
            : t('The first charge is three days before your paid time ends.')}
        </p>
        <p>
          {t(
            'We email you {days, plural, one {# day} other {# days}} before each charge. You can stop it any time with one click, in that email or in your account under Payments. If the price changes, we don’t charge you, and the plan ends unless you agree again.',
            { days: getReminderDays(months).sent },
          )}
        </p>
        {running && (
          <p className="font-semibold">
            {running.ends
              ? t('{plan} of this listing renews automatically now. Paying ends that.', { plan: running.planName })
              : t(
                  'This listing already renews automatically: {plan}, {amount} every {months, plural, one {month} other {# months}}. If you check this box, this plan renews instead.',
                  {
                    plan: running.planName,
                    amount: formatDollarsAndCents(running.amountCents),
                    months: running.months,
                  },
                )}
          </p>
        )}
      </div>
    </div>
  );
}
