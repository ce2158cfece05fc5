import type { ListingHours } from '#contract/hours/hours-change.ts';
import type { FoundHours, SkippedHours } from '#contract/hours/hours-feeds.ts';
import { isPastEntry, isSameEntry, MAX_SPECIAL_DAYS } from '#contract/hours/special-hours.ts';
import { type Hours, WEEKDAYS } from '#contract/hours/weekly-hours.ts';

/** The hours of a listing that follows an address. */
export interface MergedHours {
  result: ListingHours;
  /** The special days that are the address's: it may change and remove them later. */
  owned: string[];
  skipped: SkippedHours[];
}

/**
 * What a listing's hours become. The address owns the days that it names, and those that it named before: all others stay as the owner has them. A day
 * that the owner has every year, or in a closed period, stays too, since a listing can have only one. Of the week it owns the days that it says.
 * @param owned the special days that were its own the last time
 */
export function mergeHours(own: ListingHours, found: FoundHours, owned: readonly string[]): MergedHours {
  const named = new Set(found.specialHours.map(({ on }) => on));
  const kept = own.specialHours.filter(({ on }) => !owned.includes(on) && !named.has(on));
  const taken: ListingHours['specialHours'] = [];
  const skipped = [...found.skipped];
  for (const day of found.specialHours.filter(({ on }) => !isPastEntry(on))) {
    const isTaken = kept.some(({ on }) => isSameEntry(on, day.on));
    const isFull = kept.length + taken.length >= MAX_SPECIAL_DAYS;
    if (isTaken || isFull)
      skipped.push({ date: day.on.slice(0, 10), title: '', reason: isTaken ? 'every-year' : 'too-many' });
    else taken.push(day);
  }
  return {
    result: { hours: mergeWeek(own.hours, found.hours), specialHours: [...kept, ...taken] },
    owned: taken.map(({ on }) => on),
    skipped,
  };
}

function mergeWeek(own: Hours | null, found: Hours | null): Hours | null {
  if (!found || Object.values(found).every((day) => day === null)) return own;
  return Object.fromEntries(WEEKDAYS.map((day) => [day, found[day] ?? own?.[day] ?? null])) as Hours;
}
