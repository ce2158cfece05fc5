import { type Kysely, sql } from 'kysely';
import type { AdminClaim, AdminClaimsQuery, ClaimDoubt } from '#contract/ownership/claims.ts';
import { findDoubts } from '#server/claims/doubts.ts';
import { claimRows, presentClaim } from '#server/claims/own-claims.ts';
import { showPhone } from '#server/listings/read/presenter.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';

/** One page of claims. */
export interface ClaimList {
  claims: AdminClaim[];
  /** The position of the next page; null on the last one. */
  cursor: string | null;
  /** The number of rows on all pages. */
  total: number;
}

/**
 * The claims of a status, newest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listClaims(db: Kysely<DB>, query: AdminClaimsQuery): Promise<ClaimList> {
  const [rows, { total }] = await Promise.all([
    claimsQuery(db, query).execute(),
    claimsTotalQuery(db, query).executeTakeFirstOrThrow(),
  ]);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { claims: await present(db, page), cursor, total };
}

/** One page and one more row. Exported for the test of its query plan. */
export function claimsQuery(db: Kysely<DB>, { status, cursor, limit }: AdminClaimsQuery) {
  // A literal, because a generic plan for any status would scan all claims to find the few that are waiting.
  let query = adminClaimRows(db).where('claims.status', '=', sql.lit(status));
  if (cursor !== undefined) query = query.where('claims.id', '<', parseCursor(cursor, idPosition).id);
  return query.orderBy('claims.id', 'desc').limit(limit + 1);
}

/** The number of rows on all pages. Exported for the same test. */
export const claimsTotalQuery = (db: Kysely<DB>, { status }: Pick<AdminClaimsQuery, 'status'>) =>
  db.selectFrom('claims').select(sql<number>`count(*)::int`.as('total')).where('status', '=', sql.lit(status));

/** A claim as the staff sees it. */
export async function findClaim(db: Kysely<DB>, id: number): Promise<AdminClaim> {
  const [claim] = await present(db, [await adminClaimRows(db).where('claims.id', '=', id).executeTakeFirstOrThrow()]);
  return claim as AdminClaim;
}

async function present(db: Kysely<DB>, rows: AdminClaimRow[]): Promise<AdminClaim[]> {
  const refs = rows.map(({ listing_id: listingId, account_id: accountId }) => ({ listingId, accountId }));
  const doubts = await findDoubts(db, refs);
  return rows.map((row, i) => toAdminClaim(row, doubts[i] ?? []));
}

const adminClaimRows = (db: Kysely<DB>) =>
  claimRows(db)
    .innerJoin('accounts', 'accounts.id', 'claims.account_id')
    .select(['claims.note', 'listings.city', 'listings.website', 'listings.phone', 'claims.account_id'])
    .select(
      sql<boolean>`exists (select from claim_documents d where d.claim_id = claims.id and claims.decided_at is null)`.as(
        'has_document',
      ),
    )
    .select(['accounts.username', 'accounts.business_name', 'accounts.email as account_email', 'email_confirmed_at']);

type AdminClaimRow = Awaited<ReturnType<ReturnType<typeof adminClaimRows>['executeTakeFirstOrThrow']>>;

function toAdminClaim(row: AdminClaimRow, doubts: ClaimDoubt[]): AdminClaim {
  const claim = presentClaim(row);
  return {
    ...claim,
    listing: { ...claim.listing, city: row.city, website: row.website, phone: row.phone && showPhone(row.phone).phone },
    claimant: {
      id: row.account_id,
      username: row.username,
      businessName: row.business_name,
      email: row.account_email,
      emailConfirmed: row.email_confirmed_at !== null,
    },
    note: row.note,
    hasDocument: row.has_document,
    doubts,
  };
}
