import type { BulkActionKind } from '#contract/admin/bulk-actions.ts';

interface KindTexts {
  /** The button of the bar above the table. */
  button: string;
  /** 'Hide 3 listings', and to where. */
  verb: string;
  /** '3 listings hidden'. */
  done: string;
  /** '3 listings will be hidden.' */
  future: string;
  busy: string;
  /** What else happens, and what does not. */
  about: string;
  danger?: boolean;
}

/** The words of each kind of bulk action. */
export const KIND_TEXTS: Record<BulkActionKind, KindTexts> = {
  hide: {
    button: 'Hide…',
    verb: 'Hide',
    done: 'hidden',
    future: 'hidden',
    busy: 'Hiding...',
    about: 'Visitors won’t see them anymore, and open reports about them are closed.',
    danger: true,
  },
  show: {
    button: 'Show again…',
    verb: 'Show',
    done: 'shown',
    future: 'shown again',
    busy: 'Showing...',
    about: 'They’ll be back to how they were before they were hidden.',
  },
  recategorize: {
    button: 'Change category…',
    verb: 'Change the category of',
    done: 'moved to another category',
    future: 'moved to this category',
    busy: 'Changing...',
    about: 'Imports won’t change their category anymore.',
  },
  move: {
    button: 'Change city…',
    verb: 'Change the city of',
    done: 'moved to another city',
    future: 'moved to this city',
    busy: 'Changing...',
    about: 'Their street addresses and ZIP codes stay as they are.',
  },
  delete: {
    button: 'Delete…',
    verb: 'Delete',
    done: 'deleted',
    future: 'deleted',
    busy: 'Deleting...',
    about:
      'Visitors won’t see them anymore. After 30 days they’re gone for good. Until then an owner can restore a listing, but only as a hidden one.',
    danger: true,
  },
};

/** '1 listing', '1,204 listings'. */
export const countListings = (count: number) =>
  count === 1 ? '1 listing' : `${count.toLocaleString('en-US')} listings`;
