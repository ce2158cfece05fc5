import { WAITING_MESSAGE } from '#contract/admin/waiting-message.ts';
import { t } from '#contract/i18n/t.ts';
import type { OwnerAction, OwnerListing } from '#contract/owner-listings.ts';
import type { ToastMessage } from '#web/base/ui/toast-message.ts';
import { type DisplayStatus, formatDay, formatPaidUntil, getDisplayStatus } from './status.ts';

/** The toast after a successful action. @param after the listing after it */
export function actionToast(
  action: Exclude<OwnerAction, 'edit' | 'duplicate'>,
  after: OwnerListing,
  now: number,
): ToastMessage {
  const { level, paidUntil, expiresAt } = after;
  const until =
    level !== 'free' && paidUntil
      ? formatPaidUntil({ paidUntil, expiresAt }, now)
      : expiresAt
        ? formatDay(expiresAt, now)
        : '';
  const status = getDisplayStatus(after);
  switch (action) {
    case 'publish':
      if (status === 'waiting') return { title: t('Sent'), description: WAITING_MESSAGE };
      return {
        title: t('Published'),
        description: until ? t('Your listing is live until {until}.', { until }) : t('Your listing is live.'),
      };
    case 'pause':
      return { title: t('Paused'), description: t('Visitors can’t see it anymore.') };
    case 'resume':
      if (status === 'expired') {
        return {
          title: t('Resumed'),
          description: t('It expired on {day}. Renew it to show it to visitors again.', { day: until }),
        };
      }
      return {
        title: t('Live again'),
        description: until ? t('Visitors can see it until {until}.', { until }) : t('Visitors can see it again.'),
      };
    case 'renew':
      if (status === 'paused')
        return { title: t('Renewed'), description: t('It runs until {until}. It’s still paused.', { until }) };
      return { title: t('Renewed'), description: t('Your listing is live until {until}.', { until }) };
    case 'delete': {
      const { undeletableUntil } = after;
      const description = undeletableUntil
        ? t('You can restore it until {day}.', { day: formatDay(undeletableUntil, now) })
        : t('You can restore it.');
      return { title: t('Deleted'), description };
    }
    case 'undelete':
      return { title: t('Restored'), description: RESTORED_TEXTS[status] };
  }
}

const RESTORED_TEXTS: Partial<Record<DisplayStatus, string>> = {
  live: t('It’s live again.'),
  expired: t('It has expired. Renew it to show it to visitors again.'),
  draft: t('It’s still a draft.'),
  waiting: WAITING_MESSAGE,
  paused: t('It’s still paused.'),
  hidden: t('It’s still hidden.'),
};

/** The toast after a saved edit. */
export function editToast(after: OwnerListing): ToastMessage {
  const status = getDisplayStatus(after);
  return { title: status === 'draft' ? t('Draft saved') : t('Changes saved'), description: EDITED_TEXTS[status] };
}

const EDITED_TEXTS: Partial<Record<DisplayStatus, string>> = {
  live: t('Visitors can see them now.'),
  expired: t('Visitors will see them when you renew the listing.'),
  draft: t('Only you can see it until you publish it.'),
  waiting: WAITING_MESSAGE,
  paused: t('Visitors will see them when you resume the listing.'),
  hidden: t('When you’ve fixed everything, ask us to look again.'),
};
