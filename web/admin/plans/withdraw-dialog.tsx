import { t } from '#contract/i18n/t.ts';
import type { AdminPlan, AdminPlanPrice } from '#contract/plans/plan-prices.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { LongDate } from '#web/base/ui/time.tsx';
import { usePriceActions } from './plan-queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';

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
      title={t('Withdraw this price?')}
      intro={
        price.priceCents === null
          ? rich('{plan}, off sale from {date}.', { plan: plan.name, date })
          : rich('{plan}, {price} from {date}.', { plan: plan.name, price: formatDollars(price.priceCents), date })
      }
      submitLabel={t('Withdraw price')}
      busyLabel={t('Withdrawing...')}
      onSubmit={(reason) => withdraw(price.id, reason)}
      done={{ title: t('Price withdrawn'), description: t('{plan} keeps the price that holds.', { plan: plan.name }) }}
      onClose={onClose}
    />
  );
}
