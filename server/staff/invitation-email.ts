import { type Kysely, sql, type Transaction } from 'kysely';
import { DEFAULT_LANGUAGE } from '#contract/i18n/languages.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { invitationEmail } from './emails.ts';
import type { StaffDeps } from './staff-deps.ts';

/**
 * Creates the token of an invitation's link, for an email that is being sent; only its hash is stored.
 * @returns null when the invitation was accepted or withdrawn, or has expired
 */
export async function createInvitationToken(
  db: Kysely<DB>,
  id: number,
  { to }: Pick<Email, 'to'>,
): Promise<string | null> {
  const token = createToken();
  // The lock makes sending it again wait, which then deletes this link too.
  const { rows } = await sql`
    insert into staff_invitation_links (token_hash, invitation_id)
    select ${hashToken(token)}, id from staff_invitations where id = ${id} and email = ${to} and expires_at > now()
    for no key update
    returning invitation_id`.execute(db);
  return rows.length > 0 ? token : null;
}

/** Queues the email of an invitation; links that were sent before stop working. */
export async function sendInvitation(trx: Transaction<DB>, id: number, { jobs, site }: StaffDeps) {
  await trx.deleteFrom('staff_invitation_links').where('invitation_id', '=', id).execute();
  const { email, role, username, language } = await trx
    .selectFrom('staff_invitations as i')
    .innerJoin('accounts', 'accounts.id', 'i.invited_by')
    .leftJoin('accounts as invited', 'invited.email_key', 'i.email_key')
    .select(['i.email', 'role', 'accounts.username', 'invited.language'])
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow();
  const deferred = deferToken('staff-invitation', id);
  const facts = { to: email, role, invitedBy: username, token: deferred.placeholder };
  const invitation = writeEmail(language ?? DEFAULT_LANGUAGE, () => invitationEmail(site, facts));
  await jobs.enqueueEmail(trx, { ...invitation, deferred });
}
