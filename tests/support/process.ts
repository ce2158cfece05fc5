import { listenForRenewals } from '#server/page-cache/invalidation-listener.ts';
import { createTestApi, type TestProgram } from './api.ts';
import type { TestDatabase } from './database.ts';

/** A process of the site, all of it but the socket: it hears what others renew. Stop it before its database is dropped. */
export async function startProcess(database: TestDatabase, program: Omit<TestProgram, 'database'> = {}) {
  const api = await createTestApi({ ...program, database });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  const renewals = listenForRenewals(database, (keys) => api.renew(keys).then(resolve));
  await listening;
  return { ...api, stop: () => renewals.close().then(api.close) };
}
