import type { SearchFilters, SearchQuery } from '#contract/search.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { type Candidates, readCandidates } from '#server/search/ranking/candidates.ts';
import { hasMatches } from '#server/search/ranking/ranking.ts';
import type { IndexQuery } from './predicates.ts';
import { type BuiltQuery, type SearchDeps, type UnderstoodQuery, understandQuery } from './query-understanding.ts';

/** What the results and the summary of a search have in common. */
export interface FirstReading {
  understood: UnderstoodQuery;
  /** Null where there are too many to read them all. */
  candidates: Candidates | null;
}

/** The requested results: `limit` to a page, and the first `need` of all. */
export type ResultPage = Pick<SearchQuery, 'sort' | 'limit'> & { need: number };

const NO_RESULTS: ResultPage = { sort: 'newest', limit: 0, need: 0 };

/** Parses a search and reads its candidates. */
export async function readFirst(
  deps: SearchDeps,
  filters: SearchFilters,
  page: ResultPage = NO_RESULTS,
): Promise<FirstReading> {
  const readings = new Map<IndexQuery, Promise<Candidates | null>>();
  const read = (built: BuiltQuery) => {
    const countPlacesFrom = isLocal(built) ? null : MIN_RESULTS;
    const options = { ...toOptions(page), countPlacesFrom };
    const reading = readings.get(built.query) ?? readCandidates(deps.db, built.query, options);
    readings.set(built.query, reading);
    return reading;
  };
  const understood = await understandQuery(deps, filters, async (built) => {
    const candidates = await read(built);
    return candidates ? candidates.total > 0 : hasMatches(deps.db, built.query);
  });
  return { understood, candidates: await read(understood) };
}

/** The maximum number of sponsored results on top of a page. */
const MAX_SPONSORED = 3;

/** How the candidates of a page are read. Sponsored results are on top of the best order alone. */
export const toOptions = ({ sort, limit, need }: ResultPage) => ({
  sort,
  need,
  maxSponsored: sort === 'best' ? Math.min(MAX_SPONSORED, limit) : 0,
  countPlacesFrom: null,
});

/** With fewer results a list is short enough to be read, and is not counted by place. */
export const MIN_RESULTS = 5;

/** The area that a search is limited to. */
export const getArea = ({ parsed }: Pick<UnderstoodQuery, 'parsed'>) => parsed.place ?? parsed.requiredArea;

/** Whether a search names a place smaller than a county. */
export const isLocal = (search: BuiltQuery) =>
  search.query.near !== null || search.query.boundingBox !== null || getArea(search)?.allowsRadius === true;

const inProgress = new WeakMap<SearchDeps['db'], Map<string, Promise<FirstReading>>>();

/** Shares a reading with `joinReading` until it ends. */
export function shareReading(deps: SearchDeps, request: SearchQuery, read: () => Promise<FirstReading>) {
  const readings = inProgress.get(deps.db) ?? new Map<string, Promise<FirstReading>>();
  inProgress.set(deps.db, readings);
  const { sort: _, limit: __, cursor: ___, ...filters } = request;
  const key = toKey(filters);
  const reading = read().finally(() => {
    if (readings.get(key) === reading) readings.delete(key);
  });
  readings.set(key, reading);
  return reading;
}

/** The reading of the same search in progress, as the results and the summary of a page are requested together; otherwise a new one. */
export const joinReading = (deps: SearchDeps, filters: SearchFilters): Promise<FirstReading> =>
  inProgress.get(deps.db)?.get(toKey(filters)) ?? readFirst(deps, filters);

/** What is read has names in the language of the request. */
const toKey = (filters: SearchFilters) => JSON.stringify([getLanguage(), filters]);
