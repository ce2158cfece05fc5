import { type Kysely, sql, type Transaction } from 'kysely';
import { emailSchema } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingInvitationForm } from '#contract/ownership/invitations.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { emailKey, usernameKey } from '#server/accounts/unique-keys.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { requireListing } from '#server/listings/members/access.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid, Unauthorized } from '#server/platform/http/errors.ts';
import { emailUnconfirmed } from '#server/platform/http/permissions.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { lockAccounts } from './accounts.ts';
import { INVITATION_RATE_LIMIT, invitationEnd } from './invitations.ts';
import { requireRoom, requireTransferable } from './invite-conditions.ts';
import { handOverStartedEmail } from './outcome-emails.ts';
import { limitRecipient, sendInvitation } from './send.ts';

/**
 * Invites somebody to take over an owner's listings or to help with them, by an email address or a username. Nothing that the owner can
 * see depends on whether there is such an account.
 * @throws {Forbidden} when the owner's email is not confirmed: the invitation names the owner
 * @throws {NotFound} for a listing of another account
 * @throws {Invalid} for oneself
 * @throws {Conflict} when there is such an invitation, nothing can be handed over, or the owner has as many people as an account can have
 * @throws {TooManyRequests} after 30 invitations of the account in an hour, or 3 to the recipient in a day
 */
export async function invite(
  db: Kysely<DB>,
  { accountId, recipient, role, listingId }: ListingInvitationForm & { accountId: number },
  deps: NoticeDeps,
): Promise<void> {
  await consumeRateLimit(db, `people:${accountId}`, INVITATION_RATE_LIMIT);
  const keys = toRecipientKeys(recipient);
  await db.transaction().execute(async (trx) => {
    const owner = (await lockAccounts(trx, [accountId])).get(accountId);
    if (!owner) throw new Unauthorized();
    if (!owner.email_confirmed_at || owner.email === null) throw emailUnconfirmed();
    if (keys.email_key === owner.email_key || keys.username_key === owner.username_key)
      throw refused(t('That’s you. Enter somebody else’s address or username.'));
    if (listingId !== null) await requireListing(trx, { accountId, id: listingId }, 'own');
    if (role === 'owner') await requireTransferable(trx, { ownerId: accountId, listingId });
    await requireRoom(trx, accountId);
    await limitRecipient(trx, keys);
    await deleteExpired(trx, { ownerId: accountId, listingId, role, keys });
    const row = await trx
      .insertInto('listing_invitations')
      .values({
        ...keys,
        recipient,
        role,
        owner_id: accountId,
        listing_id: listingId,
        invited_by: accountId,
        expires_at: invitationEnd,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) throw alreadyInvited(role);
    await sendInvitation(trx, row.id, deps);
    await recordAuditEvent(trx, {
      kind: role === 'owner' ? 'listing-offered' : 'member-invited',
      accountId,
      username: owner.username,
      listingId: listingId ?? undefined,
      after: { invitation: row.id, role },
    });
    if (role !== 'owner') return;
    const listing = await findListingRef(trx, listingId);
    const facts = { to: owner.email, recipient, listing };
    await deps.jobs.enqueueEmail(
      trx,
      writeEmail(owner.language, () => handOverStartedEmail(deps.site, facts)),
    );
  });
}

/** What a recipient is found by: an email address, or else a username. */
type RecipientKeys = { email_key: string | null; username_key: string | null };

const toRecipientKeys = (recipient: string): RecipientKeys =>
  emailSchema.safeParse(recipient).success
    ? { email_key: emailKey(recipient), username_key: null }
    : { email_key: null, username_key: usernameKey(recipient) };

/** An invitation that has expired is replaced. */
const deleteExpired = (
  trx: Transaction<DB>,
  {
    ownerId,
    listingId,
    role,
    keys,
  }: { ownerId: number; listingId: number | null; role: ListingInvitationForm['role']; keys: RecipientKeys },
) =>
  trx
    .deleteFrom('listing_invitations')
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`listing_id is not distinct from ${listingId}::bigint`)
    .where('expires_at', '<=', sql<Date>`now()`)
    .$if(role === 'owner', (query) => query.where('role', '=', 'owner'))
    .$if(role !== 'owner', (query) =>
      query
        .where('role', '<>', 'owner')
        .where(sql<boolean>`email_key is not distinct from ${keys.email_key}`)
        .where(sql<boolean>`username_key is not distinct from ${keys.username_key}`),
    )
    .execute();

const findListingRef = async (trx: Transaction<DB>, id: number | null) =>
  id === null
    ? null
    : await trx.selectFrom('listings').select(['id', 'title']).where('id', '=', id).executeTakeFirstOrThrow();

const refused = (message: string) => new Invalid(message, [{ path: 'recipient', message }]);
const alreadyInvited = (role: ListingInvitationForm['role']) => {
  const message =
    role === 'owner'
      ? t('You’re already handing this over. Withdraw that invitation first.')
      : t('They already have this invitation. Send it again, or withdraw it first.');
  return new Conflict(message, [{ path: 'recipient', message }]);
};
