import type { SearchAbout } from '#contract/search.ts';
import { MOST_COUNTED } from '#contract/search-limits.ts';
import { nameOfSlug } from '../places/name-of-slug.ts';
import { isPoint } from './map/point.ts';
import type { Search } from './sought.ts';

/** '1 result', '12 results', 'More than 1,000 results'; with other words for what is counted 'More than 1,000 Bakeries'. */
export function countOf(total: number, what = 'results', one = 'result'): string {
  if (total >= MOST_COUNTED) return `More than ${MOST_COUNTED.toLocaleString('en-US')} ${what}`;
  return `${total === 0 ? 'No' : total.toLocaleString('en-US')} ${total === 1 ? one : what}`;
}

/** What is looked for and where, in a few words: '“bakery” near Irvine'. */
export function wordsOf({ q, category, place, near, box }: Search): string {
  return worded({
    what: q ? `“${q}”` : 'Businesses',
    category: category && nameOfSlug(category),
    place: place && nameOfSlug(place),
    near: near && isPoint(near) ? 'your location' : near,
    box,
  });
}

/** How many were found of what, and where: '12 results for “bakery” near Irvine'. */
export function headingOf(about: SearchAbout, { box }: Search = {}): string {
  const { total, near, place } = about;
  const q = wordsFound(about);
  const category = about.category?.name;
  const where = { near: near?.name, place: place?.name, box };
  if (q) return worded({ what: `${countOf(total)} for “${q}”`, category, ...where });
  if (category) return worded({ what: countOf(total, category, `result in ${category}`), ...where });
  return worded({ what: countOf(total, 'businesses', 'business'), ...where });
}

/** The words that something was found for: not those that were mistyped. */
export const wordsFound = ({ q, corrected, corrections }: SearchAbout) => (corrected && corrections[0]) || q;

function worded({
  what,
  category,
  place,
  near,
  box,
}: Record<'what', string> & Partial<Record<string, string>>): string {
  const where = [place && `in ${place}`, near && `near ${near}`, box && 'in the area of the map']
    .filter(Boolean)
    .join(', ');
  return [what, category && `in ${category}`, where || 'in Southern California'].filter(Boolean).join(' ');
}

/** '0.4 miles', '12 miles'. */
export function milesOf(miles: number): string {
  const rounded = miles < 10 ? miles.toFixed(1) : miles.toFixed(0);
  return `${rounded} ${rounded === '1.0' ? 'mile' : 'miles'}`;
}
