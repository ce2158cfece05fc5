import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { record } from '../accounts/audit.ts';
import { hashOf } from '../accounts/mailed-links.ts';
import type { Claims, DB } from '../db/schema.ts';
import { Conflict, Forbidden, type HttpError, Invalid } from '../http/errors.ts';
import type { NoticeParts } from '../listings/lifecycle/notices.ts';
import { ACTS } from '../listings/lifecycle/states.ts';
import { transition } from '../listings/lifecycle/transition.ts';
import { isUnclaimed } from '../listings/read/presenter.ts';
import { lockAccount } from '../listings/write/lock-account.ts';
import { isOpen, lockShown } from './claims.ts';
import { approvedLetter, declinedLetter } from './emails.ts';

/**
 * Approves the claim whose link was mailed, for the account that made it alone: else somebody at the business could be
 * brought to open a stranger's link.
 * @returns the id of the listing, which the account owns from now on
 * @throws {Invalid} when there is no such link, or it was used, replaced, or has expired
 * @throws {Forbidden} for another account
 * @throws {Conflict} when the listing can no longer be claimed
 */
export async function redeem(
  db: Kysely<DB>,
  { accountId, token }: { accountId: number; token: string },
  parts: NoticeParts,
): Promise<number> {
  const works = sql<boolean>`claims.token_hash = ${hashOf(token)} and claims.token_expires_at > now()`;
  const claim = await db.selectFrom('claims').select(CLAIM).where(works).executeTakeFirst();
  if (!claim) throw dead();
  if (claim.account_id !== accountId)
    throw new Forbidden(
      'This link is for another account. Sign in to the account that made the claim, then open it again.',
    );
  await db.transaction().execute((trx) => approve(trx, claim, { still: works, refusal: dead() }, parts));
  return claim.listing_id;
}

const dead = () =>
  new Invalid('This link has expired or was used already. Please claim the listing again to get a new one.');

const CLAIM = ['id', 'listing_id', 'account_id'] as const;

/** How a claim is approved. */
interface Approval {
  /** What must still be so of the claim. */
  still: RawBuilder<boolean>;
  /** What is said when it is not. */
  refusal: HttpError;
  /** The administrator's account, unless the link has proved it. */
  by?: number;
}

/**
 * Makes the claimant the listing's owner, and declines all other claims of it; all of them hear of it.
 * @throws {Conflict} when the listing can no longer be claimed, or the claimant is suspended
 */
export async function approve(
  trx: Transaction<DB>,
  { id, listing_id, account_id }: Pick<Selectable<Claims>, (typeof CLAIM)[number]>,
  approval: Approval,
  { jobs, site }: NoticeParts,
): Promise<void> {
  const { by } = approval;
  const claimant = await lockAccount(trx, account_id);
  if (!claimant) throw new Conflict('The account that made this claim is suspended or gone.');
  const listing = await lockShown(trx, listing_id);
  if (!listing || !isUnclaimed(listing)) throw new Conflict(ACTS.claim.refusal);
  const decided = { token_hash: null, token_expires_at: null, decided_by: by ?? null, decided_at: sql<Date>`now()` };
  const approved = await trx
    .updateTable('claims')
    .set({ ...decided, status: 'approved' })
    .where('id', '=', id)
    .where(approval.still)
    .executeTakeFirst();
  if (approved.numUpdatedRows === 0n) throw approval.refusal;
  await transition(trx, 'claim', { id: listing_id, by: 'program', set: { owner_id: account_id } });
  const others = await trx
    .updateTable('claims')
    .from('accounts')
    .set({ ...decided, status: 'declined', reason: TAKEN })
    .where('listing_id', '=', listing_id)
    .where(isOpen)
    .whereRef('accounts.id', '=', 'claims.account_id')
    .returning('accounts.email')
    .execute();
  await record(trx, {
    kind: 'claim-approved',
    accountId: account_id,
    username: claimant.username,
    actorId: by,
    listingId: listing_id,
  });
  await jobs.mail(
    trx,
    ...addressesOf([claimant]).map((to) => approvedLetter(site, to, listing)),
    ...addressesOf(others).map((to) => declinedLetter(site, to, { listing, reason: TAKEN })),
  );
}

const TAKEN = 'Another account has shown that the business is theirs.';

const addressesOf = (accounts: { email: string | null }[]) => accounts.flatMap(({ email }) => email ?? []);
