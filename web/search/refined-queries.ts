import type { PageQuery } from '../app/loader.ts';
import { queries } from '../app/queries.ts';
import { parseRefinement } from './listing-scope.ts';
import type { SearchParams } from './search-params.ts';

/** The queries of a scoped page whose URL has filters; undefined without filters. */
export function refinedQueries(base: SearchParams, { searchParams }: URL): PageQuery[] | undefined {
  const search = parseRefinement(base, searchParams);
  return search && [queries.search(search, searchParams.get('cursor')), queries.searchAbout(search)];
}
