import { type Kysely, sql } from 'kysely';
import { usernameKey } from '#server/accounts/unique-keys.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { toSkeleton } from './reserved-names.ts';

const BATCH_SIZE = 1000;

/** What a username looks like, regardless of case: equal for two that people take for one another. */
export const toUsernameSkeleton = (username: string): string => toSkeleton(usernameKey(username)).toLowerCase();

/** Fills in the skeletons of accounts that are older than the column. A daily task. */
export async function fillUsernameSkeletons(db: Kysely<DB>): Promise<void> {
  for (;;) {
    const accounts = await db
      .selectFrom('accounts')
      .select(['id', 'username'])
      .where('username_skeleton', 'is', null)
      .limit(BATCH_SIZE)
      .execute();
    if (accounts.length === 0) return;
    const ids = accounts.map(({ id }) => id);
    const skeletons = accounts.map(({ username }) => toUsernameSkeleton(username));
    await sql`
      update accounts set username_skeleton = filled.skeleton
      from unnest(${ids}::bigint[], ${skeletons}::text[]) as filled (id, skeleton)
      where accounts.id = filled.id and username_skeleton is null`.execute(db);
  }
}
