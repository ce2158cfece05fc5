import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Login, User } from '#contract/accounts.ts';
import type { DB } from '../db/schema.ts';
import { Forbidden, Unauthorized } from '../http/errors.ts';
import { forgive, spend } from '../http/limits.ts';
import { record } from './audit.ts';
import { usernameKey } from './names.ts';
import { isPassword } from './passwords.ts';
import { USER_COLUMNS, userOf } from './user.ts';

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;
const KNOWN_DAYS = 30;

const TRIES = { most: 10, seconds: QUARTER_HOUR };
const TRIES_FROM_ANYWHERE = { most: 100, seconds: HOUR };
// Somebody who tries one password on many names.
const TRIES_FROM_ADDRESS = { most: 300, seconds: QUARTER_HOUR };

/**
 * Signs in. A name that nobody has takes as long as a wrong password, and has the same answer.
 * @param address the asker's, as `addressOf` gives it
 * @param open opens the session, in the transaction that makes sure that the account is still as it was
 * @throws {Unauthorized} 'Invalid username or password'
 * @throws {Forbidden} with the reason, when the account is suspended and the password is right
 * @throws {TooMany} after 10 tries in 15 minutes from this address, or 100 in an hour from addresses where the account
 *   has not been signed in of late: those who attack it cannot lock its owner out
 */
export async function signIn(
  db: Kysely<DB>,
  { username, password, address }: Login & { address: string },
  open: (trx: Transaction<DB>, accountId: number) => Promise<void>,
): Promise<User> {
  const key = usernameKey(username);
  const limits = limitsOf(key, address);
  await spend(db, `sign-in-from:${address}`, TRIES_FROM_ADDRESS);
  await spend(db, limits.here, TRIES);
  if (!(await isKnown(db, limits.known))) await spend(db, limits.anywhere, TRIES_FROM_ANYWHERE);

  const account = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'password_hash'])
    .where('username_key', '=', key)
    .executeTakeFirst();
  const isRight = await isPassword(account?.password_hash ?? null, password);
  if (!account || !isRight) {
    // Not what was typed: people type their password into the wrong field.
    await record(db, { kind: 'sign-in-failed', accountId: account?.id ?? null, username: account?.username ?? null });
    throw wrong();
  }

  const { row, suspended } = await db.transaction().execute(async (trx) => {
    // It may have been suspended, or have got another password, while we checked; and must not until we are done.
    const row = await trx
      .selectFrom('accounts')
      .select([...USER_COLUMNS, 'is_active', 'suspension_reason'])
      .where('id', '=', account.id)
      .where('password_hash', '=', account.password_hash)
      .forShare()
      .executeTakeFirst();
    if (!row) throw wrong();
    const who = { accountId: row.id, username: row.username };
    if (!row.is_active) {
      await record(trx, { kind: 'sign-in-failed', ...who, reason: 'suspended' });
      return { row, suspended: row.suspension_reason };
    }
    await forgive(trx, limits.here);
    await remember(trx, limits.known);
    await record(trx, { kind: 'signed-in', ...who });
    await open(trx, row.id);
    return { row, suspended: null };
  });
  if (suspended !== null) throw new Forbidden(`Your account is suspended: ${suspended}`);
  return userOf(row);
}

/** After its owner has proved by mail who they are: they may sign in from here, whatever was tried before. */
export async function welcome(trx: Transaction<DB>, username: string, address: string): Promise<void> {
  const limits = limitsOf(usernameKey(username), address);
  await forgive(trx, limits.here);
  await remember(trx, limits.known);
}

const wrong = () => new Unauthorized('Invalid username or password');

/** Under a digest, so that a name of any length fits and none is kept. */
function limitsOf(key: string, address: string) {
  const who = createHash('sha256').update(key).digest('base64url');
  return {
    here: `sign-in:${who}:${address}`,
    anywhere: `sign-in:${who}`,
    known: `sign-in-known:${who}:${address}`,
  };
}

async function isKnown(db: Kysely<DB>, key: string): Promise<boolean> {
  const found = await db
    .selectFrom('limits')
    .select('key')
    .where('key', '=', key)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

async function remember(db: Kysely<DB>, key: string) {
  await sql`
    insert into limits (key, hits, ends_at) values (${key}, 1, now() + make_interval(days => ${KNOWN_DAYS}))
    on conflict (key) do update set ends_at = excluded.ends_at`.execute(db);
}
