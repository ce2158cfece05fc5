import type { ListingScope } from '#web/base/search-box/listing-scope.ts';
import type { SearchParamName, SearchParams } from '#web/base/search-box/search-params.ts';

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
  'licensed',
  'box',
] as const satisfies SearchParamName[];

/** The names of the filters that are set, without those that the scope of the page implies. */
export const getActiveFilters = (search: SearchParams, scope?: ListingScope) =>
  FILTER_PARAMS.filter((name) => search[name] && !scope?.search[name]);
