import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { DB, MailedLinks } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';

type EmailTokenKind = MailedLinks['kind'];

/** How long links work. */
export const LIFETIME_MINUTES: Record<EmailTokenKind, number> = {
  'confirm-email': 3 * 24 * 60,
  'reset-password': 30,
  'sign-in': 30,
};

/**
 * Creates a token for a link. Earlier links that confirm an email stop working; earlier links for a new password work on, because
 * a stranger may have asked for this one.
 * @returns the token, of 256 bits; only its hash is stored
 */
export async function createEmailToken(
  trx: Transaction<DB>,
  { accountId, kind, email }: { accountId: number; kind: EmailTokenKind; email: string },
): Promise<string> {
  // The lock serializes concurrent calls, of which only the last token may work, and detects a deleted account.
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow();
  if (kind === 'confirm-email')
    await trx.deleteFrom('mailed_links').where('account_id', '=', accountId).where('kind', '=', kind).execute();
  const token = createToken();
  await sql`
    insert into mailed_links (token_hash, account_id, kind, email, expires_at)
    values (${hashToken(token)}, ${accountId}, ${kind}, ${email}, now() + make_interval(mins => ${LIFETIME_MINUTES[kind]}))`.execute(
    trx,
  );
  return token;
}

/**
 * Finds the account of a token without redeeming it.
 * @throws {Invalid} in the same cases as `redeemEmailToken`
 */
export async function findAccountOfEmailToken(db: Kysely<DB>, kind: EmailTokenKind, token: string): Promise<number> {
  const found = await db
    .selectFrom('mailed_links')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!found?.account_id) throw invalidLink();
  return found.account_id;
}

/**
 * Redeems a token, which works only once.
 * @throws {Invalid} when there is no such link, or it was used, replaced, or has expired
 */
export async function redeemEmailToken(trx: Transaction<DB>, kind: EmailTokenKind, token: string) {
  const link = await trx
    .deleteFrom('mailed_links')
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id', 'email'])
    .executeTakeFirst();
  if (!link?.account_id) throw invalidLink();
  return { accountId: link.account_id, email: link.email };
}

/** The error of a link that does not work any more. */
export const invalidLink = () =>
  new Invalid(t('This link has expired or has already been used. Please request a new one.'));
