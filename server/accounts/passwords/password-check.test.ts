import { afterAll, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { JUDGED_PASSWORDS, PASSWORD_OWNER } from '#tests/fixtures/judged-passwords.ts';
import { createTestApi, PASSWORD } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);

const check = (body: object, visitor = api.visitor()) => visitor.post('/api/password-checks', body);

it.each(JUDGED_PASSWORDS)('of “%s” the check says what registration says', async (password, refusal) => {
  const { status, body } = await check({ ...PASSWORD_OWNER, password });
  expect([status, body]).toEqual([200, { message: refusal && expect.stringMatching(refusal) }]);
  await api.db.deleteFrom('limits').execute();
  const registered = await api.visitor().post('/api/register', { ...PASSWORD_OWNER, password });
  expect([registered.status, registered.body.issues?.[0].message ?? null]).toEqual([refusal ? 400 : 201, body.message]);
  if (!refusal) await api.db.deleteFrom('accounts').where('username', '=', PASSWORD_OWNER.username).execute();
});

it('knows the account by its session and by the token of a reset, and the length for the staff', async () => {
  const { id, username, email } = await makeAccount(api.db, { username: 'lantern-and-kumquat' });
  const own = { password: `${username}-84719365` };
  const names = { message: expect.stringMatching(/can’t be your username/) };
  expect((await check(own)).body).toEqual({ message: null });
  expect((await check(own, await api.signedInVisitor(id))).body).toEqual(names);
  await api.visitor().post('/api/password-resets', { email });
  const token = /token=([\w-]{43})$/m.exec((await api.waitForEmail(email ?? '')).text)?.[1];
  expect((await check({ ...own, token })).body).toEqual(names);
  // The link works on, and one that does not is no reason to refuse a password.
  expect((await check({ ...own, token: 'x'.repeat(43) })).body).toEqual({ message: null });

  const admin = await api.signedInVisitor((await makeAccount(api.db, { id: 1 })).id);
  expect((await check({ password: 'Vq7#kd-R' }, admin)).body.message).toMatch(/at least 12 characters/);
});

it('is limited by network address, and answers nothing else', async () => {
  expect((await check({ password: 'short' })).status).toBe(400);
  const visitor = api.visitor();
  const statuses = new Set<number>();
  for (let sent = 0; sent <= 125; sent += 1) statuses.add((await check({ password: PASSWORD }, visitor)).status);
  expect([...statuses]).toEqual([200, 429]);
});
