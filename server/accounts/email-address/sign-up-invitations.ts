import { type Kysely, sql } from 'kysely';
import { SIGN_UP_INVITATION_DAYS, type SignUpInvitation } from '#contract/admin/users.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { SIGN_UPS_BY_INVITATION, SIGN_UPS_CLOSED, type SignUps } from '#contract/site.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { emailKey } from '#server/accounts/unique-keys.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Forbidden, NotFound } from '#server/platform/http/errors.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';

const RATE_LIMIT: RateLimit = { limit: 60, windowSeconds: 60 * 60 };
// The staff sees for a while that nobody answered.
const DAYS_AFTER_EXPIRY = 7;

/**
 * Whether an address may get an account. By invitation those may who have one, and those who are invited to a listing.
 * @param token of the invitation's link; null where the address was proved by another link
 * @throws {Forbidden} when it may not
 */
export async function assertMaySignUp(
  db: Kysely<DB>,
  signUps: SignUps,
  { email, token }: { email: string; token: string | null | undefined },
): Promise<void> {
  if (signUps === 'open') return;
  if (signUps === 'off') throw new Forbidden(translateDefined(SIGN_UPS_CLOSED));
  const hash = token ? hashToken(token) : null;
  const { rows } = await sql`
    select 1 from sign_up_invitations where email_key = ${emailKey(email)} and expires_at > now()
      and (${token === null} or token_hash = ${hash})
    union all select 1 from listing_invitations where email_key = ${emailKey(email)} and expires_at > now()`.execute(
    db,
  );
  if (rows.length === 0) throw new Forbidden(translateDefined(SIGN_UPS_BY_INVITATION));
}

/** Ends the invitation of an address that has an account now. */
export const endSignUpInvitation = (db: Kysely<DB>, email: string) =>
  db.deleteFrom('sign_up_invitations').where('email_key', '=', emailKey(email)).execute();

/** The invitations that were not used, the newest first. */
export async function listSignUpInvitations(db: Kysely<DB>): Promise<SignUpInvitation[]> {
  const rows = await db
    .selectFrom('sign_up_invitations as i')
    .innerJoin('accounts as a', 'a.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'a.username as invitedBy', 'i.sent_at', 'i.expires_at'])
    .select(sql<boolean>`i.expires_at <= now()`.as('isExpired'))
    .orderBy('i.sent_at', 'desc')
    .orderBy('i.id', 'desc')
    .execute();
  return rows.map(({ sent_at, expires_at, ...row }) => ({
    ...row,
    sentAt: sent_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  }));
}

/**
 * Invites an address to create an account, or does so again: an earlier link stops working.
 * @returns the token of the link
 * @throws {Conflict} when the address has an account
 * @throws {TooManyRequests} after 60 invitations in an hour
 */
export async function inviteToSignUp(db: Kysely<DB>, email: string, by: number): Promise<string> {
  await consumeRateLimit(db, `invite-to-sign-up:${by}`, RATE_LIMIT);
  const token = createToken();
  await db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select('username')
      .where('email_key', '=', emailKey(email))
      .executeTakeFirst();
    if (account) {
      const message = t('This address has an account: {name}.', { name: account.username });
      throw new Conflict(message, [{ path: 'email', message }]);
    }
    const invitation = {
      email,
      token_hash: hashToken(token),
      invited_by: by,
      sent_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + make_interval(days => ${sql.lit(SIGN_UP_INVITATION_DAYS)})`,
    };
    const { id } = await trx
      .insertInto('sign_up_invitations')
      .values({ ...invitation, email_key: emailKey(email) })
      .onConflict((conflict) => conflict.column('email_key').doUpdateSet(invitation))
      .returning('id')
      .executeTakeFirstOrThrow();
    await record(trx, { kind: 'sign-up-invited', by, id });
  });
  return token;
}

/** Withdraws an invitation: its link stops working. @throws {NotFound} when it was used or withdrawn */
export async function withdrawSignUpInvitation(db: Kysely<DB>, id: number, by: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const withdrawn = await trx
      .deleteFrom('sign_up_invitations')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!withdrawn) throw new NotFound(t('This invitation was used or withdrawn.'));
    await record(trx, { kind: 'sign-up-invitation-withdrawn', by, id });
  });
}

/** The audit log has no addresses. */
const record = (
  db: Kysely<DB>,
  { kind, by, id }: { kind: 'sign-up-invited' | 'sign-up-invitation-withdrawn'; by: number; id: number },
) => recordAuditEvent(db, { kind, accountId: null, username: null, actorId: by, after: { invitation: id } });

/** Deletes invitations a week after they expired. Runs hourly. */
export async function deleteOldSignUpInvitations(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from sign_up_invitations where expires_at <= now() - make_interval(days => ${sql.lit(DAYS_AFTER_EXPIRY)})`.execute(
    db,
  );
}
