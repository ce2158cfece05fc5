import type { AdminListingFilter, AdminListingState } from '#contract/admin/listings.ts';
import { t } from '#contract/i18n/t.ts';

/** The parameters of the page's URL that filter and sort the table; the API has the same. */
const FILTER_NAMES = [
  'words',
  'id',
  'owner',
  'phone',
  'domain',
  'source',
  'state',
  'level',
  'category',
  'county',
  'city',
  'zip',
  'from',
  'to',
  'noCategory',
  'areaOnly',
  'reported',
  'doubtful',
  'sort',
] satisfies (keyof AdminListingFilter | 'sort')[];

export const STATE_LABELS: Record<AdminListingState, string> = {
  shown: t('Shown'),
  expired: t('Expired'),
  suspended: t('Owner suspended'),
  paused: t('Paused'),
  hidden: t('Hidden'),
  draft: t('Draft'),
  waiting: t('Waiting for approval'),
  deleted: t('Deleted'),
  sample: t('Sample'),
};

/** The state of a listing, or into which one it was merged. */
export const describeState = ({
  state,
  mergedInto,
}: {
  state: AdminListingState;
  mergedInto?: number | null;
}): string => (mergedInto == null ? STATE_LABELS[state] : t('Merged into #{id}', { id: mergedInto }));

export const MARK_LABELS = {
  noCategory: t('No subcategory'),
  areaOnly: t('Area point only'),
  reported: t('Reported'),
  doubtful: t('Possible duplicate'),
};

/** The filter in the URL of the page, without parameters of other tabs. */
export function readFilter(search: URLSearchParams): URLSearchParams {
  const filter = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    const value = search.get(name);
    if (value) filter.set(name, value);
  }
  return filter;
}

/** The filter of a submitted form: what was filled in. */
export function toFilter(form: FormData): URLSearchParams {
  const typed = new URLSearchParams();
  for (const [name, value] of form) typed.set(name, String(value).trim());
  if (typed.get('sort') === 'newest') typed.delete('sort');
  return readFilter(typed);
}

// Without '#' it may be a ZIP code.
const LISTING_NUMBER = /^(?:#|(?!9\d{4}$))([1-9]\d{0,8})$/;

/** The number of a listing, where a filter has nothing else. */
export function findListingNumber(filter: URLSearchParams): string | undefined {
  if (filter.size === 1) return filter.get('id') ?? LISTING_NUMBER.exec(filter.get('words') ?? '')?.[1];
}
