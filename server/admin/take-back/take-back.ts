import { sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { canBeTakenBack, takeBeforeOwner } from '#server/claims/before-owner.ts';
import { removeOwnersTraces, restoreBeforeOwner } from '#server/claims/restore-before-owner.ts';
import { leaveListing } from '#server/conversations/leave-listing.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { lockListingPayments, returnTerms } from '#server/payments/return-terms.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import type { StaffMember } from '#server/platform/http/permissions.ts';
import { toRecipient, writeEmail } from '#server/platform/mail/write-email.ts';
import { SEARCH_KEY } from '#server/search/cache-for-seconds.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';
import { listingTakenBackEmail } from './emails.ts';

/** The dependencies of taking a listing back. */
export type TakeBackDeps = Pick<PaymentDeps, 'db' | 'gazetteer' | 'jobs' | 'site'>;

/** Which listing is taken back, by whom and why. */
interface TakeBack {
  id: number;
  by: StaffMember;
  reason: string;
}

/**
 * Takes a listing back from an owner who does not represent the business: nobody owns it, and it is as it was before it had an owner.
 * What its owner added, who helps with it, and open invitations go; what was paid is a credit of who paid. The owner, the claimant and
 * the customers who wrote are emailed. It cannot be undone: who claims it again waits for the staff.
 * See docs/decisions/0027-what-proves-a-claim.md.
 * @throws {NotFound} when the listing does not exist
 * @throws {Conflict} when nobody owns it, its owner posted it, or it has another owner since this began
 */
export function takeBack(deps: TakeBackDeps, { id, by, reason }: TakeBack): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const { owner, listing } = await lock(trx, id);
    const permit = await authorizeDecision(trx, {
      kind: 'claim-taken-back',
      by: by.accountId,
      accounts: [owner.id],
      listings: [id],
    });
    const credits = await returnTerms(trx, id);
    const former = await takeBeforeOwner(trx, id);
    const title = String(former.title);
    await leaveListing(trx, { listingId: id, business: String(former.business_name) }, deps);
    await describeChange(trx, { kind: 'restore', ...by, reason });
    await restoreBeforeOwner(trx, { id, former });
    await removeOwnersTraces(trx, id);
    const claimants = await closeClaims(trx, { id, ownerId: owner.id, by: by.accountId, reason });
    await invalidate(trx, [SEARCH_KEY]);
    await recordDecision(trx, permit, {
      kind: 'claim-taken-back',
      accountId: owner.id,
      username: owner.username,
      reason,
      listingId: id,
      before: { owner: owner.id, status: listing.status },
      after: { owner: null, credits },
    });
    await notify(trx, deps, { listing: { id, title }, reason, accountIds: claimants });
  });
}

/** The owner and the listing, locked in the order of settlements: accounts, payments, listings. */
async function lock(trx: Transaction<DB>, id: number) {
  const owner = await trx
    .selectFrom('accounts')
    .select(['id', 'username'])
    .where('id', '=', (query) => query.selectFrom('listings').select('owner_id').where('id', '=', id))
    .forUpdate()
    .executeTakeFirst();
  await lockListingPayments(trx, id);
  const listing = await trx.selectFrom('listings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!listing) throw listingNotFound();
  if (!owner || listing.owner_id !== owner.id || !canBeTakenBack(listing))
    throw new Conflict(t('You can only take back a listing that its owner has claimed or was given.'));
  return { owner, listing };
}

/**
 * Marks the approved claim as taken back, and says the same of an owner who had the listing otherwise: by an offer, or from the claimant.
 * @returns the accounts
 */
async function closeClaims(
  trx: Transaction<DB>,
  { id, ownerId, by, reason }: { id: number; ownerId: number; by: number; reason: string },
): Promise<number[]> {
  const closed = {
    status: 'declined' as const,
    reason,
    decided_by: by,
    decided_at: sql<Date>`now()`,
    taken_back_at: sql<Date>`now()`,
  };
  const rows = await trx
    .updateTable('claims')
    .set(closed)
    .where('listing_id', '=', id)
    .where('status', '=', 'approved')
    .returning('account_id')
    .execute();
  const accounts = rows.map(({ account_id }) => account_id);
  if (accounts.includes(ownerId)) return accounts;
  await trx
    .insertInto('claims')
    .values({ listing_id: id, account_id: ownerId, ...closed })
    .execute();
  return [...accounts, ownerId];
}

async function notify(
  trx: Transaction<DB>,
  { jobs, site }: TakeBackDeps,
  { listing, reason, accountIds }: { listing: { id: number; title: string }; reason: string; accountIds: number[] },
) {
  const accounts = await trx
    .selectFrom('accounts')
    .select(['email', 'language'])
    .where('id', 'in', accountIds)
    .execute();
  const emails = accounts.flatMap((account) => {
    const to = toRecipient(account);
    return to ? [writeEmail(to.language, () => listingTakenBackEmail(site, to.email, { listing, reason }))] : [];
  });
  await jobs.enqueueEmail(trx, emails);
}
