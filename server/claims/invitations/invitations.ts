import { type Kysely, sql, type Transaction } from 'kysely';
import { emailSchema } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import {
  LISTING_INVITATION_DAYS,
  type ListingInvitation,
  type ListingInvitationForm,
} from '#contract/ownership/invitations.ts';
import { MAX_MEMBERS } from '#contract/ownership/members.ts';
import { recordAuditEvent } from '../../accounts/audit-log.ts';
import { emailKey, usernameKey } from '../../accounts/unique-keys.ts';
import type { DB } from '../../db/schema.ts';
import { Conflict, Forbidden, Invalid, NotFound, Unauthorized } from '../../http/errors.ts';
import { consumeRateLimit, type RateLimit } from '../../http/rate-limit.ts';
import type { NoticeDeps } from '../../listings/lifecycle/notices.ts';
import { TRANSITIONS } from '../../listings/lifecycle/states.ts';
import { requireListing } from '../../listings/members/access.ts';
import { writeEmail } from '../../mail/language.ts';
import { lockAccounts } from './accounts.ts';
import { handOverStartedEmail } from './emails.ts';
import { limitRecipient, sendInvitation } from './send.ts';

const INVITATION_RATE_LIMIT: RateLimit = { limit: 30, windowSeconds: 60 * 60 };

/** The end of an invitation that is sent now. */
export const invitationEnd = sql<Date>`now() + make_interval(days => ${sql.lit(LISTING_INVITATION_DAYS)})`;

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
    if (!owner.email_confirmed_at || owner.email === null)
      throw new Forbidden(t('Confirm your email first. The link is in your inbox.'));
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
        ...{ recipient, role, owner_id: accountId, listing_id: listingId, invited_by: accountId },
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

/**
 * Sends an invitation of an owner again: the former link stops working.
 * @throws {NotFound} when it was accepted, declined or withdrawn
 * @throws {TooManyRequests} as `invite` does
 */
export async function resendInvitation(
  db: Kysely<DB>,
  { id, accountId }: { id: number; accountId: number },
  deps: NoticeDeps,
): Promise<void> {
  await consumeRateLimit(db, `people:${accountId}`, INVITATION_RATE_LIMIT);
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('listing_invitations')
      .set({ sent_at: sql<Date>`now()`, expires_at: invitationEnd })
      .where('id', '=', id)
      .where('owner_id', '=', accountId)
      .returning(['email_key', 'username_key'])
      .executeTakeFirst();
    if (!row) throw invitationGone();
    await limitRecipient(trx, row);
    await sendInvitation(trx, id, deps);
  });
}

/**
 * Withdraws an invitation of an owner: its link stops working.
 * @throws {NotFound} when it was accepted, declined or withdrawn
 */
export function withdrawInvitation(
  db: Kysely<DB>,
  { id, accountId }: { id: number; accountId: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom('listing_invitations')
      .where('id', '=', id)
      .where('owner_id', '=', accountId)
      .returning(['role', 'listing_id'])
      .executeTakeFirst();
    if (!row) throw invitationGone();
    const { username } = await trx
      .selectFrom('accounts')
      .select('username')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    await recordAuditEvent(trx, {
      ...{ kind: 'offer-withdrawn', accountId, username, listingId: row.listing_id ?? undefined },
      before: { invitation: id, role: row.role },
    });
  });
}

/** The invitations of an owner that were neither accepted, declined nor withdrawn, newest first; at most 50. */
export async function listInvitations(db: Kysely<DB>, ownerId: number): Promise<ListingInvitation[]> {
  const rows = await db
    .selectFrom('listing_invitations as i')
    .leftJoin('listings as l', 'l.id', 'i.listing_id')
    .select(['i.id', 'i.recipient', 'i.role', 'i.listing_id', 'l.title', 'i.sent_at', 'i.expires_at'])
    .select(sql<boolean>`i.expires_at <= now()`.as('is_expired'))
    .where('i.owner_id', '=', ownerId)
    .orderBy('i.id', 'desc')
    .execute();
  return rows.map(({ id, recipient, role, listing_id, title, ...row }) => ({
    id,
    recipient,
    role,
    listing: listing_id === null ? null : { id: listing_id, title: title ?? '' },
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isExpired: row.is_expired,
  }));
}

/** What a recipient is found by: an email address, or else a username. */
type RecipientKeys = { email_key: string | null; username_key: string | null };

const toRecipientKeys = (recipient: string): RecipientKeys =>
  emailSchema.safeParse(recipient).success
    ? { email_key: emailKey(recipient), username_key: null }
    : { email_key: null, username_key: usernameKey(recipient) };

async function requireTransferable(
  trx: Transaction<DB>,
  { ownerId, listingId }: { ownerId: number; listingId: number | null },
) {
  const found = await trx
    .selectFrom('listings')
    .select('id')
    .where('owner_id', '=', ownerId)
    .$if(listingId !== null, (query) => query.where('id', '=', listingId))
    .where('status', 'in', TRANSITIONS.transfer.from)
    .limit(1)
    .executeTakeFirst();
  if (!found)
    throw new Conflict(listingId === null ? t('You have no listing to hand over.') : TRANSITIONS.transfer.refusal);
}

async function requireRoom(trx: Transaction<DB>, ownerId: number) {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from listing_members where owner_id = ${ownerId})::int
      + (select count(*) from listing_invitations where owner_id = ${ownerId})::int as n`.execute(trx);
  if ((rows[0]?.n ?? 0) >= MAX_MEMBERS)
    throw new Conflict(
      t('You can have {max} people and invitations. Remove somebody, or withdraw an invitation first.', {
        max: MAX_MEMBERS,
      }),
    );
}

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
const invitationGone = () => new NotFound(t('This invitation was accepted, declined or withdrawn.'));
