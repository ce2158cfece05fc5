import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { AcceptedInvitation } from '#contract/ownership/invitations.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { OwnershipDeps } from '#server/claims/ownership.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Forbidden, Unauthorized } from '#server/platform/http/errors.ts';
import { hashToken } from '#server/platform/http/sessions.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { carryOut } from './accepted-invitation.ts';
import { type LockedPerson, lockAccounts } from './accounts.ts';
import { findOpenInvitation, invalidInvitation, type OpenInvitation } from './open-invitation.ts';
import { acceptedEmail, declinedEmail } from './outcome-emails.ts';

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
      kind: 'offer-declined',
      accountId: invited_by,
      username,
      listingId: listing_id ?? undefined,
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
  { email_key, username_key, owner_id, invited_by }: OpenInvitation,
) {
  if (email_key !== null ? account.email_key !== email_key : account.username_key !== username_key)
    throw new Forbidden(t('This invitation is for somebody else. Sign in with the account that was invited.'));
  // Of the staff, who could change their own address to the one that they wrote to.
  if (owner_id === null && invited_by === account.id)
    throw new Forbidden(t('This is your own case, so somebody else on the team has to decide.'));
  if (owner_id === account.id) throw new Conflict(t('These listings are yours.'));
  await trx
    .updateTable('accounts')
    .set({ email_confirmed_at: sql`coalesce(email_confirmed_at, now())` })
    .where('id', '=', account.id)
    .execute();
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
