import type { PageQuery } from '#web/base/api/loader.ts';
import { queries } from '#web/base/api/queries.ts';
import { isRefined, parseScopedSearch } from '#web/base/search-box/listing-scope.ts';
import type { SearchParams } from '#web/base/search-box/search-params.ts';

/** The queries of a scoped page whose URL has filters; undefined without filters. */
export function refinedQueries(base: SearchParams, { pathname, searchParams }: URL): PageQuery[] | undefined {
  const scope = { path: pathname, search: base };
  const search = parseScopedSearch(scope, searchParams);
  return isRefined(scope, search)
    ? [queries.search(search, searchParams.get('cursor')), queries.searchAbout(search)]
    : undefined;
}
