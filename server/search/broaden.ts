import type { SearchFilters, SearchSummary } from '#contract/search.ts';
import { inCategory } from '../listings/read/scopes.ts';
import type { IndexQuery } from './predicates.ts';
import { type SearchDeps, toFilterTerms, type UnderstoodQuery } from './query-understanding.ts';
import { countMatches } from './ranking.ts';

/** Who found as many needs no other search. */
const SUFFICIENT_RESULTS = 5;
const BROADER_RADII_MILES = [50, 100];

type SearchParameters = Record<string, string>;
interface BroaderSearch {
  label: string;
  search: SearchParameters;
  query: IndexQuery;
}

/** The same search with one condition less or in a wider area, nearest first, where few were found; only what finds more. */
export async function broadenSearch(
  { db }: SearchDeps,
  understood: UnderstoodQuery,
  { sought, total }: { sought: SearchFilters; total: number },
): Promise<SearchSummary['wider']> {
  if (total >= SUFFICIENT_RESULTS) return [];
  const candidates = [...broadenArea(understood, sought), ...relaxFilters(understood, sought)];
  const counts = await Promise.all(candidates.map(({ query }) => countMatches(db, query)));
  return candidates.flatMap(({ label, search }, i) => {
    const found = counts[i] ?? 0;
    return found > total ? [{ label, search, count: found }] : [];
  });
}

function broadenArea({ parsed: asked, query }: UnderstoodQuery, sought: SearchFilters): BroaderSearch[] {
  const { near, radiusMiles: within, place, requiredArea: wide } = asked;
  const { near: _near, within: _within, place: _place, box: _box, ...everywhere } = toSearchParameters(asked, sought);
  const areas: BroaderSearch[] = [];
  if (near && within !== null) {
    for (const miles of BROADER_RADII_MILES.filter((miles) => miles > within)) {
      areas.push({
        label: `Within ${miles} miles of ${near.name}`,
        search: { ...everywhere, near: toSlug(near.path) ?? sought.near, within: String(miles) },
        query: { ...query, within: miles },
      });
    }
  }
  if (place?.allowsRadius) {
    const [miles = 0] = BROADER_RADII_MILES;
    areas.push({
      label: `Within ${miles} miles of ${place.name}`,
      search: { ...everywhere, near: toSlug(place.path) ?? '', within: String(miles) },
      query: { ...withoutTerms(query, toFilterTerms(place.where)), near: place, within: miles },
    });
  }
  if (near || place || sought.box) {
    areas.push({
      label: 'Anywhere in Southern California',
      search: everywhere,
      query: {
        ...withoutTerms(query, [...toFilterTerms(place?.where ?? {}), ...toFilterTerms(wide?.where ?? {})]),
        ...{ near: null, within: null, box: null },
      },
    });
  }
  return areas;
}

function relaxFilters({ parsed: asked, query }: UnderstoodQuery, sought: SearchFilters): BroaderSearch[] {
  const { category } = asked;
  const { open, website, photos } = sought;
  const all = toSearchParameters(asked, sought);
  const needsPaidLevel = (marks: string[]) => marks.some((mark) => mark === '#website' || mark === '#photos');
  const withoutFilter = (parameter: string, label: string, marks: string[]): BroaderSearch => {
    const { [parameter]: _, ...search } = all;
    const fewer = withoutTerms(query, marks);
    return {
      label,
      search,
      query: { ...fewer, paid: needsPaidLevel(fewer.marks), openNow: fewer.marks.includes('#hours') },
    };
  };
  return [
    ...(open ? [withoutFilter('open', 'Open or closed', ['#hours'])] : []),
    ...(website ? [withoutFilter('website', 'With or without a website', ['#website'])] : []),
    ...(photos ? [withoutFilter('photos', 'With or without photos', ['#photos'])] : []),
    ...(category ? [withoutFilter('category', 'In all categories', toFilterTerms(inCategory(category).where))] : []),
  ];
}

const withoutTerms = (query: IndexQuery, marks: string[]): IndexQuery => ({
  ...query,
  marks: query.marks.filter((mark) => !marks.includes(mark)),
});

/** The parameters of a search, with where it was said in words as `near`. */
function toSearchParameters(
  { words, near, place, category }: UnderstoodQuery['parsed'],
  sought: SearchFilters,
): SearchParameters {
  const given = {
    q: words.map(({ text }) => text).join(' '),
    near: toSlug(near?.path ?? null) ?? (near ? sought.near : ''),
    within: sought.within?.toString() ?? '',
    category: category?.slug ?? '',
    place: toSlug(place?.path ?? null) ?? '',
    open: sought.open ?? '',
    website: sought.website ? 'true' : '',
    photos: sought.photos ? 'true' : '',
    box: sought.box?.join(',') ?? '',
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

/** What an area is called in an address: '/city/irvine' is 'irvine'. */
const toSlug = (path: string | null) => path?.split('/').at(-1);
