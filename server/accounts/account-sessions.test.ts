import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { describeDevice } from '#server/accounts/devices/user-agent.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { deleteExpired } from './delete-expired.ts';

const api = await createTestApi();
afterAll(api.close);

const WINDOWS_FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';

async function signedInTwice() {
  const account = await makeAccount(api.db);
  const [here, there] = [api.visitor(), api.visitor()];
  await here.signIn(account.username);
  const login = { username: account.username, password: 'correct horse battery' };
  await there.send('POST', '/api/login', login, { 'user-agent': WINDOWS_FIREFOX });
  return { account, here, there };
}

describe('the sessions of an account', () => {
  it('are listed for its owner, with the one that asks', async () => {
    const { here } = await signedInTwice();
    const { body } = await here.get('/api/user/sessions');
    expect(body).toEqual([
      {
        id: expect.any(Number),
        device: 'Firefox on Windows',
        createdAt: expect.stringMatching(/Z$/),
        lastSeenAt: expect.stringMatching(/Z$/),
        current: false,
      },
      expect.objectContaining({ device: 'Unknown device', current: true }),
    ]);
  });

  it('are listed as long as they count', async () => {
    const { account, here } = await signedInTwice();
    await sql`
      update sessions set last_seen_at = now() - interval '15 days'
      where account_id = ${account.id} and user_agent = ${WINDOWS_FIREFOX}`.execute(api.db);
    expect((await here.get('/api/user/sessions')).body).toHaveLength(1);
    await deleteExpired(api.db);
    expect(
      await api.db.selectFrom('sessions').select('id').where('account_id', '=', account.id).execute(),
    ).toHaveLength(1);
    expect((await here.get('/api/user')).status).toBe(200);
  });

  it('are ended one by one', async () => {
    const { here, there } = await signedInTwice();
    const [theirs] = (await here.get('/api/user/sessions')).body;
    expect((await here.send('DELETE', `/api/user/sessions/${theirs.id}`)).status).toBe(200);
    expect((await there.get('/api/user')).status).toBe(401);
    expect((await here.get('/api/user')).status).toBe(200);
    expect((await here.send('DELETE', `/api/user/sessions/${theirs.id}`)).status).toBe(404);
  });

  it('are ended all but this one', async () => {
    const { here, there } = await signedInTwice();
    expect((await here.send('DELETE', '/api/user/sessions')).status).toBe(200);
    expect((await there.get('/api/user')).status).toBe(401);
    expect((await here.get('/api/user/sessions')).body).toHaveLength(1);
  });

  it('take the cookies along when it is this one that ends', async () => {
    const { here } = await signedInTwice();
    const { id } = (await here.get('/api/user/sessions')).body.find(({ current }: { current: boolean }) => current);
    await here.send('DELETE', `/api/user/sessions/${id}`);
    expect([...here.cookies.keys()]).toEqual(['device']);
  });

  it('are nobody else’s to see or end', async () => {
    const [mine, others] = [await signedInTwice(), await signedInTwice()];
    const [theirs] = (await others.here.get('/api/user/sessions')).body;
    expect((await mine.here.get('/api/user/sessions')).body.map(({ id }: { id: number }) => id)).not.toContain(
      theirs.id,
    );
    const missing = await mine.here.send('DELETE', '/api/user/sessions/999999999');
    const forbidden = await mine.here.send('DELETE', `/api/user/sessions/${theirs.id}`);
    expect([forbidden.status, forbidden.body]).toEqual([404, missing.body]);
    expect((await others.there.get('/api/user')).status).toBe(200);
  });

  it.each(['0', '-1', 'x', '1.5', '99999999999999999999', "1' or 1=1"])('have no number %s', async (id) => {
    const { here } = await signedInTwice();
    expect((await here.send('DELETE', `/api/user/sessions/${encodeURIComponent(id)}`)).status).toBe(404);
  });
});

describe('a device in words', () => {
  it.each([
    [WINDOWS_FIREFOX, 'Firefox on Windows'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
      'Chrome on ChromeOS',
    ],
    ['curl/8.5.0', 'Unknown device'],
    ['something on Linux', 'Unknown browser on Linux'],
    ['', 'Unknown device'],
  ])('%s', (agent, words) => {
    expect(describeDevice(agent)).toBe(words);
  });
});
