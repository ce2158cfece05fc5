import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD, type Visitor } from '#tests/support/api.ts';
import { deleteExpired } from './delete-expired.ts';
import { createUnsubscribeToken, markMailingsSent, UNSUBSCRIBE_LINK_DAYS } from './mailings.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);

let accountId: number;
let owner: Visitor;
beforeEach(async () => {
  accountId = (await makeAccount(db)).id;
  owner = await api.signedInVisitor(accountId);
});

const mailings = async () => (await owner.get('/api/user/mailings')).body;
const others = [
  { kind: 'free-summary', on: false },
  { kind: 'accuracy-check', on: true },
  { kind: 'review-reply', on: true },
  { kind: 'announcement', on: true },
];
const on = [{ kind: 'weekly-summary', on: true }, ...others];
const off = [{ kind: 'weekly-summary', on: false }, ...others];

/** Mails about a week; answers the token of the mail, undefined where none was mailed. */
async function markSent(day: string): Promise<string | undefined> {
  const sent = await db
    .transaction()
    .execute((trx) => markMailingsSent(trx, { kind: 'weekly-summary', day, accountIds: [accountId] }));
  const mailingId = sent.get(accountId);
  return mailingId === undefined ? undefined : ((await createUnsubscribeToken(db, mailingId)) ?? undefined);
}

describe('The weekly summary', () => {
  it('is on until it is turned off, and can be turned on again', async () => {
    expect(await mailings()).toEqual(on);
    for (const expected of [off, off, on, on]) {
      const { status, body } = await owner.send('PUT', '/api/user/mailings', expected[0]);
      expect([status, body]).toEqual([200, expected]);
      expect(await mailings()).toEqual(expected);
    }
  });

  it('is everybody’s own', async () => {
    await owner.send('PUT', '/api/user/mailings', off[0]);
    const other = await api.signedInVisitor((await makeAccount(db)).id);
    expect((await other.get('/api/user/mailings')).body).toEqual(on);
  });

  it('of free listings is off until it is turned on, and can be turned off again', async () => {
    const isOn = async () => (await mailings()).find(({ kind }: { kind: string }) => kind === 'free-summary').on;
    const states = [await isOn()];
    for (const on of [true, false]) {
      await owner.send('PUT', '/api/user/mailings', { kind: 'free-summary', on });
      states.push(await isOn());
    }
    expect(states).toEqual([false, true, false]);
  });

  it.each([{}, { kind: 'weekly-summary' }, { kind: 'daily-summary', on: true }, { kind: 'weekly-summary', on: 'no' }])(
    'is not turned by %j',
    async (body) => {
      expect((await owner.send('PUT', '/api/user/mailings', body)).status).toBe(400);
      expect(await mailings()).toEqual(on);
    },
  );

  it('is mailed once about a week', async () => {
    expect(await markSent('2026-03-08')).toMatch(/^[\w-]{43}$/);
    expect(await markSent('2026-03-08')).toBeUndefined();
    expect(await markSent('2026-03-01')).toBeUndefined();
    expect(await markSent('2026-03-15')).toBeDefined();
  });

  it.each([0, 1])('is stopped by the link in each of its mails, such as number %i', async (number) => {
    const tokens = [await markSent('2026-03-08'), await markSent('2026-03-15')];
    await deleteExpired(db);
    expect((await api.visitor().post(`/api/unsubscribe/${tokens[number]}`)).status).toBe(200);
    expect(await mailings()).toEqual(off);
  });

  it('is not stopped by the link of a mail of long ago', async () => {
    const token = await markSent('2026-03-08');
    const created_at = new Date(Date.now() - (UNSUBSCRIBE_LINK_DAYS * 24 + 1) * 60 * 60 * 1000);
    await db.updateTable('unsubscribe_links').set({ created_at }).execute();
    await deleteExpired(db);
    expect((await api.visitor().post(`/api/unsubscribe/${token}`)).status).toBe(404);
  });

  it('is in the export of the account without what stops it, and goes with the account', async () => {
    const token = await markSent('2026-03-08');
    const { body } = await owner.get('/api/user/export');
    expect(body.mailings).toEqual([{ kind: 'weekly-summary', stoppedAt: null, mailedFor: '2026-03-08' }]);
    expect(JSON.stringify(body)).not.toContain(token);
    expect((await owner.send('DELETE', '/api/user', { password: PASSWORD })).status).toBe(200);
    expect((await api.visitor().post(`/api/unsubscribe/${token}`)).status).toBe(404);
  });
});

describe('The link in the mail', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const boundary = 'multipart/form-data; boundary=x';
  it.each<[string, string | undefined, string | undefined]>([
    ['with the form of RFC 8058', 'List-Unsubscribe=One-Click', FORM],
    [
      'with it in parts',
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
      boundary,
    ],
    ['with JSON that is none', '{', 'application/json'],
    ['without anything', undefined, undefined],
    ['with words', 'please', 'text/plain'],
  ])('stops it by a POST from anywhere, without signing in, %s', async (_how, payload, type) => {
    const token = await markSent('2026-03-08');
    const headers = {
      origin: 'https://mail.example',
      'sec-fetch-site': 'cross-site',
      ...(type && { 'content-type': type }),
    };
    for (let times = 0; times < 2; times++) {
      const { status, body } = await api.request('POST', `/api/unsubscribe/${token}`, { headers, payload });
      expect([status, body]).toEqual([200, { message: 'You’re unsubscribed.' }]);
    }
    expect(await mailings()).toEqual(off);
    expect(await markSent('2026-03-15')).toBeUndefined();
  });

  it('stops nothing by being looked at: mail scanners follow links', async () => {
    const token = await markSent('2026-03-08');
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      expect((await api.request(method, `/api/unsubscribe/${token}`)).status).toBe(404);
    expect(await mailings()).toEqual(on);
  });

  it.each([
    ['x'.repeat(43), 404, 'This link isn’t from one of our emails.'],
    ['x'.repeat(42), 400, 'This link is incomplete. Open it again from your email.'],
    ['%00', 400, 'This link is incomplete. Open it again from your email.'],
  ])('that ends in %s is %i', async (token, status, message) => {
    await markSent('2026-03-08');
    const response = await api.visitor().post(`/api/unsubscribe/${token}`);
    expect([response.status, response.body.issues?.[0].message ?? response.body.message]).toEqual([status, message]);
    expect(await mailings()).toEqual(on);
  });

  it('takes no more than a form', async () => {
    const token = await markSent('2026-03-08');
    const { status } = await api.request('POST', `/api/unsubscribe/${token}`, {
      headers: { 'content-type': FORM },
      payload: 'x'.repeat(200_000),
    });
    expect(status).toBe(413);
  });
});

it('only one of several processes runs the job', async () => {
  const taken = await Promise.all(Array.from({ length: 8 }, () => markSent('2026-03-08')));
  expect(taken.filter((token) => token !== undefined)).toHaveLength(1);
});
