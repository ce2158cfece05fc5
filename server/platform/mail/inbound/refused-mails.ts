import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

// Longer than mail servers try.
const DAYS = 7;
const toKey = (hash: string) => `refused-mail:${hash}`;

/** Whether an email with these bytes was refused within a week: it is not parsed again. */
export async function wasRefused(db: Kysely<DB>, hash: string): Promise<boolean> {
  const found = await db
    .selectFrom('limits')
    .select('key')
    .where('key', '=', toKey(hash))
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Records that an email was refused, in the table whose rows are deleted when they end. */
export async function recordRefused(db: Kysely<DB>, hash: string): Promise<void> {
  await db
    .insertInto('limits')
    .values({ key: toKey(hash), hits: 1, ends_at: sql`now() + make_interval(days => ${sql.lit(DAYS)})` })
    .onConflict((same) => same.column('key').doNothing())
    .execute();
}
