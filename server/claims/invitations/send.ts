import { type Kysely, sql, type Transaction } from 'kysely';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { businessName } from '#server/listings/members/members.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeOnCommit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { toMailboxKey } from '#server/platform/mail/mailbox.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { handOverEmail, memberInvitationEmail, offerEmail } from './emails.ts';

// Whoever invites types the recipient, who may never have asked for an email.
const RECIPIENT_RATE_LIMIT: RateLimit = { limit: 3, windowSeconds: 24 * 60 * 60 };
const DAYS_AFTER_EXPIRY = 7;

/** @throws {TooManyRequests} after 3 invitations of a recipient in a day, whoever sent them and whether or not there is such an account */
export function limitRecipient(
  trx: Transaction<DB>,
  { email_key, username_key }: { email_key: string | null; username_key: string | null },
): Promise<void> {
  const key =
    email_key === null
      ? `username:${hashToken(username_key ?? '').toString('base64url')}`
      : `email:${toMailboxKey(email_key)}`;
  return consumeOnCommit(trx, `people-mail:${key}`, RECIPIENT_RATE_LIMIT);
}

/**
 * Queues the email of an invitation: to its address, or to that of the account with its username, if there is one whose email is confirmed.
 * It is in the language of the invited account, or of who invites an address without one.
 * Links that were sent before stop working.
 */
export async function sendInvitation(trx: Transaction<DB>, id: number, { jobs, site }: NoticeDeps): Promise<void> {
  await trx.deleteFrom('listing_invitation_links').where('invitation_id', '=', id).execute();
  const { rows } = await sql<InvitationRow>`
    select i.role, i.listing_id as "listingId", l.title, ${businessName('owners')} as business, ${toAddress} as "to",
      coalesce((select a.language from accounts a where a.email_key = i.email_key or a.username_key = i.username_key), inviters.language) as language
    from listing_invitations i join accounts inviters on inviters.id = i.invited_by
      left join listings l on l.id = i.listing_id left join accounts owners on owners.id = i.owner_id
    where i.id = ${id}`.execute(trx);
  const [row] = rows;
  const to = row?.to;
  if (!to) return;
  const deferred = deferToken('listing-invitation', id);
  const email = writeEmail(row.language, () => toEmail(site, { ...row, to }, deferred.placeholder));
  await jobs.enqueueEmail(trx, { ...email, deferred });
}

interface InvitationRow {
  role: 'owner' | 'manager' | 'viewer';
  listingId: number | null;
  title: string | null;
  /** Null for a listing without an owner. */
  business: string | null;
  to: string | null;
  language: string;
}

/** The address of an invitation `i`; null where an account with the username is none, or has no confirmed one. */
const toAddress = sql<string | null>`case when i.email_key is not null then i.recipient else (
  select email from accounts a
  where a.username_key = i.username_key and a.is_active and a.email_confirmed_at is not null) end`;

function toEmail(
  site: NoticeDeps['site'],
  { to, role, listingId, title, business }: InvitationRow & { to: string },
  token: string,
) {
  const listing = listingId === null ? null : { id: listingId, title: title ?? '' };
  if (business === null) return offerEmail(site, { to, listing: listing as NonNullable<typeof listing>, token });
  return role === 'owner'
    ? handOverEmail(site, { to, business, listing, token })
    : memberInvitationEmail(site, { to, business, role, listing, token });
}

/**
 * Creates the token of an invitation's link, for an email that is being sent; only its hash is stored.
 * @returns null when the invitation was accepted, declined or withdrawn, has expired, or has another address by now
 */
export async function createListingInvitationToken(
  db: Kysely<DB>,
  id: number,
  { to }: Pick<Email, 'to'>,
): Promise<string | null> {
  const token = createToken();
  // The lock makes sending it again wait, which then deletes this link too.
  const { rows } = await sql`
    insert into listing_invitation_links (token_hash, invitation_id)
    select ${hashToken(token)}, i.id from listing_invitations i
    where i.id = ${id} and ${toAddress} = ${to} and i.expires_at > now()
    for no key update of i
    returning invitation_id`.execute(db);
  return rows.length > 0 ? token : null;
}

/** Deletes invitations a week after they expired: until then who sent them sees that nobody answered. Runs hourly. */
export async function deleteOldListingInvitations(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from listing_invitations
    where expires_at <= now() - make_interval(days => ${sql.lit(DAYS_AFTER_EXPIRY)})`.execute(db);
}
