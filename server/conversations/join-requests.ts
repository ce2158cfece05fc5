import { type Kysely, sql } from 'kysely';
import { listingNotFound } from '#server/listings/read/listings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import type { RateLimit } from '#server/platform/http/rate-limit.ts';

const DAY_SECONDS = 24 * 60 * 60;
const ADDRESS_RATE_LIMIT: RateLimit = { limit: 20, windowSeconds: DAY_SECONDS };
const LISTING_RATE_LIMIT: RateLimit = { limit: 1, windowSeconds: DAY_SECONDS };

/**
 * Counts a visitor who would write to a business that nobody has claimed. Whoever claims it sees the number, and so does the staff.
 * Nobody is written to, because no address of the business is confirmed.
 * @throws {NotFound} when the listing is not public or has an owner
 * @throws {TooManyRequests} a second time in a day from the same address
 */
export async function requestToJoin(db: Kysely<DB>, listingId: number, address: string): Promise<void> {
  await consumeAddressRateLimit(db, 'join', address, ADDRESS_RATE_LIMIT);
  await consumeAddressRateLimit(db, `join:${listingId}`, address, LISTING_RATE_LIMIT);
  const { rows } = await sql`
    insert into join_requests as r (listing_id, count)
    select id, 1 from public_listings where id = ${listingId} and owner_id is null and status <> 'sample'
    on conflict (listing_id) do update set count = r.count + 1, last_at = now()
    returning listing_id`.execute(db);
  if (rows.length === 0) throw listingNotFound();
}

/** How many visitors would have written to the listings that an account owns now. */
export async function countJoinRequests(db: Kysely<DB>, accountId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(r.count), 0)::int as total from listings l join join_requests r on r.listing_id = l.id
    where l.owner_id = ${accountId}`.execute(db);
  return rows[0]?.total ?? 0;
}
