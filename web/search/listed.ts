import { type Search, type SearchParameter, searchOf, searchPath, without } from './sought.ts';

/** What the page of a category or place lists: its address, and the search that finds all of it. */
export interface Listed {
  path: string;
  all: Search;
}

const REFINEMENTS = ['near', 'within', 'category', 'place', 'open', 'website', 'photos', 'sort'] as const;

/** The search for some of what a page lists, as its address asks for it; undefined where it asks for all. */
export function refinedOf(all: Search, address: URLSearchParams): Search | undefined {
  const said = searchOf(address);
  const refined: Search = {};
  for (const name of REFINEMENTS) {
    if (said[name] && !all[name]) refined[name] = said[name];
  }
  if (refined.sort === usualSort(refined)) delete refined.sort;
  return Object.keys(refined).length > 0 ? { ...refined, ...all } : undefined;
}

/** The search that an address asks for, on the page of what is listed or on that of searches. */
export const searchIn = (listed: Listed | undefined, address: URLSearchParams): Search =>
  listed ? (refinedOf(listed.all, address) ?? listed.all) : searchOf(address);

/** In which order things come where nothing is said. */
export const usualSort = ({ near }: Search) => (near ? 'nearest' : 'newest');

/** The address that shows a search: on the page of what is listed while that is what it searches, else of `/search`. */
export function pathIn(listed: Listed | undefined, search: Search): string {
  if (
    !listed ||
    search.q ||
    Object.entries(listed.all).some(([name, value]) => search[name as SearchParameter] !== value)
  )
    return searchPath(search);
  const query = new URLSearchParams(without(search, ...parametersOf(listed.all)));
  return query.size > 0 ? `${listed.path}?${query}` : listed.path;
}

/** The names of what a search asks for. */
export const parametersOf = (search: Search) => Object.keys(search) as SearchParameter[];
