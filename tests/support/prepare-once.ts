import { withTestServer } from './test-server.ts';

/**
 * Prepares data that all test files of a run share. The first caller in any worker prepares it; the others wait.
 * @param isPrepared whether the data exists already
 */
export async function prepareOnce(
  name: string,
  isPrepared: () => boolean | Promise<boolean>,
  prepare: () => Promise<void>,
): Promise<void> {
  if (await isPrepared()) return;
  await withTestServer(async (client) => {
    // The lock is held until the connection ends.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    if (!(await isPrepared())) await prepare();
  });
}
