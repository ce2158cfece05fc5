import type { SearchFilters } from '#contract/search.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import type { SearchDeps } from '#server/search/query-understanding.ts';

/** Reads of one kind that have not ended, by their search. */
export interface InFlight<T> {
  /** Reads, and shares it with `find` until it ends. */
  start(deps: SearchDeps, filters: SearchFilters, read: () => Promise<T>): Promise<T>;
  find(deps: SearchDeps, filters: SearchFilters): Promise<T> | undefined;
}

/** Lets the parts of a page, which are requested together, share what they all read. */
export function createInFlight<T>(): InFlight<T> {
  const reads = new WeakMap<SearchDeps['db'], Map<string, Promise<T>>>();
  return {
    start({ db }, filters, read) {
      const ofDb = reads.get(db) ?? new Map<string, Promise<T>>();
      reads.set(db, ofDb);
      const key = toKey(filters);
      const reading = read().finally(() => {
        if (ofDb.get(key) === reading) ofDb.delete(key);
      });
      ofDb.set(key, reading);
      return reading;
    },
    find: ({ db }, filters) => reads.get(db)?.get(toKey(filters)),
  };
}

/** What is read has names in the language of the request. */
const toKey = (filters: SearchFilters) => JSON.stringify([getLanguage(), filters]);
