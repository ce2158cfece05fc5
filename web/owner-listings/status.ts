import type { Level } from '#contract/listings.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import type { Badge } from '../ui/badge.tsx';

/** How a listing stands for its owner: its status, and 'expired' where its time is over. */
export type DisplayStatus = 'live' | 'expired' | 'draft' | 'paused' | 'hidden' | 'deleted';

/** How each is called and drawn, in the order in which they are counted. */
export const STATUS_BADGES: Record<
  DisplayStatus,
  { word: string; icon: string; tone: Parameters<typeof Badge>[0]['tone'] }
> = {
  live: { word: 'Live', icon: 'circle-check', tone: 'success' },
  expired: { word: 'Expired', icon: 'clock', tone: 'danger' },
  draft: { word: 'Draft', icon: 'pen-line', tone: 'info' },
  paused: { word: 'Paused', icon: 'circle-pause', tone: 'neutral' },
  hidden: { word: 'Hidden', icon: 'eye-off', tone: 'danger' },
  deleted: { word: 'Deleted', icon: 'trash-2', tone: 'neutral' },
};

export function getDisplayStatus({ status, expired }: Pick<OwnerListing, 'status' | 'expired'>): DisplayStatus {
  if (status === 'active') return expired ? 'expired' : 'live';
  return status;
}

export const LEVEL_NAMES: Record<Level, string> = { free: 'Free', enhanced: 'Enhanced', premium: 'Premium' };

const ENDING_SOON_DAYS = 7;

/** Whether visitors see it for a few days more only. `now` is in milliseconds, as everywhere here. */
export function endsSoon(ad: OwnerListing, now: number): boolean {
  return getDisplayStatus(ad) === 'live' && ad.expiresAt !== null && daysUntil(ad.expiresAt, now) <= ENDING_SOON_DAYS;
}

/** Until when it is shown, or what keeps it from being shown, in plain words. */
export function expiryText(ad: OwnerListing, now: number): string {
  const { expiresAt, undeletableUntil } = ad;
  const status = getDisplayStatus(ad);
  if (status === 'draft') return 'Not published yet';
  if (status === 'hidden') return 'Visitors do not see it';
  if (status === 'deleted')
    return undeletableUntil ? `Can be brought back until ${formatDay(undeletableUntil, now)}` : 'Deleted';
  if (!expiresAt) return 'No end date';
  const day = formatDay(expiresAt, now);
  if (status === 'expired') return `Expired on ${day}`;
  if (status === 'paused') return ad.expired ? `Its time ended on ${day}` : `Its time runs until ${day}`;
  if (!endsSoon(ad, now)) return `Live until ${day}`;
  const days = daysUntil(expiresAt, now);
  return days <= 0 ? 'Ends today' : days === 1 ? `Ends tomorrow, ${day}` : `Ends in ${days} days, on ${day}`;
}

/** 'Three live, one draft, 124 views': how many there are of each kind, and how often they were visited. */
export function summarizeListings(ads: OwnerListing[]): string {
  const counts = Object.entries(STATUS_BADGES).flatMap(([standing, { word }]) => {
    const count = ads.filter((ad) => getDisplayStatus(ad) === standing).length;
    return count === 0 ? [] : `${spellNumber(count)} ${pluralize(word.toLowerCase(), count)}`;
  });
  const views = ads.reduce((sum, ad) => sum + ad.views, 0);
  const words = [...counts, `${number.format(views)} ${views === 1 ? 'view' : 'views'}`].join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// Of these words only 'draft' is a noun.
const pluralize = (word: string, count: number) => (word === 'draft' && count > 1 ? 'drafts' : word);

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

const spellNumber = (count: number) => NUMBER_WORDS[count] ?? number.format(count);

const number = new Intl.NumberFormat('en-US');

// The zone of the places listed: a day ends there.
const zone = { timeZone: 'America/Los_Angeles' };
const dayMonthFormat = new Intl.DateTimeFormat('en-US', { ...zone, month: 'long', day: 'numeric' });
const fullDateFormat = new Intl.DateTimeFormat('en-US', { ...zone, month: 'long', day: 'numeric', year: 'numeric' });
const isoDateFormat = new Intl.DateTimeFormat('sv-SE', { ...zone, year: 'numeric', month: '2-digit', day: '2-digit' });

/** 'December 20', with the year where it is not this one. */
export function formatDay(at: string, now: number): string {
  const date = new Date(at);
  const isThisYear = isoDateFormat.format(date).slice(0, 4) === isoDateFormat.format(now).slice(0, 4);
  return (isThisYear ? dayMonthFormat : fullDateFormat).format(date);
}

/** The days of the calendar from now until then. */
const daysUntil = (at: string, now: number) => dayNumber(new Date(at)) - dayNumber(now);

const dayNumber = (moment: Date | number) => Date.parse(isoDateFormat.format(moment)) / 86_400_000;
