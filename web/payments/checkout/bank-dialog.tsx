import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';

/** Simulates the authentication page of the cardholder's bank. Closing it counts as declining. */
export function BankDialog({
  open,
  amountCents,
  onAnswer,
}: {
  open: boolean;
  amountCents: number;
  onAnswer: (agreed: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title={t('Confirm with your bank')}
      actions={
        <>
          <Button onClick={() => onAnswer(true)}>{t('Complete', null, 'verb')}</Button>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            {t('Fail')}
          </Button>
        </>
      }
    >
      <p>
        {rich(
          'Your bank wants you to confirm this payment of <strong>{amount}</strong>. In test mode, you choose the answer.',
          { strong: (text) => <strong>{text}</strong>, amount: formatDollarsAndCents(amountCents) },
        )}
      </p>
    </Dialog>
  );
}
