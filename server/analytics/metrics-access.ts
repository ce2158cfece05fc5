import { type Kysely, sql } from 'kysely';
import { hasPermission } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import type { Level } from '#contract/listings.ts';
import { isAccessible } from '#server/listings/members/access.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { isNotPurged, shownLevel } from '#server/listings/read/owner-listings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Forbidden, PaymentRequired } from '#server/platform/http/errors.ts';
import type { CurrentUser } from '#server/platform/http/sessions.ts';

/** A listing whose metrics the account may see. */
export interface MeasuredListing {
  id: number;
  title: string;
  createdAt: Date;
  locationId: number;
  isPublic: boolean;
}

/**
 * Finds a listing for a reader of its metrics. The owner, and those who help the owner, may read them in every state of the listing while
 * it is at a paid level, staff who may see all listings always.
 * @throws {NotFound} for a listing that the account may not know of
 * @throws {Forbidden} for a public listing of another account
 * @throws {PaymentRequired} for such a listing at the free level
 */
export async function findMeasuredListing(
  db: Kysely<DB>,
  { accountId, role }: CurrentUser,
  id: number,
): Promise<MeasuredListing> {
  const row = await measuredListingQuery(db, { id, accountId }).executeTakeFirst();
  if (!row) throw listingNotFound();
  const { mayRead, level, isKept, ...listing } = row;
  if (hasPermission(role, 'listings')) return listing;
  if (!mayRead || !isKept) {
    throw listing.isPublic ? new Forbidden(t('Only a listing’s owner can see its analytics.')) : listingNotFound();
  }
  if (level === 'free') throw new PaymentRequired(t('Analytics are only available for premium listings.'));
  return listing;
}

/** Exported for the test of its query plan. */
export const measuredListingQuery = (db: Kysely<DB>, { id, accountId }: { id: number; accountId: number }) =>
  db
    .selectFrom('listings')
    .select(['id', 'title', 'created_at as createdAt', 'location_id as locationId'])
    .select([shownLevel.as('level'), isNotPurged.as('isKept'), isAccessible(accountId, 'read').as('mayRead')])
    .select(sql<boolean>`exists (select from public_listings p where p.id = listings.id)`.as('isPublic'))
    .where('id', '=', id)
    .$castTo<MeasuredListing & { mayRead: boolean; level: Level; isKept: boolean }>();
