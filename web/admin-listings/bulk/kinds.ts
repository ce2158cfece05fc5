import type { BulkActionKind } from '#contract/admin/bulk-actions.ts';
import { t } from '#contract/i18n/t.ts';

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
    button: t('Hide…'),
    verb: t('Hide'),
    done: 'hidden',
    future: 'hidden',
    busy: t('Hiding...'),
    about: t('Visitors won’t see them anymore, and open reports about them are closed.'),
    danger: true,
  },
  show: {
    button: t('Show again…'),
    verb: t('Show'),
    done: 'shown',
    future: 'shown again',
    busy: t('Showing...'),
    about: t('They’ll be back to how they were before they were hidden.'),
  },
  recategorize: {
    button: t('Change category…'),
    verb: t('Change the category of'),
    done: 'moved to another category',
    future: 'moved to this category',
    busy: t('Changing...'),
    about: t('Imports won’t change their category anymore.'),
  },
  move: {
    button: t('Change city…'),
    verb: t('Change the city of'),
    done: 'moved to another city',
    future: 'moved to this city',
    busy: t('Changing...'),
    about: t('Their street addresses and ZIP codes stay as they are.'),
  },
  delete: {
    button: t('Delete…'),
    verb: t('Delete'),
    done: 'deleted',
    future: 'deleted',
    busy: t('Deleting...'),
    about: t(
      'Visitors won’t see them anymore. After 30 days they’re gone for good. Until then an owner can restore a listing, but only as a hidden one.',
    ),
    danger: true,
  },
};

/** '1 listing', '1,204 listings'. */
export const countListings = (count: number) =>
  count === 1 ? '1 listing' : `${count.toLocaleString('en-US')} listings`;
