import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { LISTING_INVITATION_DAYS, type ListingInvitation } from '#contract/ownership/invitations.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { limitRecipient, sendInvitation } from './send.ts';

/** Of an owner, for new invitations and those that are sent again. */
export const INVITATION_RATE_LIMIT: RateLimit = { limit: 30, windowSeconds: 60 * 60 };

/** The end of an invitation that is sent now. */
export const invitationEnd = sql<Date>`now() + make_interval(days => ${sql.lit(LISTING_INVITATION_DAYS)})`;

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
      kind: 'offer-withdrawn',
      accountId,
      username,
      listingId: row.listing_id ?? undefined,
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

const invitationGone = () => new NotFound(t('This invitation was accepted, declined or withdrawn.'));
