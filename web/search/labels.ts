import { t } from '#contract/i18n/t.ts';
import { MAX_COUNTED_RESULTS } from '#contract/limits.ts';
import type { SearchSummary } from '#contract/search.ts';
import { slugToName } from '../places/slug-to-name.ts';
import { isPoint } from './map/point.ts';
import type { SearchParams } from './search-params.ts';

/** '1 result', '12 results', 'More than 1,000 results'; `what` and `one` replace the nouns: 'More than 1,000 Bakeries'. */
export function countLabel(total: number, what = 'results', one = 'result'): string {
  if (total >= MAX_COUNTED_RESULTS) return `More than ${MAX_COUNTED_RESULTS.toLocaleString('en-US')} ${what}`;
  return `${total === 0 ? t('No') : total.toLocaleString('en-US')} ${total === 1 ? one : what}`;
}

/** The query and place of a search: '“bakery” near Irvine'. */
export function searchLabel({ q, category, place, near, box }: SearchParams): string {
  return joinLabel({
    what: q ? `“${q}”` : t('Businesses'),
    category: category && slugToName(category),
    place: place && slugToName(place),
    near: near && isPoint(near) ? 'your location' : near,
    box,
  });
}

/** The number of results, the query and the place: '12 results for “bakery” near Irvine'. */
export function resultsHeading(about: SearchSummary, { box }: SearchParams = {}): string {
  const { total, near, place } = about;
  const q = effectiveQuery(about);
  const category = about.category?.name;
  const where = { near: near?.name, place: place?.name, box };
  if (q) return joinLabel({ what: `${countLabel(total)} for “${q}”`, category, ...where });
  if (category) return joinLabel({ what: countLabel(total, category, `result in ${category}`), ...where });
  return joinLabel({ what: countLabel(total, 'businesses', 'business'), ...where });
}

/** The query that produced the results: the first correction if the words were misspelled. */
export const effectiveQuery = ({ q, corrected, corrections }: SearchSummary) => (corrected && corrections[0]) || q;

function joinLabel({
  what,
  category,
  place,
  near,
  box,
}: Record<'what', string> & Partial<Record<string, string>>): string {
  const where = [place && `in ${place}`, near && `near ${near}`, box && 'in this map area'].filter(Boolean).join(', ');
  return [what, category && `in ${category}`, where || 'in Southern California'].filter(Boolean).join(' ');
}

/** The names of a search's category and place. `about` may still belong to the previous search, so its slugs are compared. */
export function getFilterNames({ category = '', place = '' }: SearchParams, about: SearchSummary | undefined) {
  const matches = (slug: string, current: string | undefined) => current?.split('/').at(-1) === slug;
  return {
    category: (matches(category, about?.category?.slug) && about?.category?.name) || slugToName(category),
    place: (matches(place, about?.place?.path) && about?.place?.name) || slugToName(place),
  };
}
