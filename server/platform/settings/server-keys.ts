import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/** What the program has random keys of its own for. */
type Purpose = 'totp' | 'vapid' | 'webhooks';

/**
 * The key of 32 bytes for a purpose, in `server_keys`.
 * @param create makes it when it is first needed
 */
export async function findOrCreateServerKey(db: Kysely<DB>, purpose: Purpose, create: () => Buffer): Promise<Buffer> {
  await db
    .insertInto('server_keys')
    .values({ purpose, key: create() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { key } = await db
    .selectFrom('server_keys')
    .select('key')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow();
  return key;
}
