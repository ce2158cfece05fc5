import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';

/** The words of the question before a listing is taken back from its owner. */
export const describeTakeBack = (listing: string) => ({
  title: t('Take this listing back?'),
  description: rich(
    '{listing} will be unclaimed, as it was before it had an owner. What the owner added is deleted: photos, hours, replies, helpers. Customers who wrote are told by email, and what was paid becomes a credit of who paid. You can’t undo this: the owner would have to claim it again.',
    {
      listing: <bdi className="font-semibold">{listing}</bdi>,
    },
  ),
  reason: { label: t('Reason'), hint: t('We’ll email this to the owner.') },
  confirmLabel: t('Take listing back'),
  busyLabel: t('Taking it back...'),
});
