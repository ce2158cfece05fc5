import { t } from '#contract/i18n/t.ts';
import type { AdminTaxRate } from '#contract/plans/taxes.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { describeTax } from './tax-dialog.tsx';
import { useTaxActions } from './tax-queries.ts';

/** Withdraws a sales tax that does not hold yet. */
export function WithdrawTaxDialog({ rate, onClose }: { rate: AdminTaxRate; onClose: () => void }) {
  const { withdraw } = useTaxActions();
  return (
    <ReasonDialog
      question={{
        title: t('Withdraw this change?'),
        description: rich('{tax} from {date}.', { tax: describeTax(rate.tax), date: <LongDate at={rate.holdsFrom} /> }),
        reason: { label: t('Reason'), hint: t('Required. Kept in the audit log.') },
        confirmLabel: t('Withdraw'),
        busyLabel: t('Withdrawing...'),
        danger: true,
      }}
      onSubmit={(reason) => withdraw(rate.id, reason)}
      done={{ title: t('Withdrawn'), description: t('What holds now stays.'), tone: 'success' }}
      onClose={onClose}
    />
  );
}
