import { omitParams, parseSearchParams, type SearchParamName, type SearchParams, searchPath } from './search-params.ts';

/** What the page of a category or place lists: its address, and the search that finds all of it. */
export interface ListingScope {
  path: string;
  search: SearchParams;
}

const REFINEMENTS = ['near', 'within', 'category', 'place', 'open', 'website', 'photos', 'sort'] as const;

/** The search for some of what a page lists, as its address asks for it; undefined where it asks for all. */
export function parseRefinement(base: SearchParams, address: URLSearchParams): SearchParams | undefined {
  const params = parseSearchParams(address);
  const refined: SearchParams = {};
  for (const name of REFINEMENTS) {
    if (params[name] && !base[name]) refined[name] = params[name];
  }
  if (refined.sort === defaultSort(refined)) delete refined.sort;
  return Object.keys(refined).length > 0 ? { ...refined, ...base } : undefined;
}

/** The search that an address asks for, on the page of what is listed or on that of searches. */
export const parseScopedSearch = (scope: ListingScope | undefined, address: URLSearchParams): SearchParams =>
  scope ? (parseRefinement(scope.search, address) ?? scope.search) : parseSearchParams(address);

/** In which order things come where nothing is said. */
export const defaultSort = ({ near }: SearchParams) => (near ? 'nearest' : 'newest');

/** The address that shows a search: on the page of what is listed while that is what it searches, else of `/search`. */
export function scopedPath(scope: ListingScope | undefined, search: SearchParams): string {
  if (
    !scope ||
    search.q ||
    Object.entries(scope.search).some(([name, value]) => search[name as SearchParamName] !== value)
  )
    return searchPath(search);
  const query = new URLSearchParams(omitParams(search, ...paramNames(scope.search)));
  return query.size > 0 ? `${scope.path}?${query}` : scope.path;
}

/** The names of what a search asks for. */
export const paramNames = (search: SearchParams) => Object.keys(search) as SearchParamName[];
