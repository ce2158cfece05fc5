import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { TooManyRequests } from './errors.ts';

/** At most `limit` uses in a window, which starts with the first use and has a fixed length. */
export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

/** Not a transaction. What follows a use may fail, and a use that is rolled back with it would be free. */
type Pool<T extends Kysely<DB>> = T & (T extends Transaction<DB> ? never : unknown);

/**
 * Counts one use of a key in the database, so that all processes share the count and it survives a restart. Call it before the
 * transaction of what is limited. See docs/decisions/0012-rate-limits-in-postgresql.md.
 * @param key what is limited and for whom, such as `register:203.0.113.7`; at most 300 characters
 * @throws {TooManyRequests} above the limit, with the seconds until the window ends
 */
export async function consumeRateLimit<T extends Kysely<DB>>(
  db: Pool<T>,
  key: string,
  rateLimit: RateLimit,
): Promise<void> {
  requireAllowed(await countUses<T>(db, [[key, rateLimit]]));
}

/**
 * Counts one use of a key if the transaction commits, for limits of what was done: emails that the same transaction queues, listings that
 * it creates. What was tried needs a limit of its own, by `consumeRateLimit`.
 * @throws {TooManyRequests} as `consumeRateLimit` does
 */
export async function consumeOnCommit(trx: Transaction<DB>, key: string, rateLimit: RateLimit): Promise<void> {
  requireAllowed(await count(trx, [[key, rateLimit]]));
}

function requireAllowed([secondsLeft = 0]: number[]): void {
  if (secondsLeft > 0) throw new TooManyRequests(secondsLeft);
}

/**
 * Counts one use of each key in one statement, also where another of them is not allowed. Keys that several transactions count are given
 * in the same order, to avoid deadlocks.
 * @returns for each key 0 if the use is allowed, else the seconds until the window ends
 */
export async function countUses<T extends Kysely<DB>>(
  db: Pool<T>,
  uses: [key: string, RateLimit][],
): Promise<number[]> {
  // The type of a variable may not say that it is one.
  if (db.isTransaction) throw new Error('Uses are not counted in a transaction: see consumeOnCommit');
  return count(db, uses);
}

/**
 * Counts one use of a key, for who is told how many are left.
 * @returns `left`: the uses that are left, -1 when this one is not allowed; `seconds`: until the window ends
 */
export async function countUse<T extends Kysely<DB>>(db: Pool<T>, key: string, rateLimit: RateLimit) {
  const [row] = await countRows(db, [[key, rateLimit]]);
  return { left: rateLimit.limit - (row?.hits ?? 0), seconds: toSeconds(row?.seconds_left ?? 0, rateLimit) };
}

async function count(db: Kysely<DB>, uses: [key: string, RateLimit][]): Promise<number[]> {
  const counted = new Map((await countRows(db, uses)).map((row) => [row.key, row]));
  return uses.map(([key, rateLimit]) => {
    const row = counted.get(key);
    return !row || row.hits <= rateLimit.limit ? 0 : toSeconds(row.seconds_left, rateLimit);
  });
}

// now() is the start of a transaction: a concurrent one that started later can have written a later end.
const toSeconds = (secondsLeft: number, { windowSeconds }: RateLimit) =>
  Math.min(windowSeconds, Math.max(1, Math.ceil(secondsLeft)));

async function countRows(db: Kysely<DB>, uses: [key: string, RateLimit][]) {
  const keys = uses.map(([key]) => key);
  const limits = uses.map(([, { limit }]) => limit);
  const windows = uses.map(([, { windowSeconds }]) => windowSeconds);
  const { rows } = await sql<{ key: string; hits: number; seconds_left: number }>`
    insert into limits as l (key, hits, ends_at)
    select key, 1, now() + make_interval(secs => seconds)
    from unnest(${keys}::text[], ${windows}::integer[]) as used (key, seconds)
    on conflict (key) do update set
      hits = case when l.ends_at > now()
        then least(l.hits, (${limits}::integer[])[array_position(${keys}::text[], l.key)]) + 1 else 1 end,
      ends_at = case when l.ends_at > now() then l.ends_at else excluded.ends_at end
    returning key, hits, extract(epoch from ends_at - now())::float8 as seconds_left`.execute(db);
  return rows;
}

/** Uncounts one use of a key, for limits of what fails. No effect on a key that is not counted. */
export async function refundRateLimit(db: Kysely<DB>, key: string): Promise<void> {
  await sql`update limits set hits = greatest(hits - 1, 0) where key = ${key}`.execute(db);
}

/** Sets the count of a key to zero. */
export async function resetRateLimit(db: Kysely<DB>, key: string): Promise<void> {
  await db.deleteFrom('limits').where('key', '=', key).execute();
}

const MAX_KEYS = 50_000;

/**
 * Counts uses in the memory of this process, for requests that are cheaper than a write to the database. One window applies
 * to all keys. At most 50,000 keys are counted in a window.
 * @param whenFull what happens to further keys: `allow` is for visitors, who must not suffer from an attack by others
 * @returns a function that counts uses of a key, by default one, and returns 0 if they are allowed, else the seconds until the
 *   window ends
 */
export function inMemoryRateLimit({ limit, windowSeconds }: RateLimit, whenFull: 'allow' | 'refuse') {
  let counts = new Map<string, number>();
  let endsAt = 0;
  return (key: string, { uses = 1, now = Date.now() } = {}): number => {
    if (now >= endsAt) {
      counts = new Map();
      endsAt = now + windowSeconds * 1000;
    }
    const count = counts.get(key) ?? 0;
    const isFull = count === 0 && counts.size >= MAX_KEYS;
    if (isFull ? whenFull === 'refuse' : count + uses > limit) return Math.ceil((endsAt - now) / 1000);
    if (!isFull) counts.set(key, count + uses);
    return 0;
  };
}
