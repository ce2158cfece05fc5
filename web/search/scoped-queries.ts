import type { PageQuery } from '#web/base/api/loader.ts';
import { queries } from '#web/base/api/queries.ts';
import { isRefined, parseScopedSearch } from '#web/base/search-box/listing-scope.ts';
import type { SearchParams } from '#web/base/search-box/search-params.ts';

/** The queries of a scoped page: of its filters, and of its results where the URL has some. @param lists the queries without filters */
export function scopedQueries(base: SearchParams, { pathname, searchParams }: URL, lists: PageQuery[]): PageQuery[] {
  const scope = { path: pathname, search: base };
  const search = parseScopedSearch(scope, searchParams);
  return isRefined(scope, search)
    ? [queries.filterCounts(search), queries.search(search, searchParams.get('cursor')), queries.searchAbout(search)]
    : [queries.filterCounts(base), ...lists];
}
