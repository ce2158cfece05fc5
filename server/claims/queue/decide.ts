import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { AdminClaim } from '#contract/ownership/claims.ts';
import { approve } from '#server/claims/approval.ts';
import { isUndecided } from '#server/claims/claims.ts';
import { removeDecidedDocuments } from '#server/claims/documents.ts';
import { claimDeclinedEmail } from '#server/claims/emails.ts';
import type { OwnershipDeps } from '#server/claims/ownership.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';
import { findClaim } from './list-claims.ts';

interface ClaimDecision {
  /** The id of the claim. */
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
    const { status, account_id, listing_id } = await findOpenClaim(trx, id);
    const permit = await authorizeDecision(trx, {
      kind: 'claim-declined',
      by,
      accounts: [account_id],
      listings: [listing_id],
    });
    const { numUpdatedRows } = await trx
      .updateTable('claims')
      .set({ status: 'declined', reason, decided_by: by, decided_at: sql`now()` })
      .where('id', '=', id)
      .where(isUndecided)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw alreadyDecided();
    await removeDecidedDocuments(trx, listing_id);
    const claim = await findClaim(trx, id);
    const { claimant, listing } = claim;
    await recordDecision(trx, permit, {
      kind: 'claim-declined',
      accountId: claimant.id,
      username: claimant.username,
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
