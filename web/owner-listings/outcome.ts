import type { OwnAd, OwnerAct } from '#contract/own-listings.ts';
import type { ToastMessage } from '../ui/toast.tsx';
import { dayOf, type Standing, standingOf } from './standing.ts';

/** What an act has led to, in words. `after` is the listing as it stands now. */
export function outcomeOf(act: Exclude<OwnerAct, 'edit' | 'duplicate'>, after: OwnAd, now: number): ToastMessage {
  const until = after.expiresAt && dayOf(after.expiresAt, now);
  const standing = standingOf(after);
  switch (act) {
    case 'publish':
      return {
        title: 'Published',
        description: until ? `Your listing is live until ${until}.` : 'Your listing is live.',
      };
    case 'pause':
      return { title: 'Paused', description: 'Visitors no longer see it.' };
    case 'resume':
      if (standing === 'expired') {
        return { title: 'Resumed', description: `Its time ended on ${until}. Renew it and visitors see it again.` };
      }
      return { title: 'Live again', description: until ? `Visitors see it until ${until}.` : 'Visitors see it again.' };
    case 'renew':
      if (standing === 'paused')
        return { title: 'Renewed', description: `Its time runs until ${until}. It stays paused.` };
      return { title: 'Renewed', description: `Your listing is live until ${until}.` };
    case 'delete': {
      const last = after.undeletableUntil && dayOf(after.undeletableUntil, now);
      return { title: 'Deleted', description: `You can bring it back${last ? ` until ${last}` : ''}.` };
    }
    case 'undelete':
      return { title: 'Brought back', description: BROUGHT_BACK[standing] };
  }
}

const BROUGHT_BACK: Partial<Record<Standing, string>> = {
  live: 'It is live again.',
  expired: 'Its time is over. Renew it and visitors see it again.',
  draft: 'It is a draft, as before.',
  paused: 'It is paused, as before.',
  hidden: 'It is hidden, as before.',
};

/** What an edit has led to, in words. */
export function editedOutcome(after: OwnAd): ToastMessage {
  const standing = standingOf(after);
  return { title: standing === 'draft' ? 'Draft saved' : 'Changes saved', description: EDITED[standing] };
}

const EDITED: Partial<Record<Standing, string>> = {
  live: 'Visitors see them now.',
  expired: 'Visitors see them once you renew the listing.',
  draft: 'Only you see it until you publish it.',
  paused: 'Visitors see them once you resume the listing.',
  hidden: 'Write to us when all is mended: we look at it and show it again.',
};
