import type { BulkActionKind } from '#contract/admin/bulk-actions.ts';
import { t } from '#contract/i18n/t.ts';

interface KindTexts {
  /** The label of the button above the table. */
  button: string;
  /** The label of the submit button: 'Hide 3 listings'. */
  act: (count: number) => string;
  /** 'Hide 3 listings?'. */
  ask: (count: number) => string;
  /** '3 listings hidden'. */
  done: (count: number) => string;
  /** '3 listings will be hidden.' */
  future: (count: number) => string;
  /** '2 of 3 listings will be hidden.' */
  futureOfSome: (count: number, all: number) => string;
  busy: string;
  /** Further effects of the action. */
  about: (count: number) => string;
  danger?: boolean;
}

/** The texts of each kind of bulk action. */
export const KIND_TEXTS: Record<BulkActionKind, KindTexts> = {
  hide: {
    button: t('Hide…'),
    act: (count) => t('{count, plural, one {Hide # listing} other {Hide # listings}}', { count }),
    ask: (count) => t('{count, plural, one {Hide # listing?} other {Hide # listings?}}', { count }),
    done: (count) => t('{count, plural, one {# listing hidden} other {# listings hidden}}', { count }),
    future: (count) =>
      t('{count, plural, one {# listing will be hidden.} other {# listings will be hidden.}}', { count }),
    futureOfSome: (count, all) =>
      t('{count} of {all, plural, one {# listing} other {# listings}} will be hidden.', { count, all }),
    busy: t('Hiding...'),
    about: (count) =>
      t(
        '{count, plural, one {Visitors won’t see it anymore, and open reports about it are closed.} other {Visitors won’t see them anymore, and open reports about them are closed.}}',
        { count },
      ),
    danger: true,
  },
  show: {
    button: t('Show again…'),
    act: (count) => t('{count, plural, one {Show # listing} other {Show # listings}}', { count }),
    ask: (count) => t('{count, plural, one {Show # listing?} other {Show # listings?}}', { count }),
    done: (count) => t('{count, plural, one {# listing shown} other {# listings shown}}', { count }),
    future: (count) =>
      t('{count, plural, one {# listing will be shown again.} other {# listings will be shown again.}}', { count }),
    futureOfSome: (count, all) =>
      t('{count} of {all, plural, one {# listing} other {# listings}} will be shown again.', { count, all }),
    busy: t('Showing...'),
    about: (count) =>
      t(
        '{count, plural, one {It’ll be back to how it was before it was hidden.} other {They’ll be back to how they were before they were hidden.}}',
        { count },
      ),
  },
  recategorize: {
    button: t('Change category…'),
    act: (count) =>
      t('{count, plural, one {Change the category of # listing} other {Change the category of # listings}}', { count }),
    ask: (count) =>
      t('{count, plural, one {Change the category of # listing?} other {Change the category of # listings?}}', {
        count,
      }),
    done: (count) =>
      t('{count, plural, one {# listing moved to another category} other {# listings moved to another category}}', {
        count,
      }),
    future: (count) =>
      t(
        '{count, plural, one {# listing will be moved to this category.} other {# listings will be moved to this category.}}',
        { count },
      ),
    futureOfSome: (count, all) =>
      t('{count} of {all, plural, one {# listing} other {# listings}} will be moved to this category.', { count, all }),
    busy: t('Changing...'),
    about: (count) =>
      t(
        '{count, plural, one {Imports won’t change its category anymore.} other {Imports won’t change their category anymore.}}',
        { count },
      ),
  },
  move: {
    button: t('Change city…'),
    act: (count) =>
      t('{count, plural, one {Change the city of # listing} other {Change the city of # listings}}', { count }),
    ask: (count) =>
      t('{count, plural, one {Change the city of # listing?} other {Change the city of # listings?}}', { count }),
    done: (count) =>
      t('{count, plural, one {# listing moved to another city} other {# listings moved to another city}}', { count }),
    future: (count) =>
      t('{count, plural, one {# listing will be moved to this city.} other {# listings will be moved to this city.}}', {
        count,
      }),
    futureOfSome: (count, all) =>
      t('{count} of {all, plural, one {# listing} other {# listings}} will be moved to this city.', { count, all }),
    busy: t('Changing...'),
    about: (count) =>
      t(
        '{count, plural, one {Its street address and ZIP code stay as they are.} other {Their street addresses and ZIP codes stay as they are.}}',
        { count },
      ),
  },
  delete: {
    button: t('Delete…'),
    act: (count) => t('{count, plural, one {Delete # listing} other {Delete # listings}}', { count }),
    ask: (count) => t('{count, plural, one {Delete # listing?} other {Delete # listings?}}', { count }),
    done: (count) => t('{count, plural, one {# listing deleted} other {# listings deleted}}', { count }),
    future: (count) =>
      t('{count, plural, one {# listing will be deleted.} other {# listings will be deleted.}}', { count }),
    futureOfSome: (count, all) =>
      t('{count} of {all, plural, one {# listing} other {# listings}} will be deleted.', { count, all }),
    busy: t('Deleting...'),
    about: (count) =>
      t(
        '{count, plural, one {Visitors won’t see it anymore. After 30 days it’s gone for good. Until then its owner can restore it, but only as a hidden one.} other {Visitors won’t see them anymore. After 30 days they’re gone for good. Until then an owner can restore a listing, but only as a hidden one.}}',
        { count },
      ),
    danger: true,
  },
};
