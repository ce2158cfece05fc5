import type { ListingScope } from '#web/base/search-box/listing-scope.ts';
import type { SearchParamName, SearchParams } from '#web/base/search-box/search-params.ts';

type FilterName = Exclude<SearchParamName, 'q' | 'near' | 'sort' | 'view'>;

/** The names of the filters that are set, without those that the scope of the page implies. */
export const getActiveFilters = (search: SearchParams, scope?: ListingScope) =>
  (Object.keys(search) as FilterName[]).filter(
    (name) => search[name] && !scope?.search[name] && !/^(q|near|sort|view)$/.test(name),
  );
