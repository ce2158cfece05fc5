import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Announcement, Recipient } from '#contract/admin/emails/announcements.ts';
import type { Email, Mailer } from '#server/platform/mail/mailer.ts';
import { EmailNotSent } from '#server/platform/mail/smtp-transport.ts';
import { makeAccount, makeListing, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, requireSuccess, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { resumeAnnouncements } from './job.ts';

const SECRET = 'a-secret-of-the-inbound-mail';
const sent: Email[] = [];
/** What sending to an address throws. */
const failures = new Map<string, EmailNotSent>();
const mail: Mailer = {
  async send(email) {
    const failure = failures.get(email.to);
    if (failure) throw failure;
    sent.push(email);
  },
  close: async () => {},
};
const api = await createTestApi({
  mail,
  env: {
    MAIL_DOMAIN: 'reply.directory.example',
    INBOUND_WEBHOOK_SECRET: SECRET,
    POSTAL_ADDRESS: '12 Harbor Way\nLong Beach, CA 90802',
  },
});
afterAll(api.close);
const { db } = api;
const auditLog = trackAuditLog(db);

let support: Visitor;
let supportId: number;
beforeAll(async () => {
  await makeAccount(db, { id: 1 });
  const staff = await makeStaff(db, 'support');
  supportId = staff.id;
  support = await api.signedInVisitor(staff.id);
});
beforeEach(async () => {
  // A job sends whatever is running.
  await jobsEnded();
  await db.deleteFrom('announcements').execute();
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('mailings').execute();
  await db.deleteFrom('limits').execute();
  sent.length = 0;
  failures.clear();
});

const jobsEnded = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select from pgboss.job where name = 'announcements' and state < 'completed'`.execute(db);
      return rows.length;
    })
    .toBe(0);

const TEXTS = {
  en: { subject: 'New on the site', body: 'Hello {username},\n\nyour listing {listing} can have hours for holidays.' },
  es: { subject: 'Novedades', body: 'Hola, {username}:\n\nsu anuncio {listing} puede tener horarios de feriados.' },
};
const ANYBODY = { plan: 'any', county: null, category: null, lastSeen: 'any' };
const draft = (fields: object = {}) => ({ filter: ANYBODY, isNews: true, texts: TEXTS, ...fields });

const makeOwner = async (listing: Parameters<typeof makeListing>[1] = {}, account: object = {}) => {
  const owner = await makeAccount(db, { email_confirmed_at: new Date(), ...account });
  await makeListing(db, { owner_id: owner.id, title: `Listing of ${owner.username}`, ...listing });
  return { ...owner, email: owner.email as string };
};
const count = async (filter: object = {}, isNews = true) =>
  (await support.post('/api/admin/announcements/recipients', { filter: { ...ANYBODY, ...filter }, isNews })).body;
const start = (fields: object = {}): Promise<Announcement> =>
  requireSuccess(support.post('/api/admin/announcements', { ...draft(), key: randomUUID(), ...fields }));
const read = async (id: number): Promise<Announcement> => (await support.get(`/api/admin/announcements/${id}`)).body;
const log = async (id: number, query = ''): Promise<Recipient[]> =>
  (await support.get(`/api/admin/announcements/${id}/recipients${query}`)).body;
const ended = async (id: number) => {
  await expect.poll(async () => (await read(id)).state).not.toBe('running');
  return read(id);
};
const queue = { add: async () => {} };

describe('The recipients', () => {
  it.each<[string, object, (owner: { id: number }) => Promise<unknown> | unknown, number]>([
    ['have a listing', {}, () => {}, 1],
    [
      'have a confirmed address',
      {},
      ({ id }) => db.updateTable('accounts').set({ email_confirmed_at: null }).where('id', '=', id).execute(),
      0,
    ],
    [
      'are active',
      {},
      ({ id }) =>
        db
          .updateTable('accounts')
          .set({ is_active: false, suspended_at: new Date(), suspension_reason: 'Spam' })
          .where('id', '=', id)
          .execute(),
      0,
    ],
    [
      'have a listing that is no draft',
      {},
      ({ id }) => db.updateTable('listings').set({ status: 'draft' }).where('owner_id', '=', id).execute(),
      0,
    ],
    ['have the plan', { plan: 'premium' }, () => {}, 0],
    [
      'have the plan that is shown',
      { plan: 'free' },
      ({ id }) =>
        db
          .updateTable('listings')
          .set({ level: 'premium', paid_until: new Date(0) })
          .where('owner_id', '=', id)
          .execute(),
      1,
    ],
    ['are in the county', { county: 'orange-county' }, () => {}, 1],
    ['are in no other county', { county: 'san-diego-county' }, () => {}, 0],
    ['have the category', { category: 'plumbers' }, () => {}, 1],
    ['have no other category', { category: 'restaurants' }, () => {}, 0],
    ['registered a moment ago', { lastSeen: 'within-30' }, () => {}, 1],
    [
      'were not seen for long',
      { lastSeen: 'not-90' },
      ({ id }) =>
        db
          .updateTable('accounts')
          .set({ created_at: new Date(0) })
          .where('id', '=', id)
          .execute(),
      1,
    ],
    [
      'were seen since',
      { lastSeen: 'not-90' },
      async ({ id }) => {
        await db
          .updateTable('accounts')
          .set({ created_at: new Date(0) })
          .where('id', '=', id)
          .execute();
        await api.signedInVisitor(id);
      },
      0,
    ],
  ])('%s', async (_what, filter, change, expected) => {
    await change(await makeOwner());
    expect((await count(filter)).recipients).toBe(expected);
  });

  it('are counted by language, without those who unsubscribed from news', async () => {
    await makeOwner();
    await makeOwner({}, { language: 'es' });
    const quiet = await makeOwner();
    await db
      .insertInto('mailings')
      .values({ account_id: quiet.id, kind: 'announcement', stopped_at: new Date() })
      .execute();
    const news = await count();
    expect(news).toMatchObject({ recipients: 2, unsubscribed: 1 });
    expect(news.languages).toHaveLength(2);
    expect(news.examples.map(({ id }: { id: number }) => id)).not.toContain(quiet.id);
    expect(await count({}, false)).toMatchObject({ recipients: 3, unsubscribed: 0 });
  });

  it('are counted with those who are left out, by the reason', async () => {
    await makeOwner();
    await makeOwner({}, { email_confirmed_at: null });
    const suspended = await makeOwner();
    await db
      .updateTable('accounts')
      .set({ is_active: false, suspended_at: new Date(), suspension_reason: 'Spam' })
      .where('id', '=', suspended.id)
      .execute();
    const { withoutAccount } = await count();
    const { id } = await makeListing(db, { owner_id: null, origin: 'open-data', source: 'test', source_id: 'unowned' });
    const leftOut = { recipients: 1, unconfirmed: 1, suspended: 1 };
    expect(await count()).toMatchObject({ ...leftOut, withoutAccount: withoutAccount + 1 });
    expect(await count({ plan: 'premium' })).toMatchObject({ recipients: 0, unconfirmed: 0, suspended: 0 });
    await db.deleteFrom('listings').where('id', '=', id).execute();
  });
});

describe('A preview', () => {
  it('is what one of them would get, in their language', async () => {
    const owner = await makeOwner({ title: 'Sunrise Plumbing' }, { language: 'es' });
    const { body } = await support.post('/api/admin/announcements/preview', draft({ as: owner.id }));
    expect(body).toMatchObject({ language: 'es', subject: 'Novedades' });
    expect(body.text).toContain(`Hola, ${owner.username}:\n\nsu anuncio Sunrise Plumbing puede`);
    expect(body.text).toMatch(/\/es\/unsubscribe\?of=announcement#token=/);
    expect(body.text).toMatch(/\n--\n12 Harbor Way\nLong Beach, CA 90802$/);
  });

  it('is in English where that language is missing, and says so', async () => {
    const owner = await makeOwner({}, { language: 'es' });
    const { body } = await support.post(
      '/api/admin/announcements/preview',
      draft({ as: owner.id, texts: { en: TEXTS.en } }),
    );
    expect(body).toMatchObject({ language: 'en', subject: 'New on the site' });
    expect(body.text).toMatch(/^Este correo solo está disponible en inglés\.\n\nHello /);
  });

  it('has nothing to unsubscribe from where it is about their listings', async () => {
    const owner = await makeOwner();
    const { body } = await support.post('/api/admin/announcements/preview', draft({ as: owner.id, isNews: false }));
    expect(body.text).not.toContain('unsubscribe');
    expect(body.text).toContain('about your listings');
  });

  it.each([
    ['an unknown placeholder', { en: { subject: 'Hi {name}', body: 'x' } }, 'texts.en.subject', '{name}'],
    ['one in Spanish', { ...TEXTS, es: { subject: 'Hola', body: '{nombre}' } }, 'texts.es.body', '{nombre}'],
    ['an empty text', { en: { subject: 'Hi', body: ' ' } }, 'texts.en.body', 'Enter a text'],
  ])('is refused with %s, by its name', async (_what, texts, path, message) => {
    const owner = await makeOwner();
    for (const [url, more] of [
      ['preview', { as: owner.id }],
      ['test', { as: owner.id }],
      ['', { key: randomUUID(), recipients: 1 }],
    ] as const) {
      const { status, body } = await support.post(`/api/admin/announcements/${url}`.replace(/\/$/, ''), {
        ...draft({ texts }),
        ...more,
      });
      expect([status, body.issues?.[0]?.path]).toEqual([400, path]);
      expect(body.issues[0].message).toContain(message);
    }
  });

  it('is nobody’s who would not get it', async () => {
    const { status } = await support.post('/api/admin/announcements/preview', draft({ as: supportId }));
    expect(status).toBe(404);
  });

  it('is sent to the own address, and unsubscribes nobody', async () => {
    const owner = await makeOwner();
    expect((await support.post('/api/admin/announcements/test', draft({ as: owner.id }))).status).toBe(204);
    const { email } = await db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', supportId)
      .executeTakeFirstOrThrow();
    expect(sent).toMatchObject([{ to: email, subject: 'New on the site' }]);
    expect(sent[0]?.unsubscribe).toBeUndefined();
    expect(sent[0]?.text).toContain(owner.username);
  });
});

describe('Sending', () => {
  it('reaches each of them once, with a log and an entry in the audit log', async () => {
    const owners = [await makeOwner(), await makeOwner({}, { language: 'es' })];
    await makeListing(db, { owner_id: owners[0]?.id, title: 'A second one' });
    const { id } = await start({ recipients: 2 });
    expect(await ended(id)).toMatchObject({ state: 'ended', counts: { sent: 2, waiting: 0 }, bounced: 0 });
    expect(sent.map(({ to }) => to).toSorted()).toEqual(owners.map(({ email }) => email).toSorted());
    for (const email of sent) {
      expect(email.unsubscribe).toMatch(/\/api\/unsubscribe\/[\w-]+$/);
      expect(email.text).toMatch(/\n--\n12 Harbor Way\nLong Beach, CA 90802$/);
    }
    expect((await log(id)).map(({ username, state, language }) => [username, state, language])).toEqual([
      [owners[0]?.username, 'sent', 'en'],
      [owners[1]?.username, 'sent', 'es'],
    ]);
    const entry = {
      kind: 'announcement-started',
      actor_id: supportId,
      after: { announcement: id, text: 'New on the site', recipients: 2 },
    };
    expect(await auditLog.readNew()).toMatchObject([entry]);
    expect((await support.get('/api/admin/announcements')).body).toMatchObject([{ id, state: 'ended' }]);
  });

  it('is refused when another number than the confirmed one would get it', async () => {
    await makeOwner();
    const { status, body } = await support.post('/api/admin/announcements', {
      ...draft(),
      key: randomUUID(),
      recipients: 2,
    });
    expect([status, body.message]).toEqual([409, 'One owner matches now. Check the number and send it again.']);
    expect(await db.selectFrom('announcements').select('id').execute()).toEqual([]);
  });

  it('begins once for a form that is sent twice at a time', async () => {
    await makeOwner();
    const form = { key: randomUUID(), recipients: 1 };
    const [first, second] = await Promise.all([start(form), start(form)]);
    expect(first?.id).toBe(second?.id);
    await ended(first?.id as number);
    expect(sent).toHaveLength(1);
  });

  it('leaves out who unsubscribed with one click, and tells how many did since', async () => {
    await makeOwner();
    const { id } = await start({ recipients: 1 });
    await ended(id);
    const [, token] = /\/api\/unsubscribe\/(\S+)$/.exec(sent[0]?.unsubscribe ?? '') ?? [];
    expect((await api.visitor().post(`/api/unsubscribe/${token}`)).status).toBe(200);
    expect((await read(id)).unsubscribedSince).toBe(1);
    expect(await count()).toMatchObject({ recipients: 0, unsubscribed: 1 });
    const about = await start({ recipients: 1, isNews: false });
    await ended(about.id);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.unsubscribe).toBeUndefined();
  });

  it('never repeats what a process that ended may have sent', async () => {
    const owner = await makeOwner();
    await makeOwner();
    failures.set(owner.email, new EmailNotSent({ code: 'ECONNECTION' }));
    const { id } = await start({ recipients: 2 });
    await jobsEnded();
    expect((await read(id)).counts.waiting).toBe(2);
    await sql`update announcement_recipients set state = 'sending', at = now() - interval '11 minutes' where account_id = ${owner.id}`.execute(
      db,
    );
    failures.clear();
    const added: object[] = [];
    await resumeAnnouncements(db, { add: async (_trx, jobs) => void added.push(jobs) });
    expect(added).toEqual([{}]);
    expect(await log(id, '?state=failed')).toMatchObject([{ username: owner.username, problem: 'interrupted' }]);
    expect(sent).toEqual([]);
  });

  it.each<[string, ConstructorParameters<typeof EmailNotSent>[0], object]>([
    [
      'a refused address',
      { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', permanent: true },
      { state: 'failed', problem: 'rejected' },
    ],
    [
      'an answer that did not come',
      { code: 'ETIMEDOUT', command: 'DATA' },
      { state: 'failed', problem: 'interrupted' },
    ],
    ['a server that is away', { code: 'ECONNECTION' }, { state: 'waiting', problem: null }],
    [
      'a server that puts it off',
      { code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' },
      { state: 'waiting', problem: null },
    ],
  ])('records %s', async (_what, failure, expected) => {
    const owner = await makeOwner();
    failures.set(owner.email, new EmailNotSent(failure));
    const { id } = await start({ recipients: 1 });
    await expect.poll(async () => (await log(id))[0]).toMatchObject(expected);
    expect(sent).toEqual([]);
  });

  it('sends no more than an hour allows', async () => {
    const soon = new Date(Date.now() + 60_000);
    await makeOwner();
    await db
      .insertInto('limits')
      .values({ key: 'announcements', hits: 1_000_000, ends_at: soon })
      .onConflict((stored) => stored.column('key').doUpdateSet({ hits: 1_000_000, ends_at: soon }))
      .execute();
    const { id } = await start({ recipients: 1 });
    await expect
      .poll(
        async () => (await db.selectFrom('announcement_recipients').select('attempts').executeTakeFirst())?.attempts,
      )
      .toBe(1);
    await expect.poll(async () => (await read(id)).counts.waiting).toBe(1);
    expect(sent).toEqual([]);
  });

  it('is stopped, and then reaches nobody more', async () => {
    const owner = await makeOwner();
    failures.set(owner.email, new EmailNotSent({ code: 'ECONNECTION' }));
    const { id } = await start({ recipients: 1 });
    await jobsEnded();
    const stops = await Promise.all([1, 2].map(() => support.post(`/api/admin/announcements/${id}/stop`)));
    expect(stops.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await read(id)).toMatchObject({ state: 'stopped', counts: { stopped: 1, waiting: 0 } });
    expect((await auditLog.readNew()).slice(1)).toMatchObject([
      { kind: 'announcement-stopped', after: { announcement: id } },
    ]);
    failures.clear();
    await resumeAnnouncements(db, queue);
    expect(sent).toEqual([]);
    expect((await support.post('/api/admin/announcements/999999/stop')).status).toBe(404);
  });
});

describe('A bounce', () => {
  const receive = (to: string, headers: [string, string][]) =>
    api.request('POST', '/api/webhooks/postmark', {
      payload: JSON.stringify({
        MessageID: randomUUID(),
        OriginalRecipient: to,
        FromFull: { Email: 'mailer-daemon@mail.example', Name: '' },
        Headers: headers.map(([Name, Value]) => ({ Name, Value })),
      }),
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`inbound:${SECRET}`).toString('base64')}`,
      },
    });
  const REPORT: [string, string] = ['Content-Type', 'multipart/report; report-type=delivery-status; boundary=x'];

  it('is counted once, and an automatic answer is none', async () => {
    await makeOwner();
    const { id } = await start({ recipients: 1 });
    await ended(id);
    const { bounceAddress = '' } = sent[0] ?? {};
    expect(bounceAddress).toMatch(/^bounce\+[\da-f]{48}@reply\.directory\.example$/);
    await receive(bounceAddress, [['Auto-Submitted', 'auto-replied']]);
    expect((await read(id)).bounced).toBe(0);
    for (const _again of [1, 2]) expect((await receive(bounceAddress, [REPORT])).body).toEqual({ outcome: 'ignored' });
    expect((await read(id)).bounced).toBe(1);
    expect(await log(id, '?state=bounced')).toMatchObject([{ bounced: true }]);
    await receive(bounceAddress.replace(/\+./, '+0'), [REPORT]);
    expect((await read(id)).bounced).toBe(1);
  });
});
