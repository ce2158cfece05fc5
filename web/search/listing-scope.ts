import { omitParams, parseSearchParams, type SearchParamName, type SearchParams, searchPath } from './search-params.ts';

/** What a category or place page lists: `path` is its URL, `search` finds all of its listings. */
export interface ListingScope {
  path: string;
  search: SearchParams;
}

const REFINEMENTS = ['near', 'within', 'category', 'place', 'open', 'website', 'photos', 'sort'] as const;

/** The base search of a scope with the filters of the URL; undefined if the URL has none. */
export function parseRefinement(base: SearchParams, address: URLSearchParams): SearchParams | undefined {
  const params = parseSearchParams(address);
  const refined: SearchParams = {};
  for (const name of REFINEMENTS) {
    if (params[name] && !base[name]) refined[name] = params[name];
  }
  if (refined.sort === defaultSort(refined)) delete refined.sort;
  return Object.keys(refined).length > 0 ? { ...refined, ...base } : undefined;
}

/** The search of a URL, on the page of a scope or on `/search`. */
export const parseScopedSearch = (scope: ListingScope | undefined, address: URLSearchParams): SearchParams =>
  scope ? (parseRefinement(scope.search, address) ?? scope.search) : parseSearchParams(address);

/** The sort order that the API uses without `sort`. */
export const defaultSort = ({ near }: SearchParams) => (near ? 'nearest' : 'newest');

/** The URL of a search: the page of the scope while the search stays inside it, otherwise `/search`. */
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

/** The names of the parameters that are set. */
export const paramNames = (search: SearchParams) => Object.keys(search) as SearchParamName[];
