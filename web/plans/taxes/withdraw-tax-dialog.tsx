import { t } from '#contract/i18n/t.ts';
import type { AdminTaxRate } from '#contract/plans/taxes.ts';
import { rich } from '../../i18n/rich.ts';
import { LongDate } from '../../ui/time.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
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
