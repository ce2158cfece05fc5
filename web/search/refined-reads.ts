import type { PageQuery } from '../app/loader.ts';
import { queries } from '../app/queries.ts';
import { refinedOf } from './listed.ts';
import type { Search } from './sought.ts';

/** What a page reads whose address asks for some of what it lists; undefined where it asks for all. */
export function refinedReads(all: Search, { searchParams }: URL): PageQuery[] | undefined {
  const search = refinedOf(all, searchParams);
  return search && [queries.search(search, searchParams.get('cursor')), queries.searchAbout(search)];
}
