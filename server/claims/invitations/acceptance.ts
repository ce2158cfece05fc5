import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { hasPermission, type Role } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import type { AcceptedInvitation } from '#contract/ownership/invitations.ts';
import { MAX_MEMBERS, type MemberRole } from '#contract/ownership/members.ts';
import { recordAuditEvent } from '../../accounts/audit-log.ts';
import type { DB, ListingInvitations } from '../../db/schema.ts';
import { Conflict, Forbidden, Invalid, Unauthorized } from '../../http/errors.ts';
import { hashToken } from '../../http/sessions.ts';
import { roleOf } from '../../http/staff-role.ts';
import type { NoticeDeps } from '../../listings/lifecycle/notices.ts';
import { TRANSITIONS } from '../../listings/lifecycle/states.ts';
import { isUnclaimed } from '../../listings/read/presenter.ts';
import { toRecipient, writeEmail } from '../../mail/language.ts';
import type { Email } from '../../mail/mailer.ts';
import { lockPublicListing } from '../claims.ts';
import { claimDeclinedEmail } from '../emails.ts';
import { ALREADY_OWNED, assignOwner, handOver, type OwnershipDeps } from '../ownership.ts';
import { type LockedPerson, lockAccounts } from './accounts.ts';
import { acceptedEmail, declinedEmail, listingsReceivedEmail } from './emails.ts';

/** An invitation that is being answered. */
export type OpenInvitation = Selectable<ListingInvitations>;

/**
 * The invitation of a link, for whoever has the link.
 * @throws {Invalid} when it was answered, withdrawn, sent again or has expired, its owner is suspended, or who gives a listing of nobody
 *   may not do that any more
 */
export async function findOpenInvitation(db: Kysely<DB>, token: string): Promise<OpenInvitation> {
  const found = await db
    .selectFrom('listing_invitation_links as link')
    .innerJoin('listing_invitations as i', 'i.id', 'link.invitation_id')
    .innerJoin('accounts as inviter', 'inviter.id', 'i.invited_by')
    .selectAll('i')
    .select(roleOf('i.invited_by').as('inviter_role'))
    .where('link.token_hash', '=', hashToken(token))
    .where('i.expires_at', '>', sql<Date>`now()`)
    .where('inviter.is_active', '=', true)
    .executeTakeFirst();
  if (!found || (found.owner_id === null && !mayGive(found.inviter_role))) throw invalidInvitation();
  return found;
}

const mayGive = (role: Role | null) => hasPermission(role, 'claims');

/**
 * Accepts an invitation with the account that was invited: it becomes the owner of the listings, or helps with them. A link that was sent to
 * the account's address confirms that. All of it happens at once, or nothing.
 * @throws {Invalid} as `findOpenInvitation` does, also when somebody else answers it at the same time
 * @throws {Forbidden} for another account than the invited one
 * @throws {Conflict} when the listing has another owner by now or cannot be handed over, or the account helps 50 others
 */
export async function acceptInvitation(
  db: Kysely<DB>,
  { accountId, token }: { accountId: number; token: string },
  deps: OwnershipDeps,
): Promise<AcceptedInvitation> {
  const found = await findOpenInvitation(db, token);
  const { owner_id: ownerId } = found;
  return db.transaction().execute(async (trx) => {
    const accounts = await lockAccounts(trx, ownerId === null ? [accountId] : [accountId, ownerId]);
    const account = accounts.get(accountId);
    if (!account) throw new Unauthorized();
    if (ownerId !== null && !accounts.has(ownerId)) throw invalidInvitation();
    if (found.role === 'owner') await lockListings(trx, found);
    const invitation = await redeem(trx, token);
    await confirmRecipient(trx, account, invitation);
    const count = await carryOut(trx, account, invitation, deps);
    const { role, listing_id: listingId, recipient } = invitation;
    await notifyInviter(trx, deps, invitation, (to) => acceptedEmail(deps.site, { to, recipient, role, count }));
    return { role, count, listingId };
  });
}

/**
 * Declines an invitation: its link stops working, and who sent it is notified. Whoever has the link may, as its email says.
 * @throws {Invalid} as `findOpenInvitation` does
 */
export async function declineInvitation(db: Kysely<DB>, token: string, deps: NoticeDeps): Promise<void> {
  await findOpenInvitation(db, token);
  await db.transaction().execute(async (trx) => {
    const invitation = await redeem(trx, token);
    const { id, role, recipient, invited_by, listing_id } = invitation;
    const { username } = await trx
      .selectFrom('accounts')
      .select('username')
      .where('id', '=', invited_by)
      .executeTakeFirstOrThrow();
    await recordAuditEvent(trx, {
      ...{ kind: 'offer-declined', accountId: invited_by, username, listingId: listing_id ?? undefined },
      before: { invitation: id, role },
    });
    await notifyInviter(trx, deps, invitation, (to) => declinedEmail(deps.site, { to, recipient, role }));
  });
}

/** Before the invitation, because who deletes a listing locks them in this order. */
const lockListings = (trx: Transaction<DB>, { owner_id, listing_id }: OpenInvitation) =>
  trx
    .selectFrom('listings')
    .select('id')
    .$if(listing_id !== null, (query) => query.where('id', '=', listing_id))
    .$if(listing_id === null, (query) => query.where('owner_id', '=', owner_id))
    .orderBy('id')
    .forUpdate()
    .execute();

/** Deletes the invitation of a link, so that nobody answers it twice. */
async function redeem(trx: Transaction<DB>, token: string): Promise<OpenInvitation> {
  const { rows } = await sql<OpenInvitation>`
    delete from listing_invitations i using listing_invitation_links link
    where link.token_hash = ${hashToken(token)} and i.id = link.invitation_id and i.expires_at > now()
    returning i.*`.execute(trx);
  if (!rows[0]) throw invalidInvitation();
  return rows[0];
}

async function confirmRecipient(
  trx: Transaction<DB>,
  account: LockedPerson,
  { email_key, username_key, owner_id }: OpenInvitation,
) {
  if (email_key !== null ? account.email_key !== email_key : account.username_key !== username_key)
    throw new Forbidden(t('This invitation is for somebody else. Sign in with the account that was invited.'));
  if (owner_id === account.id) throw new Conflict(t('These listings are yours.'));
  await trx
    .updateTable('accounts')
    .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
    .where('id', '=', account.id)
    .execute();
}

/** @returns how many listings changed hands */
async function carryOut(
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
    ...declined.map(({ email, language }) =>
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

async function notifyInviter(
  trx: Transaction<DB>,
  { jobs }: NoticeDeps,
  { invited_by }: OpenInvitation,
  toEmail: (to: string) => Email,
) {
  const inviter = await trx
    .selectFrom('accounts')
    .select(['email', 'language'])
    .where('id', '=', invited_by)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  const to = inviter?.email;
  if (to)
    await jobs.enqueueEmail(
      trx,
      writeEmail(inviter.language, () => toEmail(to)),
    );
}

export const invalidInvitation = () =>
  new Invalid(t('This invitation has expired, was withdrawn, or has already been used. Ask for a new one.'));
