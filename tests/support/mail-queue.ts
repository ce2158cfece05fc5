import { type Kysely, sql } from 'kysely';
import { afterAll, expect, vi } from 'vitest';
import type { DB } from '#server/db/schema.ts';
import { type Jobs, openJobs } from '#server/jobs/jobs.ts';
import type { Email } from '#server/mail/mailer.ts';
import type { createTestApi } from './api.ts';
import { scaleTimeout } from './timeouts.ts';

/** So many processes that share a database, and the letters that they mail. They close with the tests of the file. */
export async function openMailQueue(api: Awaited<ReturnType<typeof createTestApi>>, count: number) {
  const emails: Email[] = [];
  const mail = { send: async (letter: Email) => void emails.push(letter), close: async () => {} };
  const { db, http } = api;
  const processes = await Promise.all(
    Array.from({ length: count }, () => openJobs({ db, mailer: mail, log: http.log })),
  );
  afterAll(async () => {
    await Promise.all(processes.map(({ close }) => close()));
    await api.close();
  });
  return { letters: emails, processes, jobs: processes[0] as Jobs };
}

/** Resolves when no letter waits to be sent any more. */
export async function waitForEmptyMailQueue(db: Kysely<DB>): Promise<void> {
  const remaining = sql<{ left: number }>`
    select count(*)::int as left from pgboss.job where name = 'mail' and state < 'completed'`;
  await vi.waitFor(async () => expect((await remaining.execute(db)).rows[0]?.left).toBe(0), {
    timeout: scaleTimeout(20_000),
    interval: 20,
  });
}

/** Lets so much time pass for the letters that wait to be tried again. */
export async function advanceRetryTime(db: Kysely<DB>, interval: string): Promise<void> {
  await sql`update pgboss.job set start_after = start_after - ${interval}::interval where name = 'mail'`.execute(db);
}
