import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AnalyticsEvent } from '#contract/events.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { aggregateAllEvents, IPHONE, sendEvents, withTestApp } from '#tests/support/analytics.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { aggregateEvents, aggregationQuery } from './aggregation.ts';
import { compactPages, deleteOldEvents, deleteOldEventsQuery } from './retention.ts';

async function freshDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  return database;
}

/** Inserts views directly, in a new transaction. */
const recordViews = (db: Kysely<DB>, listingId: number, count: number, at = '2026-03-08T20:00:00Z') =>
  sql`insert into events (at, kind, listing_id, device)
    select ${at}, 'view', ${listingId}, 'iOS' from generate_series(1, ${sql.lit(count)})`.execute(db);

async function countViews(db: Kysely<DB>, listingId: number): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    select coalesce(sum(views), 0)::int as views from listing_days where listing_id = ${listingId}`.execute(db);
  return rows[0]?.views ?? Number.NaN;
}

/** All totals, sorted. */
async function readTotals(db: Kysely<DB>) {
  const tables = ['listing_days', 'listing_view_parts', 'site_days', 'page_days', 'slot_days'];
  const totals: Record<string, unknown[]> = {};
  for (const table of tables) {
    totals[table] = (await sql`select *, day::text from ${sql.table(table)} order by 1, 2, 3, 4`.execute(db)).rows;
  }
  return totals;
}

describe('Totals', () => {
  it('are of the day in Los Angeles, which at 02:00 UTC is the day before', async () => {
    const database = await freshDatabase();
    const { db } = database;
    const { id: ad } = await makeListing(db);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-11T02:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    await withTestApp({ database }, (api) =>
      sendEvents(api.visitor(), [
        { kind: 'page', path: '/city/irvine' },
        { kind: 'slot', slot: 'home-1' },
        { kind: 'view', ad, from: '/city/irvine' },
      ]),
    );
    vi.useRealTimers();
    await aggregateAllEvents(db);
    for (const table of ['listing_days', 'listing_view_parts', 'site_days', 'page_days', 'slot_days']) {
      const { rows } = await sql`select distinct day::text from ${sql.table(table)}`.execute(db);
      expect([table, rows]).toEqual([table, [{ day: '2026-03-10' }]]);
    }
  });

  it('count the events of a listing by day, hour, device and place, and of the site by day, page and slot', async () => {
    const database = await freshDatabase();
    const { db } = database;
    const { id: ad, owner_id } = await makeListing(db);
    await makeAccount(db, { id: 1 });
    await withTestApp({ database }, async (api) => {
      await sendEvents(api.visitor(), [
        { kind: 'page', path: '/city/irvine' },
        { kind: 'impression', ad },
        { kind: 'slot', slot: 'home-1' },
      ]);
      await sendEvents(api.visitor(), [
        { kind: 'page', path: `/ads/${ad}` },
        { kind: 'view', ad, from: '/city/irvine' },
        { kind: 'stay', ad, seconds: 30 },
        { kind: 'phone', ad },
        { kind: 'slot', slot: 'home-1' },
        { kind: 'slot-click', slot: 'home-1' },
      ]);
      const shared = [
        { kind: 'view', ad },
        { kind: 'stay', ad, seconds: 71 },
        { kind: 'share', ad },
      ] as const;
      await sendEvents(api.visitor(), [...shared], { 'user-agent': IPHONE });
      await sendEvents(api.visitor(), [
        { kind: 'website', ad },
        { kind: 'map', ad },
      ]);
      await sendEvents(await api.signedInVisitor(owner_id as number), [
        { kind: 'view', ad },
        { kind: 'phone', ad },
      ]);
      await sendEvents(await api.signedInVisitor(1), [
        { kind: 'view', ad },
        { kind: 'page', path: '/admin' },
      ]);
      await sendEvents(
        api.visitor(),
        [
          { kind: 'view', ad },
          { kind: 'page', path: '/' },
        ],
        { 'user-agent': 'curl/8.5.0' },
      );
    });
    // Half past five in the afternoon, on the day on which clocks go forward.
    await sql`update events set at = '2026-03-09T00:30:00Z'`.execute(db);
    await sql`truncate site_days`.execute(db);
    await aggregateAllEvents(db);

    const day = '2026-03-08';
    const part = (part: string, name: string, views: number) => ({ listing_id: ad, day, part, name, views });
    expect(await readTotals(db)).toEqual({
      listing_days: [
        {
          listing_id: ad,
          day,
          views: 2,
          impressions: 1,
          website_clicks: 1,
          phone_clicks: 1,
          map_clicks: 1,
          shares: 1,
          stays: 2,
          stay_seconds: 101,
          bot_views: 1,
          own_views: 2,
        },
      ],
      listing_view_parts: [
        part('device', 'Other', 1),
        part('device', 'iOS', 1),
        part('hour', '17', 2),
        part('language', 'Unknown', 2),
        part('origin', 'Irvine', 1),
        part('origin', 'Unknown', 1),
      ],
      site_days: [expect.objectContaining({ day, page_views: 2, visitors: 2, listing_views: 2, bot_events: 2 })],
      page_days: [
        { day, path: `/ads/${ad}`, views: 1 },
        { day, path: '/city/irvine', views: 1 },
      ],
      slot_days: [{ day, slot: 'home-1', impressions: 2, clicks: 1 }],
    });
  });

  it('equal the raw events, in any order and number of batches', async () => {
    const { db } = await freshDatabase();
    for (let i = 0; i < 5; i++) await makeListing(db);
    const insertEvents = () =>
      sql`
      insert into events (at, kind, who, listing_id, subject, seconds, origin, device, is_new_visitor)
      select at, kind, who, case when not is_site then listing_id end, case when is_site then subject end,
        case when kind = 'stay' then 1 + (random() * 1799)::int end,
        case when kind = 'view' and random() < 0.7 then 'Place ' || (random() * 9)::int end,
        case when kind = 'view' then (array['iOS', 'Android', 'Mac', 'Unknown'])[1 + (random() * 3)::int] end,
        kind = 'page' and random() < 0.3
      from (
        select '2026-03-07T00:00:00Z'::timestamptz + random() * interval '4 days' as at, kind, who, listing_id, subject,
          kind in ('page', 'slot', 'slot-click') as is_site
        from generate_series(1, 3000),
        lateral (select
          (array['view', 'view', 'impression', 'website', 'phone', 'map', 'share', 'stay', 'page', 'slot', 'slot-click'])
            [1 + floor(random() * 11)] as kind,
          (array['visitor', 'visitor', 'visitor', 'bot', 'owner', 'administrator'])[1 + floor(random() * 6)] as who,
          (select min(id) from listings) + floor(random() * 6) as listing_id,
          '/' || floor(random() * 40) as subject
          where generate_series > 0) as drawn
      ) as events`.execute(db);
    for (let i = 0; i < 4; i++) {
      await insertEvents();
      if (i % 2 === 1) await aggregateAllEvents(db);
    }
    const differences = await sql<{ what: string }>`
      with local as (select *, (at at time zone 'America/Los_Angeles')::date as day,
          extract(hour from at at time zone 'America/Los_Angeles')::int::text as hour, who = 'visitor' as counts
        from events
      ), raw as (
        select 'listing' as what, listing_id::text as key, day, kind as name, count(*) as n from local
        where listing_id in (select id from listings) and counts group by 2, 3, 4
        union all
        select 'seconds', listing_id::text, day, '', sum(seconds) from local
        where listing_id in (select id from listings) and counts and kind = 'stay' group by 2, 3
        union all
        select who, listing_id::text, day, '', count(*) from (select listing_id, day, kind,
          case when who = 'bot' then 'bot' else 'own' end as who from local where not counts) as others
        where listing_id in (select id from listings) and kind = 'view' group by 1, 2, 3
        union all
        select 'hour', listing_id::text, day, hour, count(*) from local
        where listing_id in (select id from listings) and counts and kind = 'view' group by 2, 3, 4
        union all
        select 'device', listing_id::text, day, device, count(*) from local
        where listing_id in (select id from listings) and counts and kind = 'view' group by 2, 3, 4
        union all
        select 'language', listing_id::text, day, coalesce(language, 'Unknown'), count(*) from local
        where listing_id in (select id from listings) and counts and kind = 'view' group by 2, 3, 4
        union all
        select 'origin', listing_id::text, day, coalesce(origin, 'Unknown'), count(*) from local
        where listing_id in (select id from listings) and counts and kind = 'view' group by 2, 3, 4
        union all
        select 'page', subject, day, '', count(*) from local where counts and kind = 'page' group by 2, 3
        union all
        select kind, subject, day, '', count(*) from local where counts and kind like 'slot%' group by 1, 2, 3
        union all
        select 'site', '', day, 'page', count(*) from local where counts and kind = 'page' group by 3
        union all
        select 'site', '', day, 'visitor', count(*) from local where counts and is_new_visitor group by 3
        union all
        select 'site', '', day, 'view', count(*) from local where counts and kind = 'view' group by 3
        union all
        select 'site', '', day, 'bot', count(*) from local where who = 'bot' group by 3
      ), totals as (
        select 'listing' as what, listing_id::text as key, day, name, n from listing_days,
          lateral (values ('view', views), ('impression', impressions), ('website', website_clicks),
            ('phone', phone_clicks), ('map', map_clicks), ('share', shares), ('stay', stays)) as c (name, n)
        union all
        select what, listing_id::text, day, '', n from listing_days,
          lateral (values ('seconds', stay_seconds), ('bot', bot_views), ('own', own_views)) as c (what, n)
        union all
        select part, listing_id::text, day, name, views from listing_view_parts
        union all
        select 'page', path, day, '', views from page_days
        union all
        select what, slot, day, '', n from slot_days,
          lateral (values ('slot', impressions), ('slot-click', clicks)) as c (what, n)
        union all
        select 'site', '', day, name, n from site_days,
          lateral (values ('page', page_views), ('visitor', visitors), ('view', listing_views), ('bot', bot_events))
            as c (name, n)
      )
      select coalesce(r.what, t.what) as what, coalesce(r.key, t.key) as key, coalesce(r.day, t.day)::text as day,
        coalesce(r.name, t.name) as name, r.n as raw, t.n as aggregated
      from raw r full join (select * from totals where n > 0) t using (what, key, day, name)
      where r.n is distinct from t.n`.execute(db);
    expect(differences.rows).toEqual([]);
    const { rows } = await sql`select count(*) > 500 as many from listing_view_parts`.execute(db);
    expect(rows).toEqual([{ many: true }]);
  });

  it('keep the 2,000 most viewed pages of a past day, and count the others together', async () => {
    const { db } = await freshDatabase();
    const show = (day: string, from: number, to: number) =>
      sql`insert into events (at, kind, subject) select ${`${day}T20:00:00Z`}::timestamptz, 'page', '/ads/' || i
        from generate_series(${sql.lit(from)}, ${sql.lit(to)}) as i`.execute(db);
    for (const day of ['2026-03-07', '2026-03-08']) {
      await show(day, 1, 2400);
      // Pages that were added last and viewed most.
      for (let i = 0; i < 2; i++) await show(day, 2301, 2400);
    }
    await show('2026-03-06', 1, 2000);
    const pagesOf = async (day: string) => {
      const { rows } = await sql`
        select count(*) filter (where path like '/%') as pages, sum(views) as views,
          count(*) filter (where views = 3) as popular, max(views) filter (where path not like '/%') as others
        from page_days where day = ${day}`.execute(db);
      return rows[0];
    };
    const whole = { pages: 2400, views: 2600, popular: 100, others: null };
    const folded = { pages: 2000, views: 2600, popular: 100, others: 400 };
    await aggregateAllEvents(db);
    const night = new Date('2026-03-09T06:59:00Z');
    for (const _ of [1, 2]) await compactPages(db, night);
    expect([await pagesOf('2026-03-07'), await pagesOf('2026-03-08')]).toEqual([folded, whole]);
    expect(await pagesOf('2026-03-06')).toEqual({ pages: 2000, views: 2000, popular: 0, others: null });

    await show('2026-03-07', 9998, 9999);
    await aggregateAllEvents(db);
    await compactPages(db, new Date('2026-03-09T07:01:00Z'));
    expect(await pagesOf('2026-03-07')).toEqual({ ...folded, views: 2602, others: 402 });
    expect(await pagesOf('2026-03-08')).toEqual(folded);
  });

  it('of a listing that was deleted meanwhile are discarded', async () => {
    const { db } = await freshDatabase();
    const [gone, stays] = [await makeListing(db), await makeListing(db)];
    await recordViews(db, gone.id, 3);
    await recordViews(db, stays.id, 2);
    await db.deleteFrom('listings').where('id', '=', gone.id).execute();
    await aggregateAllEvents(db);
    expect([await countViews(db, gone.id), await countViews(db, stays.id)]).toEqual([0, 2]);
  });
});

describe('Each event is aggregated once', () => {
  it('however often the job runs', async () => {
    const { db } = await freshDatabase();
    const { id } = await makeListing(db);
    await recordViews(db, id, 7);
    await aggregateAllEvents(db);
    const totals = await readTotals(db);
    for (let i = 0; i < 3; i++) await aggregateAllEvents(db);
    expect(await readTotals(db)).toEqual(totals);
    expect(await countViews(db, id)).toBe(7);
  });

  it('by concurrent processes, while more events are written', async () => {
    const database = await freshDatabase();
    const { id } = await makeListing(database.db);
    const processes = await Promise.all([1, 2, 3].map(() => openDatabase(database.env)));
    onTestFinished(async () => void (await Promise.all(processes.map(({ close }) => close()))));
    const working = processes.map(async ({ db }) => {
      for (let i = 0; i < 30; i++) {
        await recordViews(db, id, 10);
        await aggregateEvents(db);
      }
    });
    await Promise.all(working);
    await aggregateAllEvents(database.db);
    expect(await countViews(database.db, id)).toBe(900);
  });

  it('even when the process dies in the middle', async () => {
    const { db, env } = await freshDatabase();
    const { id } = await makeListing(db);
    await recordViews(db, id, 5);
    const dying = new pg.Client(env.DATABASE_URL);
    dying.on('error', () => {});
    await dying.connect();
    // The totals and the mark are written, but not committed.
    await dying.query(
      'begin; select from events_added_up for update; update events_added_up set before_tx = pg_current_xact_id()',
    );
    const { rows } = await dying.query('select pg_backend_pid() as pid');
    const [next] = await Promise.all([
      aggregateEvents(db),
      sql`select pg_terminate_backend(${rows[0].pid})`.execute(db),
    ]);
    expect(next).toBeUndefined();
    await aggregateAllEvents(db);
    expect(await countViews(db, id)).toBe(5);
  });

  it('even when the program restarts between two runs', async () => {
    const database = await freshDatabase();
    const { id: ad } = await makeListing(database.db);
    const view: AnalyticsEvent[] = [{ kind: 'view', ad }];
    for (let i = 1; i <= 3; i++) {
      await withTestApp({ database }, (api) => sendEvents(api.visitor(), view));
      const { db, close } = await openDatabase(database.env);
      await aggregateAllEvents(db);
      await close();
      expect(await countViews(database.db, ad)).toBe(i);
    }
  });

  it('as soon as its transaction ends, if that was open meanwhile', async () => {
    const { db, env } = await freshDatabase();
    const { id } = await makeListing(db);
    const late = new pg.Client(env.DATABASE_URL);
    await late.connect();
    onTestFinished(() => late.end());
    await late.query('begin');
    await late.query(`insert into events (at, kind, listing_id) values (now(), 'view', ${id})`);
    // Written later, but committed earlier.
    await recordViews(db, id, 4);
    await aggregateEvents(db);
    expect(await countViews(db, id)).toBe(0);
    await late.query('commit');
    await aggregateAllEvents(db);
    expect(await countViews(db, id)).toBe(5);
  });

  it('also on a new server, where transaction ids start again', async () => {
    const { db } = await freshDatabase();
    const { id } = await makeListing(db);
    await recordViews(db, id, 3);
    await aggregateAllEvents(db);
    // Like the events of a restored dump.
    await sql`update events set tx = (tx::text::bigint + 1000)::text::xid8`.execute(db);
    await sql`update events_added_up set before_tx = '9000000000'`.execute(db);
    await aggregateAllEvents(db);
    await recordViews(db, id, 2);
    await aggregateAllEvents(db);
    expect(await countViews(db, id)).toBe(5);
    await sql`do $$ begin for i in 1..1100 loop perform pg_current_xact_id(); commit; end loop; end $$`.execute(db);
    await aggregateAllEvents(db);
    expect(await countViews(db, id)).toBe(5);
  });
});

describe('Events', () => {
  it('are deleted after 90 days, and their totals remain', async () => {
    const { db } = await freshDatabase();
    const { id } = await makeListing(db);
    await sql`insert into events (at, kind, listing_id)
      select now() - make_interval(days => day), 'view', ${id} from generate_series(85, 95) as day`.execute(db);
    await aggregateAllEvents(db);
    await deleteOldEvents(db);
    const { rows } = await sql`
      select count(*), min(at) > now() - interval '90 days 1 minute' as young from events`.execute(db);
    expect(rows).toEqual([{ count: 5, young: true }]);
    expect(await countViews(db, id)).toBe(11);
  });

  it('are aggregated and deleted in any number of batches', async () => {
    const { db } = await freshDatabase();
    const { id } = await makeListing(db);
    // Each of these transactions is larger than a batch.
    for (let i = 0; i < 2; i++) await recordViews(db, id, 21_000, '2020-01-01');
    await aggregateAllEvents(db);
    await deleteOldEvents(db);
    const { rows } = await sql`select count(*) from events`.execute(db);
    expect([rows, await countViews(db, id)]).toEqual([[{ count: 0 }], 42_000]);
  });

  it('are found by indexes on transaction id and time', async () => {
    const { db } = await freshDatabase();
    const { id } = await makeListing(db);
    for (let i = 0; i < 20; i++) await recordViews(db, id, 2000, new Date(Date.now() - i * 864_000_000).toISOString());
    await sql`vacuum analyze events`.execute(db);
    const { rows } = await sql<{ newest: string }>`select max(tx::text::bigint)::text as newest from events`.execute(
      db,
    );
    const adding = sql`${aggregationQuery(rows[0]?.newest ?? '', '9000000000')} select`;
    expect((await explain(db, adding.compile(db))).join('\n')).toContain('Index Scan using events_tx');
    const forgetting = (await explain(db, deleteOldEventsQuery.compile(db))).join('\n');
    expect(forgetting).toContain('Index Scan using events_at');
    expect(forgetting).not.toContain('Seq Scan on events ');
  });

  it('are not deleted before they are aggregated', async () => {
    const { db } = await freshDatabase();
    const { id } = await makeListing(db);
    await recordViews(db, id, 2, '2020-01-01');
    await deleteOldEvents(db);
    await aggregateAllEvents(db);
    await deleteOldEvents(db);
    const { rows } = await sql`select count(*) from events`.execute(db);
    expect([rows, await countViews(db, id)]).toEqual([[{ count: 0 }], 2]);
  });
});
