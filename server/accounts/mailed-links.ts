import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB, MailedLinks } from '../db/schema.ts';
import { Invalid } from '../http/errors.ts';

type Kind = MailedLinks['kind'];

const MINUTES: Record<Kind, number> = { 'confirm-email': 3 * 24 * 60, 'reset-password': 30 };

/**
 * Makes the link that is to be mailed; the ones of its kind that the account was sent before stop working.
 * @returns the token of 256 bits that the link carries; only its hash is stored
 */
export async function makeLink(
  trx: Transaction<DB>,
  { accountId, kind, email }: { accountId: number; kind: Kind; email: string },
): Promise<string> {
  // One after the other, or two asked for at once would both work. And none for an account that has just gone.
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow();
  await trx.deleteFrom('mailed_links').where('account_id', '=', accountId).where('kind', '=', kind).execute();
  const token = randomBytes(32).toString('base64url');
  await sql`
    insert into mailed_links (token_hash, account_id, kind, email, expires_at)
    values (${hashOf(token)}, ${accountId}, ${kind}, ${email}, now() + make_interval(mins => ${MINUTES[kind]}))`.execute(
    trx,
  );
  return token;
}

/** @throws {Invalid} when the link cannot be redeemed, as `redeemLink` */
export async function checkLink(db: Kysely<DB>, kind: Kind, token: string): Promise<void> {
  const found = await db
    .selectFrom('mailed_links')
    .select('account_id')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!found) throw dead();
}

/**
 * Takes what a link was made for; it works no more.
 * @throws {Invalid} when there is no such link, or it was used, replaced, or has expired
 */
export async function redeemLink(trx: Transaction<DB>, kind: Kind, token: string) {
  const link = await trx
    .deleteFrom('mailed_links')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id', 'email'])
    .executeTakeFirst();
  if (!link) throw dead();
  return { accountId: link.account_id, email: link.email };
}

const dead = () => new Invalid('This link has expired or was used already. Please ask for a new one.');

/** What is stored of a token that was mailed. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest();
