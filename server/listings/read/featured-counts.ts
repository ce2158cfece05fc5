import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '#server/db/schema.ts';
import { getDatabaseTime } from '../../page-cache/cache-plugin.ts';
import { ALL_KEYS } from '../../page-cache/invalidate.ts';
import { type FeaturedCount, featuredCountQuery, type ListingScope } from './scopes.ts';

// An entry has some hundred bytes.
const MAX_SCOPES = 10_000;

/** The numbers of featured listings in memory, so that a list is not counted anew each minute. */
export interface FeaturedCounts {
  get(scope: ListingScope): Promise<FeaturedCount>;
  /** Drops the counts of scopes with these surrogate keys; `*` drops all. */
  invalidate(keys: string[]): void;
}

/**
 * Counts the featured listings of a scope when they are first asked for, and again after its surrogate key was invalidated or one of them has
 * ended. See docs/decisions/0088-the-administrators-counts-at-a-million-listings.md.
 */
export function createFeaturedCounts(db: Kysely<DB>): FeaturedCounts {
  const entries = new LRUCache<string, { key: string; counted: Promise<FeaturedCount> }>({ max: MAX_SCOPES });

  const count = (name: string, scope: ListingScope) => {
    const counted = featuredCountQuery(db, scope).executeTakeFirstOrThrow();
    const entry = { key: scope.key, counted };
    entries.set(name, entry);
    counted.catch(() => {
      if (entries.peek(name) === entry) entries.delete(name);
    });
    return counted;
  };

  return {
    async get(scope) {
      const name = `${scope.key} ${JSON.stringify(scope.where)}`;
      const known = await entries.get(name)?.counted;
      const isCurrent = known && !(known.firstEnd && known.firstEnd.getTime() <= getDatabaseTime());
      return isCurrent ? known : count(name, scope);
    },
    invalidate(keys) {
      const dropped = new Set(keys);
      for (const [name, { key }] of entries.entries()) {
        if (dropped.has(ALL_KEYS) || dropped.has(key)) entries.delete(name);
      }
    },
  };
}
