import { inspect } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '#server/platform/db/open.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { MailWithheld } from '#server/platform/mail/limits.ts';
import { type Email, InvalidEmail, type Mailer } from '#server/platform/mail/mailer.ts';
import { createMailer } from '#server/platform/mail/open.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { createTestDatabase, getDatabaseUrl, type TestDatabase } from '#tests/support/database.ts';
import { advanceRetryTime, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { startMailServer } from '#tests/support/servers/mail-server.ts';
import { asSuperuser } from '#tests/support/test-server.ts';
import { type Jobs, openJobs } from './jobs.ts';

const email = { to: 'owner@mail.example', subject: 'Hello', text: 'Hello', language: 'en' } as const;
const write = (given: Partial<Email> = {}) => writeEmail('en', () => ({ ...email, ...given }));
const enqueueIn = async (db: Kysely<DB>, jobs: Jobs, given: Partial<Email> = {}) =>
  db.transaction().execute((trx) => jobs.enqueueEmail(trx, write(given)));

/** A process that runs jobs, with the emails that it sent and the warnings and errors that it logged. */
async function startJobs(db: Kysely<DB>, mail: Partial<Mailer> = {}) {
  const emails: Email[] = [];
  const complaints: string[] = [];
  const complain = (...entry: unknown[]) => void complaints.push(inspect(entry));
  const jobs = await openJobs({
    db,
    mailer: { send: async (sent) => void emails.push(sent), close: async () => {}, ...mail },
    log: { debug() {}, info() {}, warn: complain, error: complain } as unknown as FastifyBaseLogger,
  });
  onTestFinished(jobs.close);
  return { jobs, emails, complaints };
}

async function readStates(db: Kysely<DB>) {
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'mail'`.execute(db);
  return rows.map(({ state }) => state);
}

async function createEmptyDatabase(template?: 'empty'): Promise<TestDatabase> {
  const database = await createTestDatabase(template);
  onTestFinished(database.drop);
  return database;
}

describe('An email in a transaction', () => {
  it('is mailed when that commits, and not when it is rolled back', async () => {
    const { db } = await createEmptyDatabase();
    const { jobs, emails } = await startJobs(db);
    const mailing = db.transaction().execute(async (trx) => {
      await jobs.enqueueEmail(trx, write({ subject: 'Rolled back' }));
      throw new Error('on purpose');
    });
    await expect(mailing).rejects.toThrow('on purpose');
    await enqueueIn(db, jobs, { subject: 'Committed' });
    await waitForEmptyMailQueue(db);
    expect(emails).toEqual([{ ...email, subject: 'Committed', id: expect.stringMatching(/^\d{4}-/) }]);
  });

  it('is refused at once when it could carry headers of a stranger’s making', async () => {
    const { db } = await createEmptyDatabase();
    const { jobs } = await startJobs(db);
    await expect(enqueueIn(db, jobs, { subject: 'Hello\r\nBcc: all@mail.example' })).rejects.toThrow(InvalidEmail);
    await waitForEmptyMailQueue(db);
  });

  it('is mailed by another process when its own is gone', async () => {
    const { db } = await createEmptyDatabase();
    const gone = await startJobs(db);
    await gone.jobs.close();
    await enqueueIn(db, gone.jobs);
    const { emails } = await startJobs(db);
    await waitForEmptyMailQueue(db);
    expect(emails).toHaveLength(1);
  });
});

describe('A queue', () => {
  const queue = { name: 'deliveries', retryLimit: 3, expireInSeconds: 60 };
  const open = async (db: Kysely<DB>, options: Partial<typeof queue> = {}) => {
    const { jobs } = await startJobs(db);
    await jobs.openQueue({
      ...{ queue: { ...queue, ...options }, concurrency: 1, failureMessage: 'not delivered' },
      work: async () => {},
      toLogFields: () => ({}),
    });
    await jobs.close();
    const { rows } = await sql<{ retry_limit: number; expire_seconds: number; version: string }>`
      select retry_limit, expire_seconds, xmin::text as version from pgboss.queue where name = ${queue.name}`.execute(
      db,
    );
    return rows[0];
  };

  it('gets the options of the release at the start, and is written only where they differ', async () => {
    const { db } = await createEmptyDatabase();
    const created = await open(db);
    expect(created).toMatchObject({ retry_limit: 3, expire_seconds: 60 });
    expect(await open(db)).toEqual(created);
    expect(await open(db, { retryLimit: 5 })).toMatchObject({ retry_limit: 5, expire_seconds: 60 });
  });
});

describe('Letters', () => {
  it('are mailed once each by several processes', async () => {
    const { db } = await createEmptyDatabase();
    const programs = await Promise.all([1, 2, 3].map(() => startJobs(db)));
    await Promise.all(
      Array.from({ length: 120 }, (_, i) => enqueueIn(db, programs[i % 3]?.jobs as Jobs, { subject: `No ${i}` })),
    );
    await waitForEmptyMailQueue(db);
    const subjects = programs.flatMap(({ emails }) => emails.map(({ subject }) => subject));
    expect(subjects.toSorted()).toEqual(Array.from({ length: 120 }, (_, i) => `No ${i}`).toSorted());
  });

  it('wait while the mail server is away, and go out under the same name when it is back', async () => {
    const { db } = await createEmptyDatabase();
    const tried: Email[] = [];
    const away = async (sent: Email) => {
      tried.push(sent);
      throw new Error('The mail server is away');
    };
    const before = await startJobs(db, { send: away });
    await enqueueIn(db, before.jobs);
    await expect.poll(() => tried.length).toBe(1);
    await before.jobs.close();
    await advanceRetryTime(db, '1 minute');
    const { emails } = await startJobs(db);
    await waitForEmptyMailQueue(db);
    expect(emails).toEqual(tried);
  });

  it('that could not be sent for days are given up, which the log says without naming anyone', async () => {
    const { db } = await createEmptyDatabase();
    const away = async () => Promise.reject(new Error('The mail server is away'));
    const first = await startJobs(db, { send: away });
    await enqueueIn(db, first.jobs);
    await expect.poll(() => first.complaints.length).toBe(1);
    await first.jobs.close();
    await sql`update pgboss.job set retry_count = retry_limit - 1 where name = 'mail'`.execute(db);
    await advanceRetryTime(db, '1 minute');
    const { complaints } = await startJobs(db, { send: away });
    await waitForEmptyMailQueue(db);
    expect(complaints.join()).toContain('a mail was not sent, and is given up');
    expect([...first.complaints, ...complaints].join()).not.toContain('owner@');
  });

  it('to an address that nobody has are given up at once', async () => {
    const { db } = await createEmptyDatabase();
    const server = await startMailServer({ RCPT: '550 no such user' });
    onTestFinished(server.close);
    const mail = createMailer(readEnv({ SMTP_URL: server.url }));
    onTestFinished(mail.close);
    const { jobs, complaints } = await startJobs(db, mail);
    await enqueueIn(db, jobs);
    await waitForEmptyMailQueue(db);
    expect(complaints.join()).toContain('and is given up');
    expect(complaints).toHaveLength(1);
  });

  it.each([
    { isForRecipient: true, sent: 0 },
    { isForRecipient: false, sent: 1 },
  ])(
    'above a limit are given up if it is that of their recipient, and wait otherwise: $isForRecipient',
    async ({ isForRecipient, sent }) => {
      const { db } = await createEmptyDatabase();
      const withhold = async () => Promise.reject(new MailWithheld(60, isForRecipient));
      const first = await startJobs(db, { send: withhold });
      await enqueueIn(db, first.jobs);
      await expect.poll(() => readStates(db)).toEqual([isForRecipient ? 'failed' : 'retry']);
      await first.jobs.close();
      await advanceRetryTime(db, '1 minute');
      const { emails } = await startJobs(db);
      await waitForEmptyMailQueue(db);
      expect(emails).toHaveLength(sent);
    },
  );

  it('that are on their way when the program closes arrive, and are not sent again', async () => {
    const { db } = await createEmptyDatabase();
    const { promise: leaving, resolve: leave } = Promise.withResolvers<void>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const first = await startJobs(db, {
      send: async () => {
        leave();
        await arrived;
      },
    });
    await enqueueIn(db, first.jobs);
    await leaving;
    const closed = first.jobs.close();
    arrive();
    await closed;
    const { emails } = await startJobs(db);
    await waitForEmptyMailQueue(db);
    expect(emails).toEqual([]);
  });

  it('leave no address behind a day after they were sent', async () => {
    const { db } = await createEmptyDatabase();
    const { jobs } = await startJobs(db);
    await enqueueIn(db, jobs);
    await waitForEmptyMailQueue(db);
    const { rows } = await sql<{ goes: boolean }>`
      select completed_on + make_interval(secs => deletion_seconds) < now() + interval '22 hours' as goes
      from pgboss.job where name = 'mail'`.execute(db);
    expect(rows).toEqual([{ goes: true }]);
  });
});

describe('A queue with a new name', () => {
  it('works what waits under its former name, at its time', async () => {
    const { db } = await createEmptyDatabase();
    const done: number[] = [];
    const openQueue = ({ jobs }: { jobs: Jobs }, name: string, formerName?: string) =>
      jobs.openQueue<{ id: number }>({
        queue: { name },
        formerName,
        concurrency: 1,
        work: async ({ id }) => done.push(id),
        failureMessage: 'failed',
        toLogFields: () => ({}),
      });
    const before = await startJobs(db);
    const former = await openQueue(before, 'former');
    const later = new Date(Date.now() + 3_600_000);
    await db.transaction().execute((trx) => former.add(trx, [{ id: 1 }, { id: 2 }], { at: later }));
    await before.jobs.close();
    await sql`update pgboss.job set start_after = now() where name = 'former' and data->>'id' = '2'`.execute(db);

    const after = await startJobs(db);
    await openQueue(after, 'latter', 'former');
    await expect.poll(() => done, { timeout: 5000 }).toEqual([2]);
    const { rows } = await sql`select name, state, start_after from pgboss.job where data->>'id' = '1'`.execute(db);
    expect(rows).toEqual([{ name: 'latter', state: 'created', start_after: later }]);
  });
});

describe('What is done every hour', () => {
  it('is done once in the hour, by one of the processes, and again in the next', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { db } = await createEmptyDatabase();
    const done: string[] = [];
    const programs = await Promise.all([1, 2].map(() => startJobs(db)));
    for (const { jobs } of programs) {
      await jobs.schedule({
        first: hourly(async () => done.push('first')),
        broken: hourly(async () => Promise.reject(new Error('on purpose'))),
        last: hourly(async () => done.push('last')),
      });
    }
    const pastMinute = async () => {
      vi.advanceTimersByTime(60_000);
      await expect.poll(() => countHourlyJobs(db)).toBe(0);
    };
    await pastMinute();
    await pastMinute();
    expect(done.toSorted()).toEqual(['first', 'last']);
    expect(programs.flatMap(({ complaints }) => complaints).join()).toContain('on purpose');

    await sql`update pgboss.job set singleton_on = singleton_on - interval '1 hour'`.execute(db);
    await pastMinute();
    expect(done.toSorted()).toEqual(['first', 'first', 'last', 'last']);
  });

  it('is left to another process when the program closes first, which logs nothing of what it interrupts', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { db } = await createEmptyDatabase();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: interrupted, reject: interrupt } = Promise.withResolvers<void>();
    const done: string[] = [];
    const first = await startJobs(db);
    const begins = (task: string) =>
      hourly(() => {
        done.push(task);
        begin();
        return interrupted;
      });
    await first.jobs.schedule({ one: begins('one'), two: begins('two') });
    vi.advanceTimersByTime(60_000);
    await begun;
    const closed = first.jobs.close();
    interrupt(new Error('Cannot use a pool after calling end on the pool'));
    await closed;
    expect([done.length, first.complaints]).toEqual([1, []]);

    const second = await startJobs(db);
    const finishes = (task: string) => hourly(async () => done.push(task));
    await second.jobs.schedule({ one: finishes('one'), two: finishes('two') });
    await expect.poll(() => done.toSorted()).toEqual(['one', 'two']);
  });
});

/** How many of three tasks are still to be done in this hour. */
async function countHourlyJobs(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ done: number }>`
    select count(*)::int as done from pgboss.job
    where name = 'tasks' and state = 'completed' and singleton_on >= date_trunc('hour', now() at time zone 'UTC')`.execute(
    db,
  );
  return 3 - (rows[0]?.done ?? 0);
}

describe('The schema of jobs', () => {
  it('is made once by programs that start at the same time', async () => {
    const { env } = await createEmptyDatabase('empty');
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase(env)));
    onTestFinished(async () => void (await Promise.all(databases.map(({ close }) => close()))));
    const programs = await Promise.all(databases.map(({ db }) => startJobs(db)));
    await enqueueIn(databases[0]?.db as Kysely<DB>, programs[2]?.jobs as Jobs);
    await waitForEmptyMailQueue(databases[1]?.db as Kysely<DB>);
    expect(programs.flatMap(({ emails }) => emails)).toHaveLength(1);
    expect(programs.flatMap(({ complaints }) => complaints)).toEqual([]);
  });

  it('needs a user that may make it, and says so', async () => {
    const { db, env } = await createEmptyDatabase('empty');
    const name = new URL(env.DATABASE_URL).pathname.slice(1);
    // With the role of the tests as a member, so that it may end the connections when it drops the database.
    await asSuperuser(name, (client) =>
      client.query(`create role "${name}" login password 'secret' role ${inject('postgres').user}`),
    );
    await sql.raw(`grant select on all tables in schema public to "${name}"`).execute(db);
    const limited = await openDatabase({
      DATA_DIR: '',
      DATABASE_URL: getDatabaseUrl({ ...inject('postgres'), user: name, password: 'secret' }, name),
    });
    onTestFinished(limited.close);
    const starting = startJobs(limited.db);
    await expect(starting).rejects.toThrow(StartupError);
    await expect(starting).rejects.toThrow(`GRANT CREATE ON DATABASE ${name} TO ${name}`);
  });
});

const hourly = (work: () => Promise<unknown>) => ({ everyMinutes: 60, work });
