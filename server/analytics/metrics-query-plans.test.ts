import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { daysQuery, leadDaysQuery, leadsQuery, lifetimeQuery, viewPartsQuery } from './listing-metrics.ts';
import { viewsQuery } from './listing-views.ts';
import { measuredListingQuery } from './metrics-access.ts';
import {
  listingsQuery,
  newListingsQuery,
  searchesQuery,
  siteDaysQuery,
  siteLeadsQuery,
  slotsQuery,
  topPagesQuery,
} from './overview-queries.ts';
import { pendingEventsQuery } from './pending-events.ts';
import { compactPagesQuery } from './retention.ts';
import { mergeViewPartsQuery } from './view-parts.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

// One year: most listings have few views on few days; one in a thousand has views every day, from many places.
const LAST = '2026-06-30';
const EVENTS = 5 * DIRECTORY_SIZE;
await withoutStatementTimeout(db, async (db) => {
  await sql`
  insert into listing_days (listing_id, day, views)
  select id, ${LAST}::date - day, 1 + id % 7 from listings, generate_series(0, 364) as day
  where id <= ${DIRECTORY_SIZE}::int / 4 and (id % 1000 = 0 or (id + day) % 25 = 0)`.execute(db);
  await sql`
  insert into listing_view_parts (listing_id, day, part, name, views)
  select listing_id, day, part, name, 1 from listing_days,
    (select 'hour' as part, hour::text as name from generate_series(0, 23) as hour
      union all select 'origin', 'Place ' || place from generate_series(1, 30) as place) as parts
  where listing_id % 1000 = 0 or name in ('9', 'Place 1')`.execute(db);
  await sql`
  insert into events (at, kind, who, listing_id, device)
  select ${LAST}::date - event * interval '1 minute', case event % 3 when 0 then 'view' else 'impression' end,
    case event % 7 when 0 then 'bot' else 'visitor' end, case event % 5 when 0 then 1000 else 1 + event % (${DIRECTORY_SIZE}::int / 4 - 1) end, null
  from generate_series(1, ${EVENTS}::int) as event`.execute(db);
  await sql`
  insert into page_days (day, path, views) select ${LAST}::date - day, '/ads/' || page, 1
  from generate_series(0, 364) as day, generate_series(1, 500) as page`.execute(db);
  await sql`insert into site_days (day) select ${LAST}::date - day from generate_series(0, 3650) as day`.execute(db);
  await sql`insert into slot_days (day, slot) select day, 'home-' || slot from site_days, generate_series(1, 9) as slot`.execute(
    db,
  );
  await sql`
  insert into conversations (listing_title, customer_email_key, topic, source, status, request_key, created_at, opened_at, last_message_at)
  select 'A listing', customer || '@example.com', 'question', 'listing', 'open', gen_random_uuid(), at, at, at + interval '1 day'
  from generate_series(1, 20000) as customer, lateral (select ${LAST}::date - customer * interval '30 minutes' as at) as began`.execute(
    db,
  );
  await sql`vacuum analyze conversations, listings, listing_days, listing_view_parts, events, page_days, site_days, slot_days`.execute(
    db,
  );
});

const month = { from: '2026-06-01', to: LAST };
const cursor = encodeCursor({ at: new Date(`${LAST}T00:00:00Z`), id: EVENTS / 2 });

const compile = (query: RawBuilder<unknown>): CompiledQuery => query.compile(db);

describe('The metrics of a listing are read by an index, for few and for many views', () => {
  it.each([
    ['few', 77],
    ['many', 1000],
  ])('of a listing that has %s', async (_how, id) => {
    const reads: [CompiledQuery, string][] = [
      [measuredListingQuery(db, { id, accountId: 1 }).compile(), 'listings_pkey'],
      [compile(daysQuery(id, month)), 'listing_days_pkey'],
      [compile(viewPartsQuery(id, month)), 'listing_view_parts_pkey'],
      [compile(leadsQuery(id, month)), 'conversations_listing_id_idx'],
      [compile(leadDaysQuery(id, month)), 'conversations_listing_id_idx'],
      [compile(lifetimeQuery(id)), 'listing_days_pkey'],
      [compile(pendingEventsQuery(id)), 'events_tx'],
      [viewsQuery(db, id, { limit: 20 }).compile(), 'events_views'],
      [viewsQuery(db, id, { limit: 20, cursor }).compile(), 'events_views'],
    ];
    for (const [query, index] of reads) {
      const plan = (await explain(db, query)).join('\n');
      expect(plan).toContain(index);
      // It has one row, the same for all.
      expect(plan.replace('Seq Scan on events_added_up', '')).not.toContain('Seq Scan');
    }
  });

  it('and views are scanned from the newest on', async () => {
    for (const wanted of [{ limit: 20 }, { limit: 20, cursor }]) {
      const plan = await explain(db, viewsQuery(db, 1000, wanted).compile());
      expect(plan.slice(0, 2), plan.join('\n')).toEqual(['Limit', '  ->  Index Scan using events_views on events']);
    }
  });
});

it('the metrics of a month of the site, and the pages to compact, are read by day', async () => {
  const reads: [RawBuilder<unknown>, string][] = [
    [compactPagesQuery(LAST), 'page_days_pkey'],
    [siteDaysQuery(month), 'site_days_pkey'],
    [topPagesQuery(month), 'page_days_pkey'],
    [slotsQuery(month), 'slot_days_pkey'],
    [searchesQuery(month), 'page_days_pkey'],
    [siteLeadsQuery(month), 'conversations_last_message'],
  ];
  for (const [query, index] of reads) {
    const plan = (await explain(db, compile(query))).join('\n');
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  }
});

it('the views of a month are merged by the listings of a batch', async () => {
  const plan = (await explain(db, compile(mergeViewPartsQuery({ after: 0, last: 100, month: '2025-08-01' })))).join(
    '\n',
  );
  expect(plan).toContain('listing_view_parts_pkey');
  expect(plan).not.toContain('Seq Scan');
});

it('listings are counted by the indexes of those that are not free, unclaimed and public, and new ones by day', async () => {
  const counts = (await explain(db, compile(listingsQuery))).join('\n');
  expect(counts).toMatch(/Index Only Scan using listings_featured/);
  expect(counts).toContain('Index Only Scan using listings_owned on listings');
  expect(counts).toMatch(/(using|on) listings_unseen\b/);
  expect(counts).not.toContain('Seq Scan');
  const days = (await explain(db, compile(newListingsQuery(month)))).join('\n');
  expect(days).toContain('Index Only Scan using listings_recent on listings');
  expect(days).toContain('listings_unseen');
  expect(days).toContain('listings_posted');
  expect(days).not.toContain('Seq Scan');
});
