import { type Kysely, sql } from 'kysely';
import type { Level } from '#contract/listings.ts';
import type { DB } from '../db/schema.ts';
import { Forbidden, PaymentRequired } from '../http/errors.ts';
import type { SignedIn } from '../http/sessions.ts';
import { noSuchAd } from '../listings/read/listings.ts';
import { isKept, shownLevel } from '../listings/read/own-listings.ts';

/** A listing whose figures may be told. */
export interface Measured {
  id: number;
  title: string;
  createdAt: Date;
  isPublic: boolean;
}

/**
 * The listing whose figures somebody asks for: its owner, while it is at a paid level, whatever its state; the
 * administrator always.
 * @throws {NotFound} for one that the asker may not know of
 * @throws {Forbidden} for somebody else's that visitors see
 * @throws {PaymentRequired} for one's own at the free level
 */
export async function findMeasured(db: Kysely<DB>, { accountId, isAdmin }: SignedIn, id: number): Promise<Measured> {
  const row = await measuredQuery(db, id).executeTakeFirst();
  if (!row) throw noSuchAd();
  const { owner_id, level, isKept, ...listing } = row;
  if (isAdmin) return listing;
  if (owner_id !== accountId || !isKept) {
    throw listing.isPublic ? new Forbidden('Only the owner of a listing sees its figures.') : noSuchAd();
  }
  if (level === 'free') throw new PaymentRequired('Analytics are only available for premium listings.');
  return listing;
}

/** Exported for the test that looks at its plan. */
export const measuredQuery = (db: Kysely<DB>, id: number) =>
  db
    .selectFrom('listings')
    .select(['id', 'title', 'owner_id', 'created_at as createdAt'])
    .select([shownLevel.as('level'), isKept.as('isKept')])
    .select(sql<boolean>`exists (select from public_listings p where p.id = listings.id)`.as('isPublic'))
    .where('id', '=', id)
    .$castTo<Measured & { owner_id: number | null; level: Level; isKept: boolean }>();
