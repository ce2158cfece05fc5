import { omitParams, parseSearchParams, type SearchParamName, type SearchParams, searchPath } from './search-params.ts';

/** What a category or place page lists: `path` is its URL, `search` finds all of its listings. */
export interface ListingScope {
  path: string;
  search: SearchParams;
}

const REFINEMENTS = ['near', 'within', 'category', 'place', 'open', 'language', 'website', 'photos', 'sort'] as const;

/** The search of a URL, on the page of a scope or on `/search`: on a scoped page the filters of the URL in addition to the scope. */
export function parseScopedSearch(scope: ListingScope | undefined, address: URLSearchParams): SearchParams {
  const params = parseSearchParams(address);
  if (!scope) return params;
  const refined: SearchParams = {};
  for (const name of REFINEMENTS) {
    if (params[name] && !scope.search[name]) refined[name] = params[name];
  }
  if (refined.sort === defaultSort(refined)) delete refined.sort;
  return { ...refined, ...scope.search };
}

/** Whether the search needs `/api/search`: the lists of the API know no filters, and newest first as their only other order. */
export const isRefined = ({ search: base }: ListingScope, search: SearchParams) =>
  paramNames(search).some((name) => !base[name] && (name !== 'sort' || search.sort !== 'newest'));

/** The sort order that the API uses without `sort`: by distance, or by relevance. */
export const defaultSort = ({ near }: SearchParams) => (near ? 'nearest' : '');

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
