import type { PageQuery } from '../app/loader.ts';
import { queries } from '../app/queries.ts';
import { parseRefinement } from './listing-scope.ts';
import type { SearchParams } from './search-params.ts';

/** What a page reads whose address asks for some of what it lists; undefined where it asks for all. */
export function refinedQueries(base: SearchParams, { searchParams }: URL): PageQuery[] | undefined {
  const search = parseRefinement(base, searchParams);
  return search && [queries.search(search, searchParams.get('cursor')), queries.searchAbout(search)];
}
