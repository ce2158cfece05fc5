import { type Kysely, sql } from 'kysely';
import type { Device, ListingPageView } from '#contract/analytics.ts';
import type { ListQuery } from '#contract/api.ts';
import { getStoredPlaceName } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { paginate, parseCursor, timePosition } from '#server/platform/http/cursor.ts';
import { toUserAgent } from './visitor-device.ts';

/**
 * The stored views of a listing, newest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listViews(
  db: Kysely<DB>,
  listingId: number,
  query: ListQuery,
): Promise<{ views: ListingPageView[]; cursor: string | null }> {
  const rows = await viewsQuery(db, listingId, query).execute();
  const { page, cursor } = paginate(rows, query.limit, ({ at, id }) => ({ at, id }));
  const views = page.map(
    ({ at, device, device_kind, network, county }): ListingPageView => ({
      viewedAt: at.toISOString(),
      userAgent: toUserAgent(device, device_kind),
      device,
      ipAddress: network,
      county: county && getStoredPlaceName(county),
    }),
  );
  return { views, cursor };
}

/** One page of them plus one row. Exported for the test of its query plan. */
export function viewsQuery(db: Kysely<DB>, listingId: number, { cursor, limit }: ListQuery) {
  let query = db
    .selectFrom('events')
    .select(['id', 'at', 'device_kind', 'network', 'county'])
    .select(sql<Device>`coalesce(device, 'Unknown')`.as('device'))
    .where('listing_id', '=', listingId)
    .where(sql<boolean>`kind = 'view' and who = 'visitor'`);
  if (cursor !== undefined) {
    const { at, id } = parseCursor(cursor, timePosition);
    query = query.where(sql<boolean>`(at, id) < (${at}, ${id})`);
  }
  return query
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
}
