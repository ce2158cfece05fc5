import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.ts';

/** The PostgreSQL channel that notifies every process of invalidated surrogate keys. */
export const INVALIDATION_CHANNEL = 'renewal';

/** In place of surrogate keys: everything is invalidated. */
export const ALL_KEYS = '*';

/** The surrogate key of the notices, which every page has. */
export const NOTICES_KEY = 'notices';

/** The surrogate key of the ads that advertisers booked. */
export const AD_BOOKINGS_KEY = 'ad-bookings';

/** Lets every process read the gazetteer anew; no response has it. */
export const GAZETTEER_KEY = 'gazetteer';

/** The surrogate key of responses that show the tree of categories, also those without listings. */
export const CATEGORIES_KEY = 'categories';

/** Wakes every process to send the webhooks that wait; no response has it. Triggers of the database notify of it. */
export const WEBHOOKS_KEY = 'webhooks';

// A notification carries at most 8,000 bytes.
const MAX_KEYS = 150;

/**
 * Notifies every process that what depends on these surrogate keys has changed. Call it inside the transaction that
 * changes it: PostgreSQL delivers the message when, and only when, that commits.
 * See docs/decisions/0002-cache-invalidation-by-surrogate-key.md.
 * @param keys such as `listing:12`, `city:irvine`, `recent`; too many to name mean everything
 */
export async function invalidate(db: Kysely<DB>, keys: Iterable<string>) {
  const unique = [...new Set(keys)];
  if (unique.length === 0) return;
  const message = unique.length > MAX_KEYS ? ALL_KEYS : unique.join(' ');
  await sql`select pg_notify(${INVALIDATION_CHANNEL}, ${message})`.execute(db);
}
