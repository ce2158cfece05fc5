import { t } from '#contract/i18n/t.ts';
import type { AdminPlan, AdminPlanPrice } from '#contract/plans/plan-prices.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { usePriceActions } from './plan-queries.ts';

/** Withdraws a price that does not hold yet. */
export function WithdrawDialog({
  plan,
  price,
  onClose,
}: {
  plan: AdminPlan;
  price: AdminPlanPrice;
  onClose: () => void;
}) {
  const { withdraw } = usePriceActions();
  const date = <LongDate at={price.holdsFrom} />;
  return (
    <ReasonDialog
      question={{
        title: t('Withdraw this price?'),
        description:
          price.priceCents === null
            ? rich('{plan}, off sale from {date}.', { plan: plan.name, date })
            : rich('{plan}, {price} from {date}.', { plan: plan.name, price: formatDollars(price.priceCents), date }),
        reason: { label: t('Reason'), hint: t('Required. Kept in the audit log.') },
        confirmLabel: t('Withdraw price'),
        busyLabel: t('Withdrawing...'),
        danger: true,
      }}
      onSubmit={(reason) => withdraw(price.id, reason)}
      done={{ title: t('Price withdrawn'), description: t('{plan} keeps the price that holds.', { plan: plan.name }) }}
      onClose={onClose}
    />
  );
}
