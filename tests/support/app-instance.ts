import { listenForInvalidations } from '#server/page-cache/invalidation-listener.ts';
import { createTestApi, type TestAppOptions } from './api.ts';
import type { TestDatabase } from './database.ts';

/** Creates an app that receives the invalidations of other processes. Stop it before its database is dropped. */
export async function startAppInstance(database: TestDatabase, options: Omit<TestAppOptions, 'database'> = {}) {
  const api = await createTestApi({ ...options, database });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  const listener = listenForInvalidations(database, (keys) => api.invalidate(keys).then(resolve));
  await listening;
  return { ...api, stop: () => listener.close().then(api.close) };
}
