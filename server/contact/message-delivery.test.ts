import { inspect } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import type { DB } from '#server/platform/db/schema.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { createMailer } from '#server/platform/mail/open.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { isLongRun, selectEveryNth } from '#tests/support/long-run.ts';
import { advanceRetryTime, waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { HANG_UP, type SmtpReplies, startMailServer } from '#tests/support/servers/mail-server.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

const SUPPORT_EMAIL = 'help@directory.example';
const form = {
  name: 'Ana Lima',
  email: 'ana@mail.example',
  subject: 'My listing',
  message: 'Bcc: all@mail.example\r\n.\r\nMAIL FROM:<all@mail.example>\r\nWhere is it?',
};

/** An app that sends its emails to a local SMTP server with the given replies. */
async function createSite(replies: SmtpReplies, { onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const server = await startMailServer(replies);
  onTestFinished(server.close);
  const log: string[] = [];
  const mailer = createMailer(readEnv({ SMTP_URL: server.url }), { patienceMs: 300 });
  const api = await createTestApi({
    env: { SUPPORT_EMAIL },
    mail: mailer,
    log: { write: (line) => void log.push(line) },
  });
  onTestFinished(api.close);
  const { id } = await makeAccount(api.db, { id: 1, username: 'admin', email: null });
  const administrator = await api.signedInVisitor(id);
  return {
    api,
    server,
    log,
    administrator,
    write: (change: object = {}) => api.visitor().post('/api/contact', { ...form, ...change }),
    backlog: async () => (await administrator.get('/api/admin/mail')).body,
    /** Lets so much time pass, and opens another process of the site, which looks at once for what is to be tried again. */
    async retryAfter(interval: string) {
      await advanceRetryTime(api.db, interval);
      const jobs = await openJobs({ db: api.db, mailer, log: api.http.log });
      onTestFinished(jobs.close);
    },
    inbox: async () => (await administrator.get('/api/admin/messages')).body,
  };
}

/** Resolves when this many emails wait for another attempt, each after this many repeated attempts. */
const waitForRetries = (db: Kysely<DB>, emails = 1, again = 0) =>
  eventually(async () => {
    const { rows } = await sql<{ again: number }>`
      select retry_count as again from pgboss.job where name = 'mail' and state = 'retry'`.execute(db);
    expect(rows).toEqual(Array(emails).fill({ again }));
  });

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: scaleTimeout(20_000), interval: 20 });

it('A message is delivered to the support address, and its text is not interpreted as SMTP', async (test) => {
  const { api, server, write, backlog } = await createSite({}, test);
  expect((await write()).status).toBe(201);
  await waitForEmptyMailQueue(api.db);
  expect(server.delivered).toHaveLength(1);
  const [{ to, message } = { to: [], message: '' }] = server.delivered;
  expect(to).toEqual([SUPPORT_EMAIL]);
  const [head = '', ...body] = message.split('\r\n\r\n');
  expect(head).toContain('Reply-To: ana@mail.example');
  expect(head).toContain('Subject: Contact form: My listing');
  expect(head).not.toMatch(/all@|bcc/i);
  expect(body.join('\r\n\r\n')).toContain('> Bcc: all[at]mail[.]example\r\n> .\r\n> MAIL FROM:<all[at]mail[.]example>');
  expect(await backlog()).toEqual({ waiting: 0, waitingSince: null, givenUp: 0 });
});

it('A message is accepted before the mail server responds', async (test) => {
  const { promise: greeting, resolve: greet } = Promise.withResolvers<void>();
  const { api, server, write, inbox } = await createSite({ CONNECT: greeting }, test);
  expect((await write()).status).toBe(201);
  expect(await inbox()).toMatchObject([{ subject: 'My listing', status: 'new' }]);
  expect(server.delivered).toEqual([]);
  greet();
  await waitForEmptyMailQueue(api.db);
  expect(server.delivered).toHaveLength(1);
});

describe('A mail server that', () => {
  const FAILURES: [string, SmtpReplies][] = [
    ['refuses the connection', { CONNECT: '421 closing' }],
    ['hangs up at once', { CONNECT: HANG_UP }],
    ['closes the connection after the recipient', { RCPT: HANG_UP }],
    ['hangs up in the middle of the message', { MESSAGE: HANG_UP }],
    ['says nothing', { CONNECT: null }],
    ['stops answering', { MESSAGE: null }],
    ['is busy', { MAIL: '451 try later' }],
    ['puts the address off', { RCPT: '450 greylisted' }],
    ['puts the message off', { MESSAGE: '452 no room' }],
    ['refuses the message', { MESSAGE: '554 looks like spam' }],
  ];

  it.for(selectEveryNth(3, FAILURES))(
    '%s loses no message: it is queued, shown as waiting, and delivered once',
    async ([_what, failure], test) => {
      const replies: SmtpReplies = { ...failure };
      const { api, server, log, write, backlog, inbox, retryAfter } = await createSite(replies, test);
      const { status, body } = await write();
      expect([status, body.message]).toEqual([201, 'Thank you. We will reply within 24-48 business hours.']);
      await waitForRetries(api.db);
      expect(await backlog()).toEqual({ waiting: 1, waitingSince: expect.stringMatching(/Z$/), givenUp: 0 });
      expect(await inbox()).toMatchObject([{ subject: 'My listing' }]);
      expect(server.delivered).toEqual([]);
      expect(inspect(log)).toContain('a mail was not sent');
      expect(inspect(log)).not.toMatch(/ana@|help@/);

      for (const verb of Object.keys(replies) as (keyof SmtpReplies)[]) delete replies[verb];
      await retryAfter('1 minute');
      await waitForEmptyMailQueue(api.db);
      expect(server.delivered.map(({ to }) => to)).toEqual([[SUPPORT_EMAIL]]);
      expect(await backlog()).toEqual({ waiting: 0, waitingSince: null, givenUp: 0 });
      expect(await inbox()).toHaveLength(1);
    },
  );

  it.runIf(isLongRun)('is unavailable for a while receives every queued message and reply once', async (test) => {
    const replies: SmtpReplies = { CONNECT: HANG_UP };
    const { api, server, administrator, write, backlog, inbox, retryAfter } = await createSite(replies, test);
    for (let i = 1; i <= 4; i++) expect((await write({ subject: `Message ${i}` })).status).toBe(201);
    const [{ id }] = await inbox();
    expect((await administrator.post(`/api/admin/messages/${id}/answer`, { text: 'It is here.' })).status).toBe(200);
    await waitForRetries(api.db, 5);
    expect(await backlog()).toMatchObject({ waiting: 5, givenUp: 0 });
    await retryAfter('1 minute');
    await waitForRetries(api.db, 5, 1);

    delete replies.CONNECT;
    await retryAfter('1 hour');
    await waitForEmptyMailQueue(api.db);
    const subjects = server.delivered.map(({ message }) =>
      /^Subject: (?:Contact form: )?(.*)$/m.exec(message)?.[1]?.trim(),
    );
    expect(subjects.toSorted()).toEqual(
      [...[1, 2, 3, 4].map((i) => `Message ${i}`), 'Your message to SoCal Local'].toSorted(),
    );
    expect(await backlog()).toMatchObject({ waiting: 0, givenUp: 0 });
    expect(await inbox()).toHaveLength(3);
  });

  it.runIf(isLongRun)(
    'is away for days: the mail is given up, which the administrator sees, and the message is still there',
    async (test) => {
      const { api, write, backlog, inbox, retryAfter } = await createSite({ CONNECT: HANG_UP }, test);
      await write();
      await waitForRetries(api.db);
      await sql`update pgboss.job set retry_count = retry_limit where name = 'mail'`.execute(api.db);
      await retryAfter('1 minute');
      await eventually(async () => expect(await backlog()).toEqual({ waiting: 0, waitingSince: null, givenUp: 1 }));
      expect(await inbox()).toMatchObject([
        { subject: 'My listing', message: expect.stringContaining('Where is it?') },
      ]);
      const { rows } = await sql<{ days: number }>`
      select extract(day from keep_until - created_on)::int as days from pgboss.job where name = 'mail-given-up'`.execute(
        api.db,
      );
      expect(rows).toEqual([{ days: 14 }]);
    },
  );

  it('knows nobody of the address that is answered makes that mail given up at once', async (test) => {
    const replies: SmtpReplies = {};
    const { api, administrator, write, backlog, inbox } = await createSite(replies, test);
    await write();
    await waitForEmptyMailQueue(api.db);
    const [{ id }] = await inbox();
    replies.RCPT = '550 no such user';
    await administrator.post(`/api/admin/messages/${id}/answer`, { text: 'It is here.' });
    await eventually(async () => expect(await backlog()).toEqual({ waiting: 0, waitingSince: null, givenUp: 1 }));
  });
});
