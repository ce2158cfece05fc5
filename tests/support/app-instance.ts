import { randomUUID } from 'node:crypto';
import { invalidate } from '#server/platform/db/invalidate.ts';
import { listenForInvalidations } from '#server/platform/page-cache/invalidation-listener.ts';
import { createTestApi } from './api.ts';
import type { TestAppOptions } from './app-options.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Creates an app that receives the invalidations of all processes. Stop it before its database is dropped. */
export async function startAppInstance(database: TestDatabase, options: Omit<TestAppOptions, 'database'> = {}) {
  const api = await createTestApi({ ...options, database });
  const received = new Map<string, () => void>();
  const applied: Promise<void>[] = [];
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  const listener = listenForInvalidations(database, (keys) => {
    applied.push(api.invalidate(keys).then(resolve));
    for (const key of keys) received.get(key)?.();
  });
  await listening;
  return {
    ...api,
    /** Resolves when everything that was invalidated before the call is removed from the caches. */
    async awaitInvalidations() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const key = randomUUID();
      received.set(key, resolve);
      // PostgreSQL delivers notifications in the order of the commits.
      await invalidate(database.db, [key]);
      await promise;
      await Promise.all(applied.splice(0));
    },
    stop: () => listener.close().then(api.close),
  };
}

/** `startAppInstance` with a database of its own, which `close` drops. */
export async function createListeningApi(options: Omit<TestAppOptions, 'database'> = {}) {
  const database = await createTestDatabase();
  const { stop, ...instance } = await startAppInstance(database, options);
  return { ...instance, close: () => stop().then(database.drop) };
}
