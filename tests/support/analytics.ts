import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { AnalyticsEvent } from '#contract/events.ts';
import { aggregateEvents } from '#server/analytics/aggregation.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { createTestApi, type Visitor } from './api.ts';
import type { TestAppOptions } from './app-options.ts';

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';

type TestApi = Awaited<ReturnType<typeof createTestApi>>;

/** Uses an app and closes it, which writes all pending events. */
export async function withTestApp(options: TestAppOptions, use: (api: TestApi) => Promise<unknown>): Promise<void> {
  const api = await createTestApi(options);
  await use(api).finally(api.close);
}

/** Sends events as a page in Firefox does; `headers` override that. */
export const sendEvents = (visitor: Visitor, events: AnalyticsEvent[], headers: Record<string, string> = {}) =>
  visitor.send('POST', '/api/events', { events }, { 'user-agent': FIREFOX, ...headers });

/** The number of stored events of a listing, by kind for visitors, otherwise by `who`. */
export async function countEvents(db: Kysely<DB>, listingId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select case who when 'visitor' then kind else who end as name, count(*) from events
    where listing_id = ${listingId} group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/**
 * Aggregates all events written so far. Several runs may be needed, because open transactions of other tests on the same
 * server delay the aggregation.
 */
export async function aggregateAllEvents(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(db);
  const isAllAggregated = async () => {
    await aggregateEvents(db);
    const mark = await sql<{ isPast: boolean }>`
      select before_tx > ${rows[0]?.now}::xid8 as "isPast" from events_added_up`.execute(db);
    return mark.rows[0]?.isPast;
  };
  await expect.poll(isAllAggregated).toBe(true);
}
