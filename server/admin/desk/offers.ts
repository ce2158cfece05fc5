import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { Offer, OfferForm } from '#contract/ownership/invitations.ts';
import { type AuditEvent, recordAuditEvent } from '#server/accounts/audit-log.ts';
import { emailKey } from '#server/accounts/unique-keys.ts';
import { lockPublicListing } from '#server/claims/claims.ts';
import { invitationEnd } from '#server/claims/invitations/invitations.ts';
import { limitRecipient, sendInvitation } from '#server/claims/invitations/send.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { isUnclaimed } from '#server/listings/read/presenter.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { authorizeDecision } from '#server/staff/decisions.ts';

const OFFER_RATE_LIMIT: RateLimit = { limit: 60, windowSeconds: 60 * 60 };

/**
 * Offers a listing that nobody owns to somebody by email. Whoever accepts owns it as after an approved claim. Replaces an expired offer.
 * See docs/decisions/0114-listings-are-given-by-invitation.md.
 * @param by the account of a member of the staff
 * @throws {NotFound} when the listing is not public
 * @throws {Conflict} when it has an owner or is a sample, or is offered to somebody
 * @throws {TooManyRequests} after 60 offers of a member of the staff in an hour, or 3 invitations of the address in a day
 */
export async function offerListing(
  db: Kysely<DB>,
  { id, email, reason, by }: OfferForm & { id: number; by: number },
  deps: NoticeDeps,
): Promise<void> {
  await consumeRateLimit(db, `offer:${by}`, OFFER_RATE_LIMIT);
  await db.transaction().execute(async (trx) => {
    const listing = await lockPublicListing(trx, id);
    if (!listing) throw listingNotFound();
    if (!isUnclaimed(listing))
      throw new Conflict(t('This listing has an owner, who can hand it over to somebody in the account.'));
    const keys = { email_key: emailKey(email), username_key: null };
    const own = await authorizeOffer(trx, { id, by, emailKey: keys.email_key });
    await limitRecipient(trx, keys);
    await ofListing(trx, id).where('expires_at', '<=', sql<Date>`now()`).execute();
    const row = await trx
      .insertInto('listing_invitations')
      .values({
        ...keys,
        recipient: email,
        role: 'owner',
        listing_id: id,
        reason,
        invited_by: by,
        expires_at: invitationEnd,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new Conflict(t('This listing is offered to somebody. Send that again, or withdraw it first.'));
    await sendInvitation(trx, row.id, deps);
    await record(trx, {
      kind: 'listing-offered',
      listingId: id,
      actorId: by,
      reason,
      after: { invitation: row.id, ...own },
    });
  });
}

/**
 * Sends the offer of a listing again, in the name of who asks for it: the former link stops working.
 * @throws {NotFound} when there is none
 * @throws {TooManyRequests} as `offerListing` does
 */
export async function resendOffer(
  db: Kysely<DB>,
  { id, by }: { id: number; by: number },
  deps: NoticeDeps,
): Promise<void> {
  await consumeRateLimit(db, `offer:${by}`, OFFER_RATE_LIMIT);
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('listing_invitations')
      .set({ invited_by: by, sent_at: sql<Date>`now()`, expires_at: invitationEnd })
      .where('listing_id', '=', id)
      .where('owner_id', 'is', null)
      .returning(['id', 'email_key', 'username_key', 'reason'])
      .executeTakeFirst();
    if (!row) throw offerGone();
    const own = await authorizeOffer(trx, { id, by, emailKey: row.email_key });
    await limitRecipient(trx, row);
    await sendInvitation(trx, row.id, deps);
    const reason = row.reason ?? undefined;
    await record(trx, {
      kind: 'offer-resent',
      listingId: id,
      actorId: by,
      reason,
      after: { invitation: row.id, ...own },
    });
  });
}

/**
 * Withdraws the offer of a listing: its link stops working.
 * @throws {NotFound} when there is none
 */
export function withdrawOffer(
  db: Kysely<DB>,
  { id, reason, by }: { id: number; reason: string; by: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await ofListing(trx, id).returning('id').executeTakeFirst();
    if (!row) throw offerGone();
    await record(trx, { kind: 'offer-withdrawn', listingId: id, actorId: by, reason, before: { invitation: row.id } });
  });
}

/** The offer of a listing; null if there is none. */
export async function findOffer(db: Kysely<DB>, listingId: number): Promise<Offer | null> {
  const row = await db
    .selectFrom('listing_invitations as i')
    .innerJoin('accounts', 'accounts.id', 'i.invited_by')
    .select(['i.recipient', 'i.reason', 'i.invited_by', 'accounts.username', 'i.sent_at', 'i.expires_at'])
    .select(sql<boolean>`i.expires_at <= now()`.as('is_expired'))
    .where('i.listing_id', '=', listingId)
    .where('i.owner_id', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    email: row.recipient,
    reason: row.reason ?? '',
    offeredBy: { id: row.invited_by, username: row.username },
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isExpired: row.is_expired,
  };
}

/** To offer a listing to somebody is as to approve their claim: not to oneself, nor where a higher role decided against it. */
async function authorizeOffer(
  trx: Transaction<DB>,
  { id, by, emailKey }: { id: number; by: number; emailKey: string | null },
) {
  const recipient = await trx.selectFrom('accounts').select('id').where('email_key', '=', emailKey).executeTakeFirst();
  const accounts = recipient ? [recipient.id] : [];
  const { isOwn } = await authorizeDecision(trx, { kind: 'claim-approved', by, accounts, listings: [id] });
  return isOwn ? { ownCase: true } : {};
}

const ofListing = (trx: Transaction<DB>, id: number) =>
  trx.deleteFrom('listing_invitations').where('listing_id', '=', id).where('owner_id', 'is', null);

/** The audit log has no addresses, and does not say whether an account has the invited one. */
type OfferEvent = Omit<AuditEvent, 'accountId' | 'username' | 'kind'> & {
  kind: 'listing-offered' | 'offer-resent' | 'offer-withdrawn';
};
const record = (trx: Transaction<DB>, event: OfferEvent) =>
  recordAuditEvent(trx, { ...event, accountId: null, username: null });

const offerGone = () => new NotFound(t('This offer was accepted, declined or withdrawn.'));
