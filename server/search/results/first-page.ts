import type { SearchFilters, SearchQuery } from '#contract/search.ts';
import type { IndexQuery } from '#server/search/predicates.ts';
import {
  type BuiltQuery,
  type SearchDeps,
  type UnderstoodQuery,
  understandQuery,
} from '#server/search/query-understanding.ts';
import { hasMatches } from '#server/search/ranking/matches.ts';
import { type Ranked, rank } from '#server/search/ranking/ranking.ts';
import { createInFlight } from './in-flight.ts';

/** What the results and the summary of a search have in common. */
export interface FirstPage {
  understood: UnderstoodQuery;
  found: Ranked;
}

/** The requested results: `limit` to a page, and the first `need` of all. */
export type ResultPage = Pick<SearchQuery, 'sort' | 'limit'> & { need: number };

const NO_RESULTS: ResultPage = { sort: 'newest', limit: 0, need: 0 };

/** Parses a search and reads its first results. */
export async function readFirstPage(
  deps: SearchDeps,
  filters: SearchFilters,
  page: ResultPage = NO_RESULTS,
): Promise<FirstPage> {
  const pages = new Map<IndexQuery, Promise<Ranked>>();
  const read = (built: BuiltQuery) => {
    const options = { ...toOptions(page), countPlacesFrom: isLocal(built) ? null : MIN_RESULTS };
    const found = pages.get(built.query) ?? rank(deps.db, built.query, options);
    pages.set(built.query, found);
    return found;
  };
  const understood = await understandQuery(deps, filters, async (built) => {
    const { total } = await read(built);
    return total === null ? hasMatches(deps.db, built.query) : total > 0;
  });
  return { understood, found: await read(understood) };
}

/** The maximum number of sponsored results on top of a page. */
const MAX_SPONSORED = 3;

/** How the results of a page are ranked. Sponsored results are on top of the best order alone. */
export const toOptions = ({ sort, limit, need }: ResultPage) => ({
  sort,
  need,
  maxSponsored: sort === 'best' ? Math.min(MAX_SPONSORED, limit) : 0,
});

/** With fewer results a list is short enough to be read, and is not counted by place. */
export const MIN_RESULTS = 5;

/** The area that a search is limited to. */
export const getArea = ({ parsed }: Pick<UnderstoodQuery, 'parsed'>) => parsed.place ?? parsed.requiredArea;

/** Whether a search names a place smaller than a county. */
export const isLocal = (search: BuiltQuery) =>
  search.query.near !== null ||
  search.query.strip !== null ||
  search.query.boundingBox !== null ||
  getArea(search)?.allowsRadius === true;

const firstPages = createInFlight<FirstPage>();

/** Shares a first page with `joinInFlight` until it ends. */
export function shareInFlight(deps: SearchDeps, request: SearchQuery, read: () => Promise<FirstPage>) {
  const { sort: _, limit: __, cursor: ___, ...filters } = request;
  return firstPages.start(deps, filters, read);
}

/** The first page of the same search if it is in flight, as the results and the summary of a page are requested together; otherwise a new one. */
export const joinInFlight = (deps: SearchDeps, filters: SearchFilters): Promise<FirstPage> =>
  firstPages.find(deps, filters) ?? readFirstPage(deps, filters);
