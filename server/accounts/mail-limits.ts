import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '../db/schema.ts';
import { spend } from '../http/limits.ts';
import { emailKey } from './names.ts';

const HOUR = 60 * 60;
const MAILS = { most: 5, seconds: HOUR };
// Several people share an address of the network.
const ASKED_FROM_ADDRESS = { most: 20, seconds: HOUR };

/**
 * Counts a mail to an account.
 * @throws {TooMany} after 5 in an hour
 */
export function spendMail(db: Kysely<DB>, accountId: number): Promise<void> {
  return spend(db, `mail:${accountId}`, MAILS);
}

/**
 * Counts that a stranger asked for a mail; the same whether or not an account has that email.
 * @throws {TooMany} after 5 for an email, or 20 from an address of the network, in an hour
 */
export async function spendReset(db: Kysely<DB>, email: string, address: string): Promise<void> {
  await spend(db, `reset-from:${address}`, ASKED_FROM_ADDRESS);
  await spend(db, `reset:${createHash('sha256').update(emailKey(email)).digest('base64url')}`, MAILS);
}
