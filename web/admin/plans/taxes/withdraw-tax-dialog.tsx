import { t } from '#contract/i18n/t.ts';
import type { AdminTaxRate } from '#contract/plans/taxes.ts';
import { ReasonDialog } from '#web/admin/plans/reason-dialog.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { LongDate } from '#web/base/ui/time.tsx';
import { describeTax } from './tax-dialog.tsx';
import { useTaxActions } from './tax-queries.ts';

/** Withdraws a sales tax that does not hold yet. */
export function WithdrawTaxDialog({ rate, onClose }: { rate: AdminTaxRate; onClose: () => void }) {
  const { withdraw } = useTaxActions();
  return (
    <ReasonDialog
      title={t('Withdraw this change?')}
      intro={rich('{tax} from {date}.', { tax: describeTax(rate.tax), date: <LongDate at={rate.holdsFrom} /> })}
      submitLabel={t('Withdraw')}
      busyLabel={t('Withdrawing...')}
      onSubmit={(reason) => withdraw(rate.id, reason)}
      done={{ title: t('Withdrawn'), description: t('What holds now stays.'), tone: 'success' }}
      onClose={onClose}
    />
  );
}
