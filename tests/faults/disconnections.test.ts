import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { invalidate } from '#server/platform/db/invalidate.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { listenForInvalidations } from '#server/platform/page-cache/invalidation-listener.ts';
import { createResponseCache } from '#server/platform/page-cache/response-cache.ts';
import { loadBuild } from '#server/platform/page-cache/web-build.ts';
import { createApp } from '#server/site/app.ts';
import { makeListing } from '#server/site/seed/factories.ts';
import { getListingKeys } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { queryTestServer } from '#tests/support/test-server.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

const DISCONNECTIONS = 200;

const database = await createTestDatabase();
afterAll(() => database.drop());

async function start(options: Partial<Parameters<typeof createApp>[0]> = {}) {
  const web = await loadBuild(resolve(import.meta.dirname, '../../dist'));
  const env = readEnv({ LOG_LEVEL: 'silent', GEOCODER_URL: '' });
  return createApp({ env, db: database.db, web, ...options });
}

/** Ends a connection of the program: mostly that which listens. */
const disconnect = () =>
  queryTestServer(
    `select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity where datname = $1 and application_name ~ 'socal-local'
      order by application_name <> 'socal-local listen', random() limit (1 + random() * 2)::int
    ) as connections`,
    [database.name],
  );

test.runIf(isLongRun)('after 200 disconnections under writes every cached page equals a fresh one', async () => {
  const listings = await Promise.all(Array.from({ length: 12 }, () => makeListing(database.db)));
  const ids = listings.map(({ id }) => id);
  const app = await start();
  let arrive = false;
  const listener = listenForInvalidations(database, app.invalidate, (isConnected) => {
    arrive = isConnected;
    app.setInvalidationsArrive(isConnected);
  });
  const urls = ['/', '/city/irvine', '/zip/92614', '/api/ads/recent', ...ids.map((id) => `/ads/${id}`)];
  const read = async ({ http }: typeof app, url: string) => {
    const { statusCode, body } = await http.inject(url);
    return statusCode === 200 ? body : String(statusCode);
  };

  let isDone = false;
  let writes = 0;
  /** Fails while the connection is lost, as a request would. */
  const write = (id: number) =>
    database.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('listings')
        .set({ title: `Title ${++writes}` })
        .where('id', '=', id)
        .execute();
      await invalidate(trx, await getListingKeys(trx, id));
    });
  const repeat = async (work: (index: number) => Promise<unknown>) => {
    for (let index = 0; !isDone; index++) {
      await work(index).catch(() => {});
      await delay(Math.random() * 20);
    }
  };
  const work = [
    repeat((index) => write(ids[index % ids.length] as number)),
    repeat((index) => read(app, urls[index % urls.length] as string)),
  ];
  // A busy machine may take longer for as many writes.
  for (let i = 0; i < DISCONNECTIONS || writes <= DISCONNECTIONS; i++) {
    await disconnect();
    await delay(Math.random() * 300);
  }
  isDone = true;
  await Promise.all(work);
  await expect.poll(() => arrive, { timeout: scaleTimeout(10_000) }).toBe(true);
  await delay(500);

  const fresh = await start({ pageCache: createResponseCache(0), apiCache: createResponseCache(0) });
  const stale: string[] = [];
  for (const url of urls) if ((await read(app, url)) !== (await read(fresh, url))) stale.push(url);
  expect(stale).toEqual([]);
  expect(writes).toBeGreaterThan(DISCONNECTIONS);
  await listener.close();
  await Promise.all([app.http.close(), fresh.http.close()]);
});
