import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import { translateDefined } from '#contract/i18n/t.ts';
import type { Claim } from '#contract/ownership/claims.ts';
import type { Claims, DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { removeDocumentsOf } from './documents.ts';
import { releaseListings } from './restore-before-owner.ts';

/**
 * The claims of an account, newest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listOwnClaims(
  db: Kysely<DB>,
  accountId: number,
  query: ListQuery,
): Promise<{ claims: Claim[]; cursor: string | null }> {
  const { page, cursor } = paginate(await ownClaimsQuery(db, accountId, query).execute(), query.limit, byId);
  return { claims: page.map(presentClaim), cursor };
}

/** One page of them plus one row. Exported for the test of its query plan. */
export function ownClaimsQuery(db: Kysely<DB>, accountId: number, { cursor, limit }: ListQuery) {
  // An approved claim of a listing that was handed over since says nothing any more.
  let query = claimRows(db)
    .where('claims.account_id', '=', accountId)
    .where(sql<boolean>`(claims.status <> 'approved' or listings.owner_id = claims.account_id)`);
  if (cursor !== undefined) query = query.where('claims.id', '<', parseCursor(cursor, idPosition).id);
  return query.orderBy('claims.id', 'desc').limit(limit + 1);
}

/** Since when a claim of the listing by the account waits for the staff; null without one. */
export async function findWaitingSince(
  db: Kysely<DB>,
  { accountId, listingId }: { accountId: number; listingId: number },
): Promise<string | null> {
  const waiting = await db
    .selectFrom('claims')
    .select('created_at')
    .where('listing_id', '=', listingId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return waiting?.created_at.toISOString() ?? null;
}

/** Claims with the columns that claimants see. */
export const claimRows = (db: Kysely<DB>) =>
  db
    .selectFrom('claims')
    .innerJoin('listings', 'listings.id', 'claims.listing_id')
    .select(['claims.id', 'claims.listing_id', 'listings.title', 'claims.status', 'claims.email', 'claims.reason'])
    .select(['claims.created_at', 'claims.taken_back_at']);

type ClaimRow = Pick<
  Selectable<Claims>,
  'id' | 'listing_id' | 'status' | 'email' | 'reason' | 'created_at' | 'taken_back_at'
>;

/** A claim as the claimant sees it. */
export const presentClaim = ({
  id,
  listing_id,
  title,
  status,
  email,
  reason,
  created_at,
  taken_back_at,
}: ClaimRow & { title: string }): Claim => ({
  id,
  listing: { id: listing_id, title },
  status: taken_back_at === null ? status : 'taken-back',
  email,
  reason: reason === null ? null : translateDefined(reason),
  createdAt: created_at.toISOString(),
});

/** The claims of an account, for its export and deletion (`PersonalData`), which gives back what was claimed. */
export const claimPersonalData = {
  name: 'claims',
  async export(db: Kysely<DB>, accountId: number) {
    const rows = await claimRows(db)
      .select('note')
      .select(sql<boolean>`exists (select from claim_documents d where d.claim_id = claims.id)`.as('hasDocument'))
      .where('account_id', '=', accountId)
      .orderBy('claims.id', 'desc')
      .execute();
    return rows.map(({ note, hasDocument, ...row }) => ({ ...presentClaim(row), note, hasDocument }));
  },
  async erase(trx: Transaction<DB>, accountId: number) {
    await releaseListings(trx, accountId);
    await removeDocumentsOf(trx, accountId);
    await trx.deleteFrom('claims').where('account_id', '=', accountId).execute();
  },
};
