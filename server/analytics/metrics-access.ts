import { type Kysely, sql } from 'kysely';
import { hasPermission } from '#contract/admin/roles.ts';
import type { Level } from '#contract/listings.ts';
import type { DB } from '../db/schema.ts';
import { Forbidden, PaymentRequired } from '../http/errors.ts';
import type { CurrentUser } from '../http/sessions.ts';
import { listingNotFound } from '../listings/read/listings.ts';
import { isNotPurged, shownLevel } from '../listings/read/owner-listings.ts';

/** A listing whose metrics the account may see. */
export interface MeasuredListing {
  id: number;
  title: string;
  createdAt: Date;
  locationId: number;
  isPublic: boolean;
}

/**
 * Finds a listing for a reader of its metrics. The owner may read them in every state of the listing while it is at a paid level,
 * staff who may see all listings always.
 * @throws {NotFound} for a listing that the account may not know of
 * @throws {Forbidden} for a public listing of another account
 * @throws {PaymentRequired} for an own listing at the free level
 */
export async function findMeasuredListing(
  db: Kysely<DB>,
  { accountId, role }: CurrentUser,
  id: number,
): Promise<MeasuredListing> {
  const row = await measuredListingQuery(db, id).executeTakeFirst();
  if (!row) throw listingNotFound();
  const { owner_id, level, isKept, ...listing } = row;
  if (hasPermission(role, 'listings')) return listing;
  if (owner_id !== accountId || !isKept) {
    throw listing.isPublic ? new Forbidden('Only a listing’s owner can see its analytics.') : listingNotFound();
  }
  if (level === 'free') throw new PaymentRequired('Analytics are only available for premium listings.');
  return listing;
}

/** Exported for the test of its query plan. */
export const measuredListingQuery = (db: Kysely<DB>, id: number) =>
  db
    .selectFrom('listings')
    .select(['id', 'title', 'owner_id', 'created_at as createdAt', 'location_id as locationId'])
    .select([shownLevel.as('level'), isNotPurged.as('isKept')])
    .select(sql<boolean>`exists (select from public_listings p where p.id = listings.id)`.as('isPublic'))
    .where('id', '=', id)
    .$castTo<MeasuredListing & { owner_id: number | null; level: Level; isKept: boolean }>();
