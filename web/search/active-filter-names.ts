import type { ListingScope } from './listing-scope.ts';
import type { SearchParamName, SearchParams } from './search-params.ts';

const FILTER_PARAMS = [
  'category',
  'place',
  'within',
  'open',
  'language',
  'website',
  'photos',
  'stars',
  'answers',
  'box',
] as const satisfies SearchParamName[];

/** The names of the filters that are set, without those that the scope of the page implies. */
export const getActiveFilters = (search: SearchParams, scope?: ListingScope) =>
  FILTER_PARAMS.filter((name) => search[name] && !scope?.search[name]);
