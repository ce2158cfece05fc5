import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { approve } from './approval.ts';
import { type ClaimDeps, consumeClaimLimit, hasNoRival, isUndecided, lockClaim, upsertClaim } from './claims.ts';
import { findDoubts } from './doubts.ts';
import type { OwnershipDeps } from './ownership.ts';

/**
 * Which listings the confirmed email of an account proves by itself: it is at the domain of the listing's website (`provesClaim`), about
 * which there is no doubt (`findDoubts`), and nobody else has an open claim or an invitation. Listings that cannot be claimed are not
 * among them. See docs/decisions/0027-what-proves-a-claim.md.
 */
export async function findProvenByAccount(
  db: Kysely<DB>,
  { accountId, listingIds }: { accountId: number; listingIds: readonly number[] },
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; email: string; website: string }>`
    select l.id, a.email, l.website from accounts a, public_listings l
    where a.id = ${accountId} and a.is_active and a.email_confirmed_at is not null and a.email is not null
      and l.id = any(${listingIds}::bigint[]) and l.owner_id is null and l.origin <> 'sample' and l.website is not null
      and ${hasNoRival}`.execute(db);
  if (rows.length === 0) return new Set();
  const { provesClaim } = await import('./proof.ts');
  const ids = rows.filter(({ email, website }) => provesClaim(email, website)).map(({ id }) => id);
  const doubts = await findDoubts(
    db,
    ids.map((listingId) => ({ listingId, accountId })),
  );
  return new Set(ids.filter((_, index) => doubts[index]?.every(({ about }) => about === 'phone')));
}

/**
 * Makes an account the owner of a listing that its confirmed email proves (`findProvenByAccount`).
 * @throws {Forbidden} when the claimant's email is not confirmed
 * @throws {NotFound} when the listing is not public
 * @throws {Conflict} when it has an owner, is a sample, or the email does not prove it
 * @throws {TooManyRequests} after the claims of the account that the settings allow
 */
export async function claimByAccount(
  db: Kysely<DB>,
  ref: { accountId: number; listingId: number },
  deps: ClaimDeps & OwnershipDeps,
): Promise<void> {
  await consumeClaimLimit(db, ref.accountId, deps);
  await db.transaction().execute((trx) => approveByAccount(trx, ref, deps));
}

/** Does what `claimByAccount` does, in a transaction of the caller that counts its claims otherwise. @throws as `claimByAccount` does */
export async function approveByAccount(
  trx: Transaction<DB>,
  { accountId, listingId }: { accountId: number; listingId: number },
  deps: OwnershipDeps,
) {
  await lockClaim(trx, { accountId, listingId });
  const proven = await findProvenByAccount(trx, { accountId, listingIds: [listingId] });
  if (!proven.has(listingId)) throw unproven();
  const { id } = await upsertClaim(trx, { account_id: accountId, listing_id: listingId, note: '', email: null });
  await approve(
    trx,
    { id, listing_id: listingId, account_id: accountId },
    { expectedState: isUndecided, conflict: unproven() },
    deps,
  );
}

const unproven = () =>
  new Conflict(t('Your account’s email doesn’t verify this business. Claim it another way, and we’ll review it.'));
