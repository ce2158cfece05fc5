import { t } from '#contract/i18n/t.ts';
import type { SearchFilters, SearchSummary } from '#contract/search.ts';
import { inCategory } from '#server/listings/read/scopes.ts';
import { countMatches } from '#server/search/ranking/matches.ts';
import { findAreasCalledLike } from './areas.ts';
import { ALWAYS_TERM, toFilterTerms, toLanguageTerm } from './index-query.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { IndexQuery } from './predicates.ts';
import type { SearchDeps, UnderstoodQuery } from './query-understanding.ts';

/** With this many results no broader search is offered. */
const SUFFICIENT_RESULTS = 5;
const BROADER_RADII_MILES = [50, 100];

type SearchParameters = Record<string, string>;
interface BroaderSearch {
  label: string;
  search: SearchParameters;
  query: IndexQuery;
}

/**
 * Broader variants of a search with few results: a larger radius or one filter less, nearest first. Only variants that find more
 * are returned.
 */
export async function broadenSearch(
  { db }: SearchDeps,
  understood: UnderstoodQuery,
  { filters, total }: { filters: SearchFilters; total: number },
): Promise<SearchSummary['wider']> {
  if (total >= SUFFICIENT_RESULTS) return [];
  const candidates = [...broadenArea(understood, filters), ...relaxFilters(understood, filters)];
  const counts = await Promise.all(candidates.map(({ query }) => countMatches(db, query)));
  return candidates.flatMap(({ label, search }, i) => {
    const found = counts[i] ?? 0;
    return found > total ? [{ label, search, count: found }] : [];
  });
}

/** The same search in other places whose name begins with that of the place it is near to, or is the same: 'Westlake Village' for Westlake. */
export async function findOtherPlaces(
  { db, gazetteer }: SearchDeps,
  { parsed, query }: UnderstoodQuery,
  filters: SearchFilters,
): Promise<SearchSummary['otherPlaces']> {
  const { near } = parsed;
  if (!near?.path || !query.text || query.strip || filters.near !== '') return [];
  const others = findAreasCalledLike(gazetteer, { name: near.name, path: near.path });
  const { near: _, ...rest } = toSearchParameters(parsed, filters);
  const counts = await Promise.all(
    others.map((area) => countMatches(db, { ...query, near: area, boostTerms: [], radiusMiles: OTHER_PLACE_MILES })),
  );
  return others.flatMap((area, i) => {
    const count = counts[i] ?? 0;
    return count > 0
      ? [{ label: `${area.name}, ${area.detail}`, search: { ...rest, near: toSlug(area.path) ?? '' }, count }]
      : [];
  });
}

const OTHER_PLACE_MILES = 10;

function broadenArea({ parsed, query }: UnderstoodQuery, filters: SearchFilters): BroaderSearch[] {
  const { near, radiusMiles, place, requiredArea } = parsed;
  const { near: _near, within: _within, place: _place, box: _box, ...everywhere } = toSearchParameters(parsed, filters);
  const areas: BroaderSearch[] = [];
  if (near && radiusMiles !== null) {
    for (const miles of BROADER_RADII_MILES.filter((miles) => miles > radiusMiles)) {
      areas.push({
        label: t('Within {miles} miles of {place}', { miles, place: near.name }),
        search: { ...everywhere, near: toSlug(near.path) ?? filters.near, within: String(miles) },
        query: { ...query, radiusMiles: miles },
      });
    }
  }
  if (place?.allowsRadius) {
    const [miles = 0] = BROADER_RADII_MILES;
    areas.push({
      label: t('Within {miles} miles of {place}', { miles, place: place.name }),
      search: { ...everywhere, near: toSlug(place.path) ?? '', within: String(miles) },
      query: { ...withoutTerms(query, toFilterTerms(place.where)), near: place, radiusMiles: miles },
    });
  }
  if (near || place || filters.box) {
    areas.push({
      label: t('Anywhere in Southern California'),
      search: everywhere,
      query: {
        ...withoutTerms(query, [...toFilterTerms(place?.where ?? {}), ...toFilterTerms(requiredArea?.where ?? {})]),
        near: null,
        radiusMiles: null,
        strip: null,
        boundingBox: null,
      },
    });
  }
  return areas;
}

function relaxFilters({ parsed, query, vocabulary }: UnderstoodQuery, filters: SearchFilters): BroaderSearch[] {
  const { category, open, language, benefits } = parsed;
  const { website, photos, stars, answers, licensed } = filters;
  const all = toSearchParameters(parsed, filters);
  const needsPaidLevel = (terms: string[]) => terms.includes('#photos');
  const withoutFilter = (parameter: string, label: string, terms: string[]): BroaderSearch => {
    const { [parameter]: _, ...search } = all;
    const fewer = withoutTerms(query, terms);
    return {
      label,
      search,
      query: { ...fewer, paid: needsPaidLevel(fewer.filterTerms), open: parameter === 'open' ? null : fewer.open },
    };
  };
  return [
    ...(open ? [withoutFilter('open', t('With any opening hours'), [ALWAYS_TERM])] : []),
    ...(language
      ? [withoutFilter('language', t('In any language'), [toLanguageTerm(language, vocabulary.questions)])]
      : []),
    ...(website ? [withoutFilter('website', t('With or without a website'), ['#website'])] : []),
    ...(photos ? [withoutFilter('photos', t('With or without photos'), ['#photos'])] : []),
    ...(stars ? [withoutFilter('stars', t('With any rating'), [`#stars${stars}`])] : []),
    ...(answers ? [withoutFilter('answers', t('Whether they answer messages or not'), ['#answers'])] : []),
    ...benefits.map((benefit) =>
      withoutFilter(benefit, t('Whether they take {benefit} or not', { benefit: benefit.toUpperCase() }), [
        `#${benefit}`,
      ]),
    ),
    ...(licensed ? [withoutFilter('licensed', t('Whatever the state’s list says'), ['#licensed'])] : []),
    ...(category ? [withoutFilter('category', t('In all categories'), toFilterTerms(inCategory(category).where))] : []),
  ];
}

const withoutTerms = (query: IndexQuery, terms: string[]): IndexQuery => ({
  ...query,
  filterTerms: query.filterTerms.filter((term) => !terms.includes(term)),
});

/** The URL parameters of a search, with a location and filters from its words as parameters. */
export function toSearchParameters(
  { words, near, place, category, open, language, benefits, phone }: UnderstoodQuery['parsed'],
  filters: SearchFilters,
): SearchParameters {
  const given = {
    q: toQueryText({ words, phone }),
    near: toSlug(near?.path ?? null) ?? (near ? filters.near : ''),
    within: filters.within?.toString() ?? '',
    category: category?.slug ?? '',
    place: toSlug(place?.path ?? null) ?? '',
    open: open ?? '',
    language: language ?? '',
    website: filters.website ? 'true' : '',
    photos: filters.photos ? 'true' : '',
    stars: filters.stars ?? '',
    answers: filters.answers ? 'true' : '',
    licensed: filters.licensed ? 'true' : '',
    box: filters.box?.join(',') ?? '',
    ...Object.fromEntries(benefits.map((benefit) => [benefit, 'true'])),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

/** The words of a search without those that are parameters. */
export const toQueryText = ({ words, phone }: Pick<ParsedQuery, 'words' | 'phone'>) =>
  [...words.map(({ text, written }) => written ?? text), ...(phone ? ['phone', phone] : [])].join(' ');

/** The slug in a path: 'irvine' for '/city/irvine', 'lax' for '/search?near=lax'; of an address its text. */
const toSlug = (path: string | null) => path && decodeURIComponent(path.split(/[/=]/).at(-1) ?? '');
