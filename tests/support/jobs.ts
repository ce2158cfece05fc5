import { type Kysely, sql } from 'kysely';
import { afterAll, expect, vi } from 'vitest';
import type { DB } from '#server/db/schema.ts';
import { type Jobs, openJobs } from '#server/jobs/jobs.ts';
import type { Letter } from '#server/mail/mail.ts';
import type { createTestApi } from './api.ts';

/** So many processes that share a database, and the letters that they mail. They close with the tests of the file. */
export async function openMailing(api: Awaited<ReturnType<typeof createTestApi>>, count: number) {
  const letters: Letter[] = [];
  const mail = { send: async (letter: Letter) => void letters.push(letter), close: async () => {} };
  const { db, http } = api;
  const processes = await Promise.all(Array.from({ length: count }, () => openJobs({ db, mail, log: http.log })));
  afterAll(async () => {
    await Promise.all(processes.map(({ close }) => close()));
    await api.close();
  });
  return { letters, processes, jobs: processes[0] as Jobs };
}

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
