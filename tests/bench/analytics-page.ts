import { type Kysely, sql, type Transaction } from 'kysely';
import { aggregateEvents } from '#server/analytics/aggregation.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { makeAccount, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { median, type Print, startServer } from './load.ts';

const ROUNDS = 300;
const PATHS = ['analytics', 'analytics.csv', 'views?limit=100'];

/** How long the figures of a listing with a million views take, against those of one with a hundred, both over a year. */
export async function benchAnalyticsPage(db: Kysely<DB>, say: Print) {
  say('Counting 1,000,000 views …');
  const owner = await makeAccount(db);
  await aggregateEvents(db);
  const make = (views: number) => db.transaction().execute((trx) => makeViews(trx, owner.id, views));
  const [few, many] = [await make(100), await make(1_000_000)];
  await sql`vacuum analyze events, listing_days, listing_view_parts`.execute(db);
  const { token } = await makeSession(db, owner.id);
  const site = await startServer({ kind: 'site', pageCache: false, apiCache: false });
  say(
    '\nms of a listing with 100 views → with 1,000,000 (bar: at most 2 times; what is read grows with days, hours and places, never with views)',
  );
  for (const path of PATHS) {
    const times: Record<number, number[]> = { [few]: [], [many]: [] };
    // Alternately, so that other load on the machine affects both alike.
    for (let round = 0; round < ROUNDS; round++) {
      for (const id of [few, many]) {
        const begun = performance.now();
        const response = await fetch(`${site.url}/api/ads/${id}/${path}`, { headers: { cookie: `session=${token}` } });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${path} answered ${response.status}`);
        if (round >= ROUNDS / 3) times[id]?.push(performance.now() - begun);
      }
    }
    const [before, after] = [median(times[few] ?? []), median(times[many] ?? [])];
    say(`  ${path.padEnd(16)} ${before.toFixed(2)} → ${after.toFixed(2)} (× ${(after / before).toFixed(2)})`);
  }
  await site.stop();
}

/** A premium listing with so many views in the past year, as events that are added up already: at all hours, from 40 places. */
async function makeViews(db: Transaction<DB>, owner_id: number, views: number): Promise<number> {
  await sql`set local statement_timeout = 0`.execute(db);
  const { id } = await makeListing(db, { owner_id, level: 'premium', created_at: '2020-01-01' });
  await sql`
    insert into events (tx, at, kind, listing_id, device, device_kind, origin, network)
    select '0', now() - view * (interval '365 days' / ${views}::int), 'view', ${id}, (array['iOS', 'Android', 'Windows', 'Mac'])[1 + view % 4],
      'Computer', 'Place ' || view % 40, '203.0.113.0/24'
    from generate_series(0, ${views}::int - 1) as view`.execute(db);
  const local = sql`(at at time zone 'America/Los_Angeles')`;
  await sql`
    insert into listing_days (listing_id, day, views)
    select ${id}, ${local}::date, count(*) from events where listing_id = ${id} group by 2`.execute(db);
  for (const [part, name] of [
    ['hour', sql`extract(hour from ${local})::text`],
    ['device', sql`device`],
    ['origin', sql`origin`],
  ] as const) {
    await sql`
      insert into listing_view_parts (listing_id, day, part, name, views)
      select ${id}, ${local}::date, ${part}, ${name}, count(*) from events where listing_id = ${id} group by 2, 4`.execute(
      db,
    );
  }
  return id;
}
