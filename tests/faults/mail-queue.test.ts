import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { DB } from '#server/platform/db/schema.ts';
import { createBossDatabase } from '#server/platform/jobs/boss-database.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { advanceRetryTime, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { cleanUp, createTempFolder, sendSignal, start } from './program.ts';

afterEach(cleanUp);

const EMAIL_COUNT = 1000;

test.runIf(isLongRun)('a process that is killed while sending emails loses none and sends none twice', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const { db, env } = database;
  const folder = createTempFolder();
  const main = () =>
    start(folder, {
      command: ['server/site/main.ts'],
      env: { ...env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' },
    });
  const outbox = join(folder, 'outbox');
  const mailed = () => (existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []);

  await queueEmails(db);
  const killed = main();
  await vi.waitUntil(() => mailed().length > EMAIL_COUNT / 10, { timeout: scaleTimeout(30_000), interval: 1 });
  await sendSignal(killed, 'SIGKILL');
  expect(mailed().length).toBeLessThan(EMAIL_COUNT);

  await failAbandonedJobs(db);
  const next = main();
  await waitForEmptyMailQueue(db);
  expect(mailed()).toHaveLength(EMAIL_COUNT);
  expect(await sendSignal(next, 'SIGTERM')).toMatchObject({ status: 0, stderr: '' });
});

async function queueEmails(db: Kysely<DB>) {
  const failingMail = { send: () => Promise.reject(new Error('not here')), close: async () => {} };
  const log = { warn() {}, error() {} } as never;
  const jobs = await openJobs({ db, mailer: failingMail, log });
  await db.transaction().execute(async (trx) => {
    for (let i = 0; i < EMAIL_COUNT; i++)
      await jobs.enqueueEmail(
        trx,
        writeEmail('en', () => ({ to: `owner-${i}@mail.example`, subject: `No ${i}`, text: 'Hello' })),
      );
    // Killed before the commit, so that the other processes send the emails.
    await jobs.close();
  });
}

/** Lets the other processes continue two minutes later. */
async function failAbandonedJobs(db: Kysely<DB>) {
  // The database completes the last statement of the killed process.
  const busy = sql<{ busy: number }>`
    select count(*)::int as busy from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  await vi.waitFor(async () => expect((await busy.execute(db)).rows[0]?.busy).toBe(0), { timeout: scaleTimeout(5000) });
  await sql`update pgboss.job set started_on = started_on - interval '3 minutes' where state = 'active'`.execute(db);
  await sql`update pgboss.queue set monitor_on = null`.execute(db);
  const boss = new PgBoss({ db: createBossDatabase(db), schedule: false });
  await boss.start();
  await boss.supervise();
  await boss.stop({ graceful: false });
  await advanceRetryTime(db, '1 minute');
}
