import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import type { Confirmation } from './confirmation.ts';

/** Asks for the reason to hide a listing. */
export function hideConfirmation(listing: { id: number; title: string; owner: object | null }): Confirmation {
  return {
    action: 'hide',
    id: listing.id,
    title: t('Hide this listing?'),
    description: rich(
      '{listing} will disappear from the site right away, and all reports about it will be closed. You can show it again later.',
      {
        listing: (
          <strong>
            <bdi>{listing.title}</bdi>
          </strong>
        ),
      },
    ),
    reason: {
      label: t('Reason'),
      hint: listing.owner
        ? t('The owner will see this.')
        : t('No one owns this listing. The reason goes in the audit log.'),
    },
    confirmLabel: t('Hide listing'),
    busyLabel: t('Hiding...'),
    danger: true,
  };
}
