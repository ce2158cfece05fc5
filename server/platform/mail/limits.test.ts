import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { getMailBacklog } from '#server/platform/jobs/mail-backlog.ts';
import { createDatabaseMetrics } from '#server/platform/metrics/database-metrics.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD } from '#tests/support/api.ts';
import { limitMailer } from './limits.ts';
import type { Email, MailPurpose } from './mailer.ts';

const lines: string[] = [];
const api = await createTestApi({
  env: { METRICS_TOKEN: 'only for this test' },
  log: { write: (line) => void lines.push(line) },
});
afterAll(api.close);
beforeEach(async () => {
  api.emails.length = 0;
  await api.db.deleteFrom('limits').execute();
  await sql`delete from pgboss.job where state <> 'active'`.execute(api.db);
});

const VICTIM = 'victim@mail.example';

function createMailer({ failing = false } = {}) {
  const sent: Email[] = [];
  const transport = {
    send: async (email: Email) => {
      if (failing) throw new Error('down');
      sent.push(email);
    },
    close: async () => {},
  };
  const mailer = limitMailer(transport, { db: api.db, log: { warn: () => {} }, settings: { emailsPerHour: 20_000 } });
  const send = (to: string, purpose?: MailPurpose) =>
    mailer
      .send({ to, purpose, subject: 'Hello', text: 'Hello' })
      .then(() => 'sent')
      .catch(({ message }) => message as string);
  return { mailer, sent, send };
}

describe('emails to one recipient', () => {
  it.each<[MailPurpose, number]>([
    ['confirmation', 5],
    ['requested', 5],
    ['reset', 20],
    ['security', 20],
    ['payment', 60],
    ['notice', 60],
  ])('are limited in an hour: %s', async (purpose, limit) => {
    const { mailer, sent, send } = createMailer();
    for (let i = 0; i < limit; i++) expect(await send(VICTIM, purpose)).toBe('sent');
    expect(await send(VICTIM, purpose)).toBe('Too many emails. Try again in 60 minutes.');
    expect(await send('neighbor@mail.example', purpose)).toBe('sent');
    expect([sent.length, mailer.withheld[purpose]]).toEqual([limit + 1, 1]);
  });

  it('are limited in a day if anybody can cause them', async () => {
    const { send } = createMailer();
    await send(VICTIM, 'requested');
    await api.db.updateTable('limits').set({ hits: 10 }).where('key', 'like', 'mail-to:%:86400').execute();
    expect(await send(VICTIM, 'requested')).toMatch(/^Too many emails. Try again in 1440 minutes/);
  });

  it('are counted together for all addresses of a mailbox', async () => {
    const { send } = createMailer();
    for (const to of ['Victim@mail.example', 'victim+a@mail.example', 'VICTIM+b+c@MAIL.example'])
      await send(to, 'requested');
    expect([await send(VICTIM, 'requested'), await send(VICTIM, 'requested')]).toEqual(['sent', 'sent']);
    expect(await send('victim+d@mail.example', 'requested')).toMatch(/^Too many emails/);
    expect(await send('+victim@mail.example', 'requested')).toBe('sent');
    for (let n = 0; n < 5; n++) expect(await send(`vic.tim+${n}@gmail.com`, 'requested')).toBe('sent');
    expect(await send('victim@googlemail.com', 'requested')).toMatch(/^Too many emails/);
  });

  it('do not count when they could not be sent', async () => {
    const away = createMailer({ failing: true });
    for (let i = 0; i < 10; i++) expect(await away.send(VICTIM, 'requested')).toBe('down');
    expect(await createMailer().send(VICTIM, 'requested')).toBe('sent');
  });
});

it('Emails to all recipients together are limited, and a withheld one counts for nobody', async () => {
  const { mailer, send } = createMailer();
  await send('someone@mail.example', 'requested');
  await api.db.updateTable('limits').set({ hits: 500 }).where('key', '=', 'mail-all:requested').execute();
  for (let i = 0; i < 7; i++) expect(await send(VICTIM, 'requested')).toMatch(/^Too many emails/);
  expect(mailer.withheld.requested).toBe(7);
  await api.db.deleteFrom('limits').where('key', '=', 'mail-all:requested').execute();
  expect(await send(VICTIM, 'requested')).toBe('sent');
});

it('Confirmations of accounts and reset links have budgets that links to other typed addresses do not use', async () => {
  const { send } = createMailer();
  await send('someone@mail.example', 'requested');
  await api.db.updateTable('limits').set({ hits: 500 }).where('key', '=', 'mail-all:requested').execute();
  expect(await send(VICTIM, 'requested')).toMatch(/^Too many emails/);
  const registration = { businessName: 'Ana’s Tacos', username: 'ana-2', password: 'correct horse staple' };
  const email = 'ana-2@mail.example';
  expect((await api.visitor().post('/api/register', { ...registration, email })).status).toBe(201);
  expect(await api.waitForEmail(email)).toMatchObject({ purpose: 'confirmation' });
  await api.visitor().post('/api/password-resets', { email });
  await expect.poll(() => api.emails.some(({ to, purpose }) => to === email && purpose === 'reset')).toBe(true);
});

it('A queued email above the limit of all recipients waits, and is sent when there is room', async () => {
  const to = 'support@socal-local.example';
  const countSent = () => api.emails.filter((email) => email.to === to).length;
  const message = { name: 'Ana', email: 'ana@mail.example', message: 'My listing is gone.' };
  const before = countSent();
  await createMailer().send('someone@mail.example', 'notice');
  await api.db.updateTable('limits').set({ hits: 20_000 }).where('key', '=', 'mail-all:notice').execute();
  expect((await api.visitor().post('/api/contact', { ...message, subject: 'While full' })).status).toBe(201);
  const readState = async () =>
    (
      await sql<{ name: string; state: string }>`select name, state from pgboss.job where state = 'retry'`.execute(
        api.db,
      )
    ).rows;
  await expect.poll(readState).toEqual([{ name: 'mail', state: 'retry' }]);
  expect(await getMailBacklog(api.db)).toMatchObject({ waiting: 1, givenUp: 0 });
  expect(countSent()).toBe(before);
  await api.db.deleteFrom('limits').execute();
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(api.db);
  // The next one makes the worker look.
  expect((await api.visitor().post('/api/contact', { ...message, subject: 'Later on' })).status).toBe(201);
  await expect.poll(countSent).toBe(before + 2);
  await api.db.deleteFrom('contact_messages').execute();
});

describe('a budget of emails', () => {
  const findings = async () => {
    const { body } = await (await api.signedInVisitor(1)).get('/api/admin/health');
    return body.findings.filter(({ subject }: { subject: string }) => subject === 'Emails in this hour');
  };
  const readMetric = async (name: string) => {
    const body = await createDatabaseMetrics(api.db, { emailsPerHour: 20_000 })();
    return new RegExp(`^${name}\\{purpose="confirmation"\\} (\\d+)$`, 'm').exec(body)?.[1];
  };

  it('that is short is shown to the administrator, and in the metrics', async () => {
    await makeAccount(api.db, { id: 1, username: 'admin', email: null });
    const { send } = createMailer();
    await send(VICTIM, 'confirmation');
    const use = (hits: number) =>
      api.db.updateTable('limits').set({ hits }).where('key', '=', 'mail-all:confirmation').execute();
    await use(399);
    expect(await findings()).toEqual([]);
    await use(400);
    const text = 'Confirmations of accounts: 400 of 500 are used.';
    expect(await findings()).toEqual([{ subject: 'Emails in this hour', state: 'warning', text }]);
    await use(500);
    await send(VICTIM, 'confirmation');
    expect(await findings()).toMatchObject([{ state: 'error', text: expect.stringContaining('all 500 are used') }]);
    expect([await readMetric('email_budget_used'), await readMetric('email_budget_limit')]).toEqual(['500', '500']);
    await api.db
      .updateTable('limits')
      .set({ ends_at: new Date(0) })
      .execute();
    expect(await findings()).toEqual([]);
  });
});

it('Emails that their recipient has had too many of count neither for the day nor for all recipients', async () => {
  const { send } = createMailer();
  for (let i = 0; i < 5; i++) expect(await send(VICTIM, 'requested')).toBe('sent');
  for (let i = 0; i < 3; i++) expect(await send(VICTIM, 'requested')).toMatch(/^Too many emails/);
  const limits = await api.db.selectFrom('limits').select(['key', 'hits']).where('key', 'like', 'mail-%').execute();
  expect(limits.filter(({ key }) => !key.endsWith(':3600')).map(({ hits }) => hits)).toEqual([5, 5]);
});

it('A queued email above the limit of its recipient is given up at once, which the administrator sees', async () => {
  const write = (subject: string) =>
    api
      .visitor()
      .post('/api/contact', { name: 'Ana', email: 'ana@mail.example', subject, message: 'My listing is gone.' });
  expect((await write('First question')).status).toBe(201);
  await api.waitForEmail('support@socal-local.example');
  await api.db.updateTable('limits').set({ hits: 60 }).where('key', 'like', 'mail-to:notice:%').execute();
  lines.length = 0;
  expect((await write('Second question')).status).toBe(201);
  await expect.poll(() => getMailBacklog(api.db)).toEqual({ waiting: 0, waitingSince: null, givenUp: 1 });
  const logged = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40);
  expect(logged.map(({ msg }) => msg)).toEqual(['a mail was withheld: its recipient has had too many']);
  const stored = await api.db.selectFrom('contact_messages').select('subject').orderBy('id').execute();
  expect(stored.map(({ subject }) => subject)).toEqual(['First question', 'Second question']);
});

describe('an attacker who floods an address', () => {
  const flood = async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) {
      const { id } = await makeAccount(api.db);
      const visitor = await api.signedInVisitor(id);
      const { status } = await visitor.post('/api/user/email', { email: VICTIM, password: PASSWORD });
      statuses.push(status);
    }
    return statuses;
  };

  async function readWithheld() {
    const { body } = await api.request('GET', '/metrics', { headers: { authorization: 'Bearer only for this test' } });
    return Number(/emails_withheld_total\{purpose="confirmation"\} (\d+)/.exec(body)?.[1]);
  }

  it('causes five emails, whichever accounts ask, and is told; the log and the metrics say how many were withheld', async () => {
    const before = api.emails.filter(({ to }) => to === VICTIM).length;
    const metric = await readWithheld();
    lines.length = 0;
    expect(await flood()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(api.emails.filter(({ to }) => to === VICTIM)).toHaveLength(before + 5);
    const withheld = lines.filter((line) => line.includes('a mail was withheld: its recipient has had too many'));
    expect(withheld).toHaveLength(3);
    expect(withheld.join('')).not.toContain('victim');
    expect(await readWithheld()).toBe(metric + 3);
  });

  it('does not keep the owner’s reset link and notices from arriving', async () => {
    const { email, id } = await makeAccount(api.db, { email: VICTIM });
    await flood();
    await api.visitor().post('/api/password-resets', { email });
    const reset = () => api.emails.findLast(({ to, purpose }) => to === VICTIM && purpose === 'reset');
    await expect.poll(reset).toBeDefined();
    const owner = await api.signedInVisitor(id);
    await owner.post('/api/user/password', { currentPassword: PASSWORD, newPassword: 'a better password' });
    await expect.poll(() => api.emails.some(({ to, purpose }) => to === VICTIM && purpose === 'security')).toBe(true);
  });
});
