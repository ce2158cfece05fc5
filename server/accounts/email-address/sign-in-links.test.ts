import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD } from '#tests/support/api.ts';
import { addApp } from '#tests/ways-in/second-factors.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
beforeEach(() => db.deleteFrom('limits').execute());

let count = 0;
const uniqueEmail = () => `visitor-${++count}@mail.example`;
const confirmed = { email_confirmed_at: new Date() };
const isLink = (email: string) => (sent: { to: string; text: string }) =>
  sent.to === email && sent.text.includes('/auth/link#token=');

async function requestLink(email: string): Promise<string> {
  const { status, body } = await api.visitor().post('/api/email-sign-ins', { email });
  expect([status, body]).toEqual([202, { message: 'We’ve sent you a link. It works once, for 30 minutes.' }]);
  await expect.poll(() => api.emails.findLast(isLink(email))).toBeDefined();
  return /#token=([\w-]{43})$/m.exec(api.emails.findLast(isLink(email))?.text ?? '')?.[1] ?? '';
}

const redeem = (token: string, visitor = api.visitor()) => visitor.post('/api/email-sign-ins/redeem', { token });

describe('A link that signs in', () => {
  it('makes an account without a business for an address that has none, with the email confirmed', async () => {
    const email = uniqueEmail();
    const visitor = api.visitor();
    const { status, body } = await redeem(await requestLink(email), visitor);
    expect(status).toBe(200);
    expect(body).toMatchObject({ email, businessName: null, emailConfirmed: true, role: null });
    expect((await visitor.get('/api/user')).body).toMatchObject({ id: body.id });
  });

  it('opens the account that there is, and works once', async () => {
    const email = uniqueEmail();
    const { id } = await makeAccount(db, { email, ...confirmed });
    const token = await requestLink(email);
    expect((await redeem(token)).body).toMatchObject({ id });
    expect((await redeem(token)).status).toBe(400);
  });

  it('asks for the second factor of an account that has one', async () => {
    const email = uniqueEmail();
    const { id } = await makeAccount(db, { email, ...confirmed });
    await addApp(await api.signedInVisitor(id));
    const visitor = api.visitor();
    const { status, body } = await redeem(await requestLink(email), visitor);
    expect([status, typeof body.token]).toEqual([202, 'string']);
    expect((await visitor.get('/api/user')).status).toBe(401);
  });

  it('ends the password and the sessions of whoever registered with the address and never confirmed it', async () => {
    const email = uniqueEmail();
    const { id, username } = await makeAccount(db, { email });
    const stranger = await api.signedInVisitor(id);
    expect((await redeem(await requestLink(email))).body).toMatchObject({ id, emailConfirmed: true });
    expect((await stranger.get('/api/user')).status).toBe(401);
    expect((await api.visitor().post('/api/login', { username, password: PASSWORD })).status).toBe(401);
  });

  it('is not sent to the staff, with the same answer', async () => {
    const email = uniqueEmail();
    await makeStaff(db, 'editor', { email });
    expect((await api.visitor().post('/api/email-sign-ins', { email })).status).toBe(202);
    await requestLink(uniqueEmail());
    expect(api.emails.find(isLink(email))).toBeUndefined();
  });

  it('opens no suspended account, and none that has another address by now', async () => {
    const [suspended, changed] = [uniqueEmail(), uniqueEmail()];
    const account = await makeAccount(db, { email: suspended, ...confirmed });
    const other = await makeAccount(db, { email: changed, ...confirmed });
    const tokens = [await requestLink(suspended), await requestLink(changed)] as const;
    const suspension = { is_active: false, suspended_at: new Date(), suspension_reason: 'Spam' };
    await db.updateTable('accounts').set(suspension).where('id', '=', account.id).execute();
    const moved = { email: `new-${changed}`, email_key: `new-${changed}` };
    await db.updateTable('accounts').set(moved).where('id', '=', other.id).execute();
    expect((await redeem(tokens[0])).status).toBe(403);
    expect((await redeem(tokens[1])).status).toBe(400);
  });

  it('is limited for an address', async () => {
    const email = uniqueEmail();
    const ask = () => api.visitor().post('/api/email-sign-ins', { email });
    const statuses = [await ask(), await ask(), await ask(), await ask()].map(({ status }) => status);
    expect(statuses).toEqual([202, 202, 202, 429]);
  });
});
