import { type Kysely, sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { DB } from '#server/db/schema.ts';

/** Resolves when no letter waits to be sent any more. */
export async function allMailed(db: Kysely<DB>): Promise<void> {
  const isLeft = sql<{ left: number }>`
    select count(*)::int as left from pgboss.job where name = 'mail' and state < 'completed'`;
  await vi.waitFor(async () => expect((await isLeft.execute(db)).rows[0]?.left).toBe(0), {
    timeout: 20_000,
    interval: 20,
  });
}

/** Lets so much time pass for the letters that wait to be tried again. */
export async function passTime(db: Kysely<DB>, interval: string): Promise<void> {
  await sql`update pgboss.job set start_after = start_after - ${interval}::interval where name = 'mail'`.execute(db);
}
