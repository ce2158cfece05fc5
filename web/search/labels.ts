import { slugToName } from '#contract/i18n/slug-to-name.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_COUNTED_RESULTS } from '#contract/limits.ts';
import type { SearchSummary } from '#contract/search.ts';
import { isCountySlug } from '#web/base/formats/county-slug.ts';
import { placeInSentence } from '#web/base/formats/place-in-sentence.ts';
import { isPoint } from '#web/base/search-box/point.ts';
import type { SearchParams } from '#web/base/search-box/search-params.ts';

/** '1 result', '12 results', 'More than 1,000 results' */
export function countLabel(total: number): string {
  if (isMore(total)) return t('More than {max, number} results', { max: MAX_COUNTED_RESULTS });
  return t('{total, plural, =0 {No results} one {# result} other {# results}}', { total });
}

const isMore = (total: number) => total >= MAX_COUNTED_RESULTS;

/** The query and place of a search: '“bakery” near Irvine'. */
export function searchLabel({ q, category: categorySlug, place, near, box }: SearchParams): string {
  const where = whereLabel({
    place: place && { name: slugToName(place), slug: place },
    near: near && { name: isPoint(near) ? t('your location') : near },
    box,
  });
  if (!categorySlug) return q ? t('“{q}” {where}', { q, where }) : t('Businesses {where}', { where });
  const category = slugToName(categorySlug);
  if (q) return t('“{q}” in {category} {where}', { q, category, where });
  return t('Businesses in {category} {where}', { category, where });
}

/** The number of results, the query and the place: '12 results for “bakery” near Irvine'. */
export function resultsHeading(about: SearchSummary, { box }: SearchParams = {}): string {
  const { total } = about;
  const q = effectiveQuery(about);
  const category = about.category?.name;
  const where = whereLabel({
    near: about.near && toNamed(about.near),
    place: about.place && toNamed(about.place),
    box,
  });
  const results = countLabel(total);
  if (q && category) return t('{results} for “{q}” in {category} {where}', { results, q, category, where });
  if (q) return t('{results} for “{q}” {where}', { results, q, where });
  if (category) {
    if (isMore(total))
      return t('More than {max, number} {category} {where}', { max: MAX_COUNTED_RESULTS, category, where });
    return t(
      '{total, plural, =0 {No {category} {where}} one {# result in {category} {where}} other {# {category} {where}}}',
      { total, category, where },
    );
  }
  if (isMore(total)) return t('More than {max, number} businesses {where}', { max: MAX_COUNTED_RESULTS, where });
  return t('{total, plural, =0 {No businesses {where}} one {# business {where}} other {# businesses {where}}}', {
    total,
    where,
  });
}

/** The query that produced the results: the first correction if the words were misspelled. */
export const effectiveQuery = ({ q, corrected, corrections }: SearchSummary) => (corrected && corrections[0]) || q;

const toNamed = ({ name, path }: { name: string; path: string | null }) => ({ name, slug: path?.split('/').at(-1) });

type Named = { name: string; slug?: string };

/** The place of a search as it follows what is searched: 'in Irvine, in this map area'. */
function whereLabel({
  place,
  near,
  box,
}: {
  place?: Named | '' | null;
  near?: Named | '' | null;
  box?: string;
}): string {
  const parts = [
    place && t('in {place}', { place: placeInSentence(place) }),
    near && nearLabel(near),
    box && t('in this map area'),
  ];
  return parts.filter(Boolean).join(', ') || t('in Southern California');
}

// In Spanish the article of a county merges with the preposition.
const nearLabel = ({ name, slug = '' }: Named) =>
  isCountySlug(slug) ? t('near {place}', { place: name }, 'county') : t('near {place}', { place: name });

/** The names of a search's category and place. `about` may still belong to the previous search, so its slugs are compared. */
export function getFilterNames({ category = '', place = '' }: SearchParams, about: SearchSummary | undefined) {
  const matches = (slug: string, current: string | undefined) => current?.split('/').at(-1) === slug;
  return {
    category: (matches(category, about?.category?.slug) && about?.category?.name) || slugToName(category),
    place: (matches(place, about?.place?.path) && about?.place?.name) || slugToName(place),
  };
}
