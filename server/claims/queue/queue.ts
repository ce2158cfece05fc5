import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { AdminClaim, AdminClaimsQuery } from '#contract/ownership/claims.ts';
import { recordAuditEvent } from '../../accounts/audit-log.ts';
import type { DB } from '../../db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '../../http/cursor.ts';
import { Conflict, NotFound } from '../../http/errors.ts';
import type { NoticeDeps } from '../../listings/lifecycle/notices.ts';
import { writeEmail } from '../../mail/language.ts';
import { approve } from '../approval.ts';
import { claimRows, isUndecided, presentClaim } from '../claims.ts';
import { claimDeclinedEmail } from '../emails.ts';
import type { OwnershipDeps } from '../ownership.ts';

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
  return { claims: page.map(toAdminClaim), cursor, total };
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

/** A decision on a claim. */
interface ClaimDecision {
  /** The claim. */
  id: number;
  by: number;
}

/**
 * Approves a claim: the claimant becomes the owner of the listing (see `approve` of listings).
 * @throws {NotFound} 'Claim not found'
 * @throws {Conflict} when it is already decided, the listing can no longer be claimed, or the claimant is suspended
 */
export function approveClaim(db: Kysely<DB>, { id, by }: ClaimDecision, deps: OwnershipDeps): Promise<AdminClaim> {
  return db.transaction().execute(async (trx) => {
    const claim = await findOpenClaim(trx, id);
    await approve(trx, claim, { expectedState: isUndecided, conflict: alreadyDecided(), by }, deps);
    return findClaim(trx, id);
  });
}

/**
 * Declines a claim and notifies the claimant of the reason.
 * @throws {NotFound} 'Claim not found'
 * @throws {Conflict} when it is already decided
 */
export function declineClaim(
  db: Kysely<DB>,
  { id, by, reason }: ClaimDecision & { reason: string },
  { jobs, site }: NoticeDeps,
): Promise<AdminClaim> {
  return db.transaction().execute(async (trx) => {
    const { status } = await findOpenClaim(trx, id);
    const { numUpdatedRows } = await trx
      .updateTable('claims')
      .set({ status: 'declined', reason, decided_by: by, decided_at: sql`now()` })
      .where('id', '=', id)
      .where(isUndecided)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw alreadyDecided();
    const claim = await findClaim(trx, id);
    const { claimant, listing } = claim;
    await recordAuditEvent(trx, {
      kind: 'claim-declined',
      accountId: claimant.id,
      username: claimant.username,
      actorId: by,
      reason,
      listingId: listing.id,
      before: { claim: id, status },
      after: { claim: id, status: 'declined' },
    });
    const to = claimant.email;
    if (to !== null) {
      const { language } = await trx
        .selectFrom('accounts')
        .select('language')
        .where('id', '=', claimant.id)
        .executeTakeFirstOrThrow();
      await jobs.enqueueEmail(
        trx,
        writeEmail(language, () => claimDeclinedEmail(site, to, { listing, reason })),
      );
    }
    return claim;
  });
}

async function findOpenClaim(db: Kysely<DB>, id: number) {
  const claim = await db
    .selectFrom('claims')
    .select(['id', 'listing_id', 'account_id', 'status', isUndecided.as('open')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!claim) throw new NotFound(t('Claim not found'));
  if (!claim.open) throw alreadyDecided();
  return claim;
}

const alreadyDecided = () => new Conflict(t('This claim has already been decided.'));

const findClaim = async (db: Kysely<DB>, id: number) =>
  toAdminClaim(await adminClaimRows(db).where('claims.id', '=', id).executeTakeFirstOrThrow());

const adminClaimRows = (db: Kysely<DB>) =>
  claimRows(db)
    .innerJoin('accounts', 'accounts.id', 'claims.account_id')
    .select(['claims.note', 'listings.city', 'listings.website', 'listings.phone', 'claims.account_id'])
    .select(['accounts.username', 'accounts.business_name', 'accounts.email as account_email', 'email_confirmed_at']);

type AdminClaimRow = Awaited<ReturnType<ReturnType<typeof adminClaimRows>['executeTakeFirstOrThrow']>>;

function toAdminClaim(row: AdminClaimRow): AdminClaim {
  const claim = presentClaim(row);
  return {
    ...claim,
    listing: { ...claim.listing, city: row.city, website: row.website, phone: row.phone },
    claimant: {
      id: row.account_id,
      username: row.username,
      businessName: row.business_name,
      email: row.account_email,
      emailConfirmed: row.email_confirmed_at !== null,
    },
    note: row.note,
  };
}
