import { withTestServer } from './test-server.ts';

/**
 * Prepares what all test files of a run share: whoever asks first does it, in whichever worker, and the others wait.
 * @param isPrepared whether it is there already
 */
export async function prepareOnce(
  name: string,
  isPrepared: () => boolean | Promise<boolean>,
  prepare: () => Promise<void>,
): Promise<void> {
  if (await isPrepared()) return;
  await withTestServer(async (client) => {
    // Held until the connection ends.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    if (!(await isPrepared())) await prepare();
  });
}
