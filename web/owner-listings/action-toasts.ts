import type { OwnerAction, OwnerListing } from '#contract/owner-listings.ts';
import type { ToastMessage } from '../ui/toast-message.ts';
import { type DisplayStatus, formatDay, getDisplayStatus } from './status.ts';

/** The toast after a successful action. @param after the listing after it */
export function actionToast(
  action: Exclude<OwnerAction, 'edit' | 'duplicate'>,
  after: OwnerListing,
  now: number,
): ToastMessage {
  const until = after.expiresAt && formatDay(after.expiresAt, now);
  const status = getDisplayStatus(after);
  switch (action) {
    case 'publish':
      return {
        title: 'Published',
        description: until ? `Your listing is live until ${until}.` : 'Your listing is live.',
      };
    case 'pause':
      return { title: 'Paused', description: 'Visitors no longer see it.' };
    case 'resume':
      if (status === 'expired') {
        return { title: 'Resumed', description: `Its time ended on ${until}. Renew it and visitors see it again.` };
      }
      return { title: 'Live again', description: until ? `Visitors see it until ${until}.` : 'Visitors see it again.' };
    case 'renew':
      if (status === 'paused')
        return { title: 'Renewed', description: `Its time runs until ${until}. It stays paused.` };
      return { title: 'Renewed', description: `Your listing is live until ${until}.` };
    case 'delete': {
      const lastDay = after.undeletableUntil && formatDay(after.undeletableUntil, now);
      return { title: 'Deleted', description: `You can bring it back${lastDay ? ` until ${lastDay}` : ''}.` };
    }
    case 'undelete':
      return { title: 'Brought back', description: RESTORED_TEXTS[status] };
  }
}

const RESTORED_TEXTS: Partial<Record<DisplayStatus, string>> = {
  live: 'It is live again.',
  expired: 'Its time is over. Renew it and visitors see it again.',
  draft: 'It is a draft, as before.',
  paused: 'It is paused, as before.',
  hidden: 'It is hidden, as before.',
};

/** The toast after a saved edit. */
export function editToast(after: OwnerListing): ToastMessage {
  const status = getDisplayStatus(after);
  return { title: status === 'draft' ? 'Draft saved' : 'Changes saved', description: EDITED_TEXTS[status] };
}

const EDITED_TEXTS: Partial<Record<DisplayStatus, string>> = {
  live: 'Visitors see them now.',
  expired: 'Visitors see them once you renew the listing.',
  draft: 'Only you see it until you publish it.',
  paused: 'Visitors see them once you resume the listing.',
  hidden: 'Write to us when all is mended: we look at it and show it again.',
};
