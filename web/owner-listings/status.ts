import { WAITING_MESSAGE } from '#contract/admin/waiting-message.ts';
import { t } from '#contract/i18n/t.ts';
import type { Level } from '#contract/listings.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { THEN_FREE } from '#contract/plans.ts';
import type { Badge } from '../ui/badge.tsx';

/** A listing's status for its owner: an active listing is 'live' or, after its end, 'expired'. */
export type DisplayStatus = 'live' | 'expired' | 'draft' | 'waiting' | 'paused' | 'hidden' | 'deleted';

/** Label, icon and color of each status, in the order of the summary. */
export const STATUS_BADGES: Record<
  DisplayStatus,
  { label: string; icon: string; tone: Parameters<typeof Badge>[0]['tone'] }
> = {
  live: { label: t('Live'), icon: 'circle-check', tone: 'success' },
  expired: { label: t('Expired'), icon: 'clock', tone: 'danger' },
  draft: { label: t('Draft'), icon: 'pen-line', tone: 'info' },
  waiting: { label: t('Waiting'), icon: 'clock', tone: 'info' },
  paused: { label: t('Paused'), icon: 'circle-pause', tone: 'neutral' },
  hidden: { label: t('Hidden'), icon: 'eye-off', tone: 'danger' },
  deleted: { label: t('Deleted'), icon: 'trash-2', tone: 'neutral' },
};

export function getDisplayStatus({ status, expired }: Pick<OwnerListing, 'status' | 'expired'>): DisplayStatus {
  if (status === 'active') return expired ? 'expired' : 'live';
  return status;
}

/** The names of the levels, as owners read them. */
export const LEVEL_NAMES: Record<Level, string> = { free: t('Free'), enhanced: t('Enhanced'), premium: t('Premium') };

const ENDING_SOON_DAYS = 7;

/** Whether a live listing ends within a week. @param now milliseconds since the epoch, as in this whole file */
export function endsSoon(listing: OwnerListing, now: number): boolean {
  return (
    getDisplayStatus(listing) === 'live' &&
    listing.expiresAt !== null &&
    daysUntil(listing.expiresAt, now) <= ENDING_SOON_DAYS
  );
}

/** When the listing ends, or why visitors do not see it. */
export function expiryText(listing: OwnerListing, now: number): string {
  const { expiresAt, undeletableUntil, level, paidUntil } = listing;
  const status = getDisplayStatus(listing);
  if (status === 'draft') return t('Not published yet');
  if (status === 'waiting') return WAITING_MESSAGE;
  if (status === 'hidden') return t('Hidden from visitors');
  if (status === 'deleted') return undeletableUntil ? `Restore by ${formatDay(undeletableUntil, now)}` : t('Deleted');
  if (status !== 'expired' && level !== 'free' && paidUntil) {
    return `Paid until ${formatPaidUntil({ paidUntil, expiresAt }, now)}`;
  }
  if (!expiresAt) return t('No end date');
  const day = formatDay(expiresAt, now);
  if (status === 'expired') return `Expired on ${day}`;
  if (status === 'paused') return listing.expired ? `Expired on ${day}` : `Runs until ${day}`;
  if (!endsSoon(listing, now)) return `Live until ${day}`;
  const days = daysUntil(expiresAt, now);
  return days <= 0 ? t('Ends today') : days === 1 ? `Ends tomorrow, ${day}` : `Ends in ${days} days, on ${day}`;
}

/** The end of a paid level: 'November 20, then 30 days as a free listing'. */
export const formatPaidUntil = (
  { paidUntil, expiresAt }: { paidUntil: string; expiresAt: string | null },
  now: number,
): string => `${formatDay(paidUntil, now)}${expiresAt ? `, ${THEN_FREE}` : ''}`;

/** Listings by status and their total views: 'Three live, one draft, 124 views'. */
export function summarizeListings(listings: OwnerListing[]): string {
  const counts = Object.entries(STATUS_BADGES).flatMap(([status, { label }]) => {
    const count = listings.filter((listing) => getDisplayStatus(listing) === status).length;
    return count === 0 ? [] : `${spellNumber(count)} ${pluralize(label.toLowerCase(), count)}`;
  });
  const views = listings.reduce((sum, listing) => sum + listing.views, 0);
  const text = [...counts, `${number.format(views)} ${views === 1 ? 'view' : 'views'}`].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Of the labels only 'draft' is a noun.
const pluralize = (label: string, count: number) => (label === 'draft' && count > 1 ? 'drafts' : label);

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

const spellNumber = (count: number) => NUMBER_WORDS[count] ?? number.format(count);

const number = new Intl.NumberFormat('en-US');

// The time zone of Southern California: its midnight ends a day.
const zone = { timeZone: 'America/Los_Angeles' };
const dayMonthFormat = new Intl.DateTimeFormat('en-US', { ...zone, month: 'long', day: 'numeric' });
const fullDateFormat = new Intl.DateTimeFormat('en-US', { ...zone, month: 'long', day: 'numeric', year: 'numeric' });
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
