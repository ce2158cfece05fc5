import type { Transaction } from 'kysely';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';

// A batch changes most lists of the site. Invalidating them after each would leave nothing cached during a long import.
const INTERVAL_MS = 10_000;
// Beyond this number everything is invalidated, so no more need to be collected.
const MAX_KEYS = 1000;

/** Collects the surrogate keys of an import's batches, and invalidates them from time to time. */
export function createInvalidation() {
  const keys = new Set<string>();
  let invalidatedAt = Date.now();
  return {
    /** Call it at the end of a batch's transaction. */
    async add(trx: Transaction<DB>, added: string[]) {
      if (keys.size < MAX_KEYS) for (const key of added) keys.add(key);
      if (Date.now() - invalidatedAt < INTERVAL_MS) return;
      await invalidate(trx, keys);
      keys.clear();
      invalidatedAt = Date.now();
    },
    /** The surrogate keys to invalidate at the end. */
    takeKeys: () => [...keys],
  };
}
