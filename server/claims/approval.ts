import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { TRANSITIONS } from '#server/listings/lifecycle/states.ts';
import { isUnclaimed } from '#server/listings/read/presenter.ts';
import { lockAccount } from '#server/listings/write/posting.ts';
import type { Claims, DB } from '#server/platform/db/schema.ts';
import { Conflict, Forbidden, type HttpError, Invalid } from '#server/platform/http/errors.ts';
import { hashToken } from '#server/platform/http/sessions.ts';
import { toRecipient, writeEmail } from '#server/platform/mail/write-email.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';
import { lockPublicListing } from './claims.ts';
import { claimApprovedEmail, claimDeclinedEmail } from './emails.ts';
import { ALREADY_OWNED, assignOwner, type OwnershipDeps } from './ownership.ts';

/**
 * Approves the claim of an emailed link. Only the account that made the claim may redeem it: otherwise a stranger could trick
 * somebody at the business into approving the stranger's claim. See docs/decisions/0027-what-proves-a-claim.md.
 * @returns the id of the listing, which the account now owns
 * @throws {Invalid} when there is no such link, or it was used, replaced, or has expired
 * @throws {Forbidden} for another account
 * @throws {Conflict} when the listing can no longer be claimed
 */
export async function redeem(
  db: Kysely<DB>,
  { accountId, token }: { accountId: number; token: string },
  parts: OwnershipDeps,
): Promise<number> {
  const isValidToken = sql<boolean>`claims.status = 'mailed' and exists (
    select from claim_links
    where claim_id = claims.id and token_hash = ${hashToken(token)} and expires_at > now())`;
  const claim = await db.selectFrom('claims').select(CLAIM_COLUMNS).where(isValidToken).executeTakeFirst();
  if (!claim) throw invalidLink();
  if (claim.account_id !== accountId)
    throw new Forbidden(
      t('This link is for another account. Sign in to the account that made the claim, then open the link again.'),
    );
  await db
    .transaction()
    .execute((trx) => approve(trx, claim, { expectedState: isValidToken, conflict: invalidLink() }, parts));
  return claim.listing_id;
}

const invalidLink = () =>
  new Invalid(t('This link has expired or has already been used. Please claim the listing again to get a new one.'));

const CLAIM_COLUMNS = ['id', 'listing_id', 'account_id'] as const;

interface Approval {
  /** A condition that the claim must still meet. */
  expectedState: RawBuilder<boolean>;
  /** Thrown when the claim does not meet the condition. */
  conflict: HttpError;
  /** The administrator's account; undefined if the link proved the claim. */
  by?: number;
}

/**
 * Makes the claimant the owner of the listing, declines all other claims of it, and emails all claimants.
 * @throws {Conflict} when the listing can no longer be claimed, or the claimant is suspended
 */
export async function approve(
  trx: Transaction<DB>,
  { id, listing_id, account_id }: Pick<Selectable<Claims>, (typeof CLAIM_COLUMNS)[number]>,
  approval: Approval,
  deps: OwnershipDeps,
): Promise<void> {
  const { by } = approval;
  const { jobs, site } = deps;
  const claimant = await lockAccount(trx, account_id);
  if (!claimant) throw new Conflict(t('The account that made this claim is suspended or deleted.'));
  const listing = await lockPublicListing(trx, listing_id);
  if (!listing || !isUnclaimed(listing)) throw new Conflict(TRANSITIONS.claim.refusal);
  const permit = await authorizeDecision(trx, {
    kind: 'claim-approved',
    by,
    accounts: [account_id],
    listings: [listing_id],
  });
  const approved = await trx
    .updateTable('claims')
    .set({ status: 'approved', decided_by: by ?? null, decided_at: sql`now()` })
    .where('id', '=', id)
    .where(approval.expectedState)
    .executeTakeFirst();
  if (approved.numUpdatedRows === 0n) throw approval.conflict;
  const declined = await assignOwner(trx, deps, { listingId: listing_id, accountId: account_id, by: by ?? null });
  await recordDecision(trx, permit, {
    kind: 'claim-approved',
    accountId: account_id,
    username: claimant.username,
    listingId: listing_id,
    before: { claim: id, owner: null },
    after: { claim: id, owner: account_id },
  });
  const owner = toRecipient(claimant);
  await jobs.enqueueEmail(trx, [
    ...(owner ? [writeEmail(owner.language, () => claimApprovedEmail(site, owner.email, listing))] : []),
    ...declined.map(({ email, language }) =>
      writeEmail(language, () => claimDeclinedEmail(site, email, { listing, reason: ALREADY_OWNED })),
    ),
  ]);
}
