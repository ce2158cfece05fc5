import { t } from '#contract/i18n/t.ts';
import type { GiftCredit } from '#contract/plans/gift-credits.ts';
import { ReasonDialog } from '#web/admin/plans/reason-dialog.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { useGiftActions } from './gift-queries.ts';

/** Takes an unused credit back. */
export function TakeBackDialog({ credit, onClose }: { credit: GiftCredit; onClose: () => void }) {
  const { takeBack } = useGiftActions();
  return (
    <ReasonDialog
      title={t('Take this credit back?')}
      intro={rich('{plan} of {username}. The owner gets an email, and can’t use it any more.', {
        plan: credit.planName,
        username: <bdi>{credit.account.username}</bdi>,
      })}
      submitLabel={t('Take back')}
      busyLabel={t('Taking back...')}
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
