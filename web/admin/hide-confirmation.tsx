import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import type { Confirmation } from './confirmation.ts';

/** Asks for the reason to hide a listing. @param isReported whether somebody may be emailed who reported it */
export function hideConfirmation(
  listing: { id: number; title: string; owner: object | null },
  isReported = false,
): Confirmation {
  const name = (
    <strong>
      <bdi>{listing.title}</bdi>
    </strong>
  );
  return {
    action: 'hide',
    id: listing.id,
    title: t('Hide this listing?'),
    description: isReported
      ? rich(
          '{listing} will disappear from the site right away, and all reports about it will be closed. The people who reported it get an email, if they left an address or their account has a confirmed one. You can show it again later.',
          { listing: name },
        )
      : rich(
          '{listing} will disappear from the site right away, and all reports about it will be closed. You can show it again later.',
          { listing: name },
        ),
    reason: {
      label: t('Reason'),
      hint: isReported
        ? listing.owner
          ? t('The owner and the people who reported it will see this.')
          : t('The people who reported it will see this.')
        : listing.owner
          ? t('The owner will see this.')
          : t('No one owns this listing. The reason goes in the audit log.'),
    },
    confirmLabel: t('Hide listing'),
    busyLabel: t('Hiding...'),
    danger: true,
  };
}
