import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB, MailedLinks } from '../db/schema.ts';
import { Invalid } from '../http/errors.ts';

type EmailTokenKind = MailedLinks['kind'];

const LIFETIME_MINUTES: Record<EmailTokenKind, number> = { 'confirm-email': 3 * 24 * 60, 'reset-password': 30 };

/**
 * Makes the link that is to be mailed; the ones of its kind that the account was sent before stop working.
 * @returns the token of 256 bits that the link carries; only its hash is stored
 */
export async function createEmailToken(
  trx: Transaction<DB>,
  { accountId, kind, email }: { accountId: number; kind: EmailTokenKind; email: string },
): Promise<string> {
  // One after the other, or two asked for at once would both work. And none for an account that has just gone.
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow();
  await trx.deleteFrom('mailed_links').where('account_id', '=', accountId).where('kind', '=', kind).execute();
  const token = randomBytes(32).toString('base64url');
  await sql`
    insert into mailed_links (token_hash, account_id, kind, email, expires_at)
    values (${hashToken(token)}, ${accountId}, ${kind}, ${email}, now() + make_interval(mins => ${LIFETIME_MINUTES[kind]}))`.execute(
    trx,
  );
  return token;
}

/** @throws {Invalid} when the link cannot be redeemed, as `redeemEmailToken` */
export async function assertEmailTokenValid(db: Kysely<DB>, kind: EmailTokenKind, token: string): Promise<void> {
  const found = await db
    .selectFrom('mailed_links')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!found) throw invalidLink();
}

/**
 * Takes what a link was made for; it works no more.
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
  if (!link) throw invalidLink();
  return { accountId: link.account_id, email: link.email };
}

const invalidLink = () => new Invalid('This link has expired or was used already. Please ask for a new one.');

/** What is stored of a token that was mailed. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest();
