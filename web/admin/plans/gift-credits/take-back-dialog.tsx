import { t } from '#contract/i18n/t.ts';
import type { GiftCredit } from '#contract/plans/gift-credits.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { ReasonDialog } from '#web/base/ui/form/reason-dialog.tsx';
import { useGiftActions } from './gift-queries.ts';

/** Takes a credit back; what it bought ends now. */
export function TakeBackDialog({
  credit,
  onClose,
}: {
  credit: Pick<GiftCredit, 'id' | 'state' | 'planName' | 'listing' | 'account'>;
  onClose: () => void;
}) {
  const { takeBack } = useGiftActions();
  const isUsed = credit.state === 'used';
  return (
    <ReasonDialog
      question={{
        title: isUsed ? t('End this gift now?') : t('Take this credit back?'),
        description: isUsed
          ? rich(
              '{plan} of {listing}. The listing continues with what was paid for it, or as a free one. An owner gets an email.',
              {
                plan: credit.planName,
                listing: <bdi>{credit.listing?.title ?? '–'}</bdi>,
              },
            )
          : rich('{plan} of {username}. The owner gets an email, and can’t use it any more.', {
              plan: credit.planName,
              username: <bdi>{credit.account.username}</bdi>,
            }),
        reason: { label: t('Reason'), hint: t('Required. Kept in the audit log.') },
        confirmLabel: isUsed ? t('End now') : t('Take back'),
        busyLabel: isUsed ? t('Ending...') : t('Taking back...'),
        danger: true,
      }}
      onSubmit={(reason) => takeBack(credit.id, reason)}
      done={
        isUsed
          ? { title: t('Gift ended'), tone: 'success' }
          : {
              title: t('Credit taken back'),
              description: t('{username} can’t use it any more.', { username: credit.account.username }),
              tone: 'success',
            }
      }
      onClose={onClose}
    />
  );
}
