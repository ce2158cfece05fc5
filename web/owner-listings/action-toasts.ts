import { WAITING_MESSAGE } from '#contract/admin/waiting-message.ts';
import type { OwnerAction, OwnerListing } from '#contract/owner-listings.ts';
import type { ToastMessage } from '../ui/toast-message.ts';
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
      : expiresAt && formatDay(expiresAt, now);
  const status = getDisplayStatus(after);
  switch (action) {
    case 'publish':
      if (status === 'waiting') return { title: 'Sent', description: WAITING_MESSAGE };
      return {
        title: 'Published',
        description: until ? `Your listing is live until ${until}.` : 'Your listing is live.',
      };
    case 'pause':
      return { title: 'Paused', description: 'Visitors can’t see it anymore.' };
    case 'resume':
      if (status === 'expired') {
        return { title: 'Resumed', description: `It expired on ${until}. Renew it to show it to visitors again.` };
      }
      return {
        title: 'Live again',
        description: until ? `Visitors can see it until ${until}.` : 'Visitors can see it again.',
      };
    case 'renew':
      if (status === 'paused') return { title: 'Renewed', description: `It runs until ${until}. It’s still paused.` };
      return { title: 'Renewed', description: `Your listing is live until ${until}.` };
    case 'delete': {
      const lastDay = after.undeletableUntil && formatDay(after.undeletableUntil, now);
      return { title: 'Deleted', description: `You can restore it${lastDay ? ` until ${lastDay}` : ''}.` };
    }
    case 'undelete':
      return { title: 'Restored', description: RESTORED_TEXTS[status] };
  }
}

const RESTORED_TEXTS: Partial<Record<DisplayStatus, string>> = {
  live: 'It’s live again.',
  expired: 'It has expired. Renew it to show it to visitors again.',
  draft: 'It’s still a draft.',
  waiting: WAITING_MESSAGE,
  paused: 'It’s still paused.',
  hidden: 'It’s still hidden.',
};

/** The toast after a saved edit. */
export function editToast(after: OwnerListing): ToastMessage {
  const status = getDisplayStatus(after);
  return { title: status === 'draft' ? 'Draft saved' : 'Changes saved', description: EDITED_TEXTS[status] };
}

const EDITED_TEXTS: Partial<Record<DisplayStatus, string>> = {
  live: 'Visitors can see them now.',
  expired: 'Visitors will see them when you renew the listing.',
  draft: 'Only you can see it until you publish it.',
  waiting: WAITING_MESSAGE,
  paused: 'Visitors will see them when you resume the listing.',
  hidden: 'Contact us when you’ve fixed everything, and we’ll review it.',
};
