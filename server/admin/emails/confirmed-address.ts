import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/** The address of an account if it is confirmed, to which samples go. */
export async function findConfirmedAddress(db: Kysely<DB>, accountId: number): Promise<string | null> {
  const { email, email_confirmed_at } = await db
    .selectFrom('accounts')
    .select(['email', 'email_confirmed_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return email_confirmed_at === null ? null : email;
}
