import { WAITING_MESSAGE } from '#contract/admin/waiting-message.ts';
import { t } from '#contract/i18n/t.ts';
import type { Level } from '#contract/listings.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { LOCALE } from '#web/base/i18n/language.ts';
import type { Badge } from '#web/base/ui/badge.tsx';

/** A listing's status for its owner: an active listing is 'live' or, after its end, 'expired'. */
export type DisplayStatus = 'live' | 'expired' | 'draft' | 'waiting' | 'paused' | 'hidden' | 'deleted';

/** Label, icon and color of each status, in the order of the summary. */
export const STATUS_BADGES: Record<
  DisplayStatus,
  { label: string; icon: string; tone: Parameters<typeof Badge>[0]['tone'] }
> = {
  live: { label: t('Live', null, 'listing'), icon: 'circle-check', tone: 'success' },
  expired: { label: t('Expired'), icon: 'clock', tone: 'danger' },
  draft: { label: t('Draft'), icon: 'pen-line', tone: 'info' },
  waiting: { label: t('Waiting'), icon: 'clock', tone: 'info' },
  paused: { label: t('Paused'), icon: 'circle-pause', tone: 'neutral' },
  hidden: { label: t('Hidden'), icon: 'eye-off', tone: 'danger' },
  deleted: { label: t('Deleted'), icon: 'trash-2', tone: 'neutral' },
};

/** The id of a listing in the table of the dashboard, as the target of links. */
export const toListingAnchor = ({ id }: { id: number }) => `listing-${id}`;

export function getDisplayStatus({ status, expired }: Pick<OwnerListing, 'status' | 'expired'>): DisplayStatus {
  if (status === 'active') return expired ? 'expired' : 'live';
  return status;
}

/** The names of the levels, as owners read them. */
export const LEVEL_NAMES: Record<Level, string> = { free: t('Free'), enhanced: 'Enhanced', premium: 'Premium' };

const ENDING_SOON_DAYS = 7;

/** Whether a live listing ends within a week. @param now milliseconds since the epoch, as in this whole file */
export function endsSoon(listing: OwnerListing, now: number): boolean {
  return (
    getDisplayStatus(listing) === 'live' &&
    listing.expiresAt !== null &&
    daysUntil(listing.expiresAt, now) <= ENDING_SOON_DAYS
  );
}

/** Whether the paid level of a live listing ends within a week. */
export const paidEndsSoon = (listing: OwnerListing, now: number): boolean =>
  getDisplayStatus(listing) === 'live' &&
  listing.level !== 'free' &&
  listing.paidUntil !== null &&
  daysUntil(listing.paidUntil, now) <= ENDING_SOON_DAYS;

/** When the listing ends, or why visitors do not see it. */
export function expiryText(listing: OwnerListing, now: number): string {
  const { expiresAt, undeletableUntil, level, paidUntil } = listing;
  const status = getDisplayStatus(listing);
  if (status === 'draft') return t('Not published yet');
  if (status === 'waiting') return WAITING_MESSAGE;
  if (status === 'hidden') return t('Hidden from visitors');
  if (status === 'deleted')
    return undeletableUntil ? t('Restore by {day}', { day: formatDay(undeletableUntil, now) }) : t('Deleted');
  if (status !== 'expired' && level !== 'free' && paidUntil) {
    return t('Paid until {until}', { until: formatPaidUntil({ paidUntil, expiresAt }, now) });
  }
  if (!expiresAt) return t('No end date');
  const day = formatDay(expiresAt, now);
  if (status === 'expired') return t('Expired on {day}', { day });
  if (status === 'paused') return listing.expired ? t('Expired on {day}', { day }) : t('Runs until {day}', { day });
  if (!endsSoon(listing, now)) return t('Live until {day}', { day });
  const days = daysUntil(expiresAt, now);
  if (days <= 0) return t('Ends today');
  return days === 1 ? t('Ends tomorrow, {day}', { day }) : t('Ends in {days} days, on {day}', { days, day });
}

/** The end of a paid level: 'November 20, then 30 days as a free listing'. */
export const formatPaidUntil = (
  { paidUntil, expiresAt }: { paidUntil: string; expiresAt: string | null },
  now: number,
): string => {
  const day = formatDay(paidUntil, now);
  return expiresAt ? t('{day}, then 30 days as a free listing', { day }) : day;
};

/** Listings by status and their total views: 'Three live, one draft, 124 views'. */
export function summarizeListings(listings: OwnerListing[]): string {
  const counts = (Object.keys(STATUS_BADGES) as DisplayStatus[]).flatMap((status) => {
    const count = listings.filter((listing) => getDisplayStatus(listing) === status).length;
    return count === 0 ? [] : countText(status, count);
  });
  const views = listings.reduce((sum, listing) => sum + listing.views, 0);
  const text = [...counts, t('{count, plural, one {# view} other {# views}}', { count: views })].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'two drafts': the number as a word up to nine, which some languages inflect. */
function countText(status: DisplayStatus, count: number): string {
  const number = NUMBER_WORDS[count - 1] ?? formatNumber(count);
  switch (status) {
    case 'live':
      return t('{count, plural, one {{number} live} other {{number} live}}', { count, number });
    case 'expired':
      return t('{count, plural, one {{number} expired} other {{number} expired}}', { count, number });
    case 'draft':
      return t('{count, plural, one {{number} draft} other {{number} drafts}}', { count, number });
    case 'waiting':
      return t('{count, plural, one {{number} waiting} other {{number} waiting}}', { count, number });
    case 'paused':
      return t('{count, plural, one {{number} paused} other {{number} paused}}', { count, number });
    case 'hidden':
      return t('{count, plural, one {{number} hidden} other {{number} hidden}}', { count, number });
    case 'deleted':
      return t('{count, plural, one {{number} deleted} other {{number} deleted}}', { count, number });
  }
}

const NUMBER_WORDS = [
  t('one', null, 'number'),
  t('two', null, 'number'),
  t('three', null, 'number'),
  t('four', null, 'number'),
  t('five', null, 'number'),
  t('six', null, 'number'),
  t('seven', null, 'number'),
  t('eight', null, 'number'),
  t('nine', null, 'number'),
];

// The time zone of Southern California: its midnight ends a day.
const zone = { timeZone: 'America/Los_Angeles' };
const dayMonthFormat = new Intl.DateTimeFormat(LOCALE, { ...zone, month: 'long', day: 'numeric' });
const fullDateFormat = new Intl.DateTimeFormat(LOCALE, { ...zone, month: 'long', day: 'numeric', year: 'numeric' });
const isoDateFormat = new Intl.DateTimeFormat('sv-SE', { ...zone, year: 'numeric', month: '2-digit', day: '2-digit' });

/** 'December 20', with the year unless it is the current one. */
export function formatDay(at: string, now: number): string {
  const date = new Date(at);
  const isThisYear = isoDateFormat.format(date).slice(0, 4) === isoDateFormat.format(now).slice(0, 4);
  return (isThisYear ? dayMonthFormat : fullDateFormat).format(date);
}

/** Calendar days from now until then. */
const daysUntil = (at: string, now: number) => dayNumber(new Date(at)) - dayNumber(now);

const dayNumber = (date: Date | number) => Date.parse(isoDateFormat.format(date)) / 86_400_000;
