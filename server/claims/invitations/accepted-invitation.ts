import { sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { MAX_MEMBERS, type MemberRole } from '#contract/ownership/members.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { lockPublicListing } from '#server/claims/claims.ts';
import { claimDeclinedEmail } from '#server/claims/emails.ts';
import { ALREADY_OWNED, assignOwner, handOver, type OwnershipDeps } from '#server/claims/ownership.ts';
import { TRANSITIONS } from '#server/listings/lifecycle/states.ts';
import { isUnclaimed } from '#server/listings/read/presenter.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { toRecipient, writeEmail } from '#server/platform/mail/write-email.ts';
import type { LockedPerson } from './accounts.ts';
import type { OpenInvitation } from './open-invitation.ts';
import { listingsReceivedEmail } from './outcome-emails.ts';

/**
 * Does what an accepted invitation says: hands the listings over, gives a listing without an owner, or adds a member.
 * @returns how many listings changed hands
 */
export async function carryOut(
  trx: Transaction<DB>,
  account: LockedPerson,
  invitation: OpenInvitation,
  deps: OwnershipDeps,
): Promise<number> {
  const { role, owner_id: ownerId } = invitation;
  if (role !== 'owner') {
    await join(trx, account, { ...invitation, role });
    return 0;
  }
  const ids =
    ownerId === null
      ? [await giveListing(trx, account, invitation, deps)]
      : await handOver(trx, deps, { ownerId, listingId: invitation.listing_id, accountId: account.id });
  for (const listingId of ids)
    await recordAuditEvent(trx, {
      kind: 'listing-transferred',
      accountId: account.id,
      username: account.username,
      actorId: invitation.invited_by,
      reason: invitation.reason ?? undefined,
      listingId,
      before: { owner: ownerId, invitation: invitation.id },
      after: { owner: account.id },
    });
  const owner = toRecipient(account);
  if (owner)
    await deps.jobs.enqueueEmail(
      trx,
      writeEmail(owner.language, () => listingsReceivedEmail(deps.site, { to: owner.email, count: ids.length })),
    );
  return ids.length;
}

async function giveListing(
  trx: Transaction<DB>,
  { id: accountId }: LockedPerson,
  { listing_id, invited_by: by }: OpenInvitation,
  deps: OwnershipDeps,
): Promise<number> {
  const listing = listing_id === null ? undefined : await lockPublicListing(trx, listing_id);
  if (!listing || !isUnclaimed(listing)) throw new Conflict(TRANSITIONS.claim.refusal);
  const declined = await assignOwner(trx, deps, { listingId: listing.id as number, accountId, by });
  const named = { id: listing.id as number, title: listing.title as string };
  await deps.jobs.enqueueEmail(
    trx,
    declined.map(({ email, language }) =>
      writeEmail(language, () => claimDeclinedEmail(deps.site, email, { listing: named, reason: ALREADY_OWNED })),
    ),
  );
  return named.id;
}

async function join(
  trx: Transaction<DB>,
  { id: accountId, username }: LockedPerson,
  { id, owner_id, listing_id, role, recipient }: OpenInvitation & { role: MemberRole },
) {
  const ownerId = owner_id as number;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from listing_members where account_id = ${accountId}`.execute(trx);
  if ((rows[0]?.n ?? 0) >= MAX_MEMBERS)
    throw new Conflict(t('You can help {max} businesses. Leave one first.', { max: MAX_MEMBERS }));
  await trx
    .insertInto('listing_members')
    .values({ owner_id: ownerId, listing_id, account_id: accountId, role, recipient })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'owner_id', 'listing_id'])
        .doUpdateSet({ role, recipient, since: sql<Date>`now()` }),
    )
    .execute();
  await recordAuditEvent(trx, {
    kind: 'member-joined',
    accountId,
    username,
    actorId: ownerId,
    listingId: listing_id ?? undefined,
    before: { role: null, owner: ownerId },
    after: { role, owner: ownerId, invitation: id },
  });
}
