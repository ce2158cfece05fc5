import { t } from '#contract/i18n/t.ts';
import type { GiftCredit } from '#contract/plans/gift-credits.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';
import { useGiftActions } from './gift-queries.ts';

/** Takes an unused credit back. */
export function TakeBackDialog({ credit, onClose }: { credit: GiftCredit; onClose: () => void }) {
  const { takeBack } = useGiftActions();
  return (
    <ReasonDialog
      question={{
        title: t('Take this credit back?'),
        description: rich('{plan} of {username}. The owner gets an email, and can’t use it any more.', {
          plan: credit.planName,
          username: <bdi>{credit.account.username}</bdi>,
        }),
        reason: { label: t('Reason'), hint: t('Kept in the audit log.') },
        confirmLabel: t('Take back'),
        busyLabel: t('Taking back...'),
        danger: true,
      }}
      onSubmit={(reason) => takeBack(credit.id, reason)}
      done={{
        title: t('Credit taken back'),
        description: t('{username} can’t use it any more.', { username: credit.account.username }),
        tone: 'success',
      }}
      onClose={onClose}
    />
  );
}
