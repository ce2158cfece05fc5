import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

const COUNT = 10;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Replaces the recovery codes of an account by ten new ones of 120 random bits, such as 'ABCD-2345-EFGH-6723-ABCD-2345'. Only hashes are stored. */
export async function replaceRecoveryCodes(trx: Kysely<DB>, accountId: number): Promise<string[]> {
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  const codes = Array.from({ length: COUNT }, createCode);
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashCode(code) })))
    .execute();
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code);
}

/** Whether it is a recovery code of the account. It then works no more. */
export async function redeemRecoveryCode(
  db: Kysely<DB>,
  { accountId, code }: { accountId: number; code: string },
): Promise<boolean> {
  const redeemed = await db
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashCode(code))
    .returning('account_id')
    .executeTakeFirst();
  return redeemed !== undefined;
}

// A byte has as many values for each of the 32 characters.
const createCode = () => Array.from(randomBytes(24), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

const hashCode = (code: string) => createHash('sha256').update(code).digest();
