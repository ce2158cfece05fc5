import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, PASSWORD } from '#tests/support/api.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { deleteExpired } from './delete-expired.ts';

const api = await createTestApi();
afterAll(api.close);
beforeEach(() => api.db.deleteFrom('limits').execute());

// 'correct horse battery' with the least memory and one pass.
const CHEAP_HASH = '$argon2id$v=19$m=8,t=1,p=1$LEUGmGiCynw2OkmRB2CaiA$iIwLbtXYPE/Ve4W8KvaZBe/pnPyogyHxTny8hEcwMNY';
const STEPS_A_DAY = 96;
// Each hour; as few guesses as those of the usual run need it each eight hours.
const MAINTENANCE = STEPS_A_DAY / repetitions(3, 24);
const AT_ONCE = 50;

const guess = (username: string, address: string) => api.visitor(address).signIn(username, 'not the password');
const advanceMinutes = (minutes: number) =>
  sql`update limits set ends_at = ends_at - make_interval(mins => ${minutes})`.execute(api.db);

/** What the schedule and autovacuum, which the tests have turned off, do meanwhile: without it each step takes longer than the one before. */
async function maintainLimits() {
  await deleteExpired(api.db);
  await sql`vacuum analyze limits`.execute(api.db);
}

/** An address of another network for each number: a /24, a /64 of one /48, or another /48. */
function rotate(n: number) {
  const group = (n & 0xffff).toString(16);
  const addresses = [`10.${(n >> 8) & 255}.${n & 255}.7`, `2001:db8:0:${group}::1`, `2001:db8:${group}:${n >> 16}::1`];
  return addresses[n % 3] as string;
}

const GUESSES = repetitions(360, 100_000);
it(
  `Of ${GUESSES} guesses in a day from rotating networks at most 300 are looked at, and the owner gets in`,
  async () => {
    const { username } = await makeAccount(api.db, { password_hash: CHEAP_HASH });
    const owner = api.visitor(rotate(0));
    expect((await owner.signIn(username)).status).toBe(200);
    const counts = { 401: 0, 429: 0 };
    for (let step = 0; step < STEPS_A_DAY; step++) {
      const [from, to] = [step, step + 1].map((i) => Math.round((i * GUESSES) / STEPS_A_DAY)) as [number, number];
      for (let first = from; first < to; first += AT_ONCE) {
        const length = Math.min(AT_ONCE, to - first);
        const guesses = Array.from({ length }, (_, i) => guess(username, rotate(first + i)));
        for (const { status } of await Promise.all(guesses)) counts[status as 401 | 429] += 1;
      }
      if (step % 24 === 23) expect((await owner.signIn(username)).status).toBe(200);
      await advanceMinutes((24 * 60) / STEPS_A_DAY);
      if (step % MAINTENANCE === MAINTENANCE - 1) await maintainLimits();
    }
    expect(counts[401] + counts[429]).toBe(GUESSES);
    expect(counts[401]).toBeLessThanOrEqual(300);
  },
  scaleTimeout(repetitions(20_000, 900_000)),
);

describe('guesses of a network', () => {
  it.each([
    ['/24', (n: number) => `198.51.100.${n}`],
    ['/48', (n: number) => `2001:db8:77:${n}::1`],
  ])('are thirty an hour for an account from a %s', async (_network, address) => {
    const { username } = await makeAccount(api.db, { password_hash: CHEAP_HASH });
    const statuses = await Promise.all(Array.from({ length: 34 }, (_, i) => guess(username, address(i + 1))));
    expect(statuses.filter(({ status }) => status === 401)).toHaveLength(30);
    expect((await guess(username, '203.0.113.1')).status).toBe(401);
  });

  it('are limited for all accounts together', async () => {
    await guess('first-of-many', '198.51.100.1');
    await sql`update limits set hits = 1000 where key = 'sign-in-from:198.51.100.0/24'`.execute(api.db);
    expect((await guess('last-of-many', '198.51.100.2')).status).toBe(429);
    expect((await guess('last-of-many', '198.51.101.2')).status).toBe(401);
  });
});

it('Signing in with the right password uses up none of the account’s attempts', async () => {
  const { username } = await makeAccount(api.db, { password_hash: CHEAP_HASH });
  for (let i = 0; i < 55; i++) expect((await api.visitor().signIn(username)).status).toBe(200);
});

describe('a known device', () => {
  /** An owner's browser, and the account when strangers have used up all that they may. */
  async function underAttack() {
    const account = await makeAccount(api.db, { password_hash: CHEAP_HASH });
    const device = api.visitor('198.51.100.50');
    await device.signIn(account.username);
    await guess(account.username, '198.51.100.50');
    await sql`update limits set hits = 100000`.execute(api.db);
    return { ...account, device };
  }

  it('signs in whatever strangers tried, also from its own address and without its session', async () => {
    const { username, device } = await underAttack();
    expect((await api.visitor('198.51.100.50').signIn(username)).status).toBe(429);
    expect((await api.visitor('203.0.113.8').signIn(username)).status).toBe(429);
    await device.post('/api/logout');
    expect((await device.signIn(username)).status).toBe(200);
  });

  it('has ten attempts of its own, which count for nobody else', async () => {
    const { username } = await makeAccount(api.db, { password_hash: CHEAP_HASH });
    const device = api.visitor();
    await device.signIn(username);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await device.signIn(username, 'not the password')).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect((await api.visitor().signIn(username)).status).toBe(200);
  });

  it('has fifty attempts a day', async () => {
    const { username } = await makeAccount(api.db, { password_hash: CHEAP_HASH });
    const device = api.visitor();
    await device.signIn(username);
    let lookedAt = 0;
    for (let i = 0; i < 60; i++) {
      if ((await device.signIn(username, 'not the password')).status === 401) lookedAt += 1;
      if (i % 10 === 9) await advanceMinutes(15);
    }
    expect(lookedAt).toBe(50);
  });

  it('is known to the accounts that signed in on it, and to no other', async () => {
    const { username } = await underAttack();
    const neighbor = await makeAccount(api.db, { password_hash: CHEAP_HASH });
    const theirs = api.visitor();
    await theirs.signIn(neighbor.username);
    expect((await theirs.signIn(username)).status).toBe(429);
    theirs.cookies.set('device', 'A'.repeat(43));
    expect((await theirs.signIn(username)).status).toBe(429);
    theirs.cookies.set('device', `${'A'.repeat(42)}%`);
    expect((await theirs.signIn(username)).status).toBe(429);
  });

  it('remains known to each of two accounts that share it', async () => {
    const { username } = await makeAccount(api.db, { password_hash: CHEAP_HASH });
    const device = api.visitor();
    await device.signIn(username);
    const other = await makeAccount(api.db, { password_hash: CHEAP_HASH });
    await device.signIn(other.username);
    await sql`update limits set hits = 100000 where key not like 'sign-in-device%'`.execute(api.db);
    for (const name of [username, other.username]) expect((await device.signIn(name)).status).toBe(200);
  });

  it('is remembered by a cookie that scripts cannot read', async () => {
    const { username, id } = await makeAccount(api.db, { password_hash: CHEAP_HASH });
    const visitor = api.visitor();
    const { headers } = await visitor.signIn(username);
    const cookie = [headers['set-cookie'] ?? []].flat().find((value) => value.startsWith('device='));
    expect(cookie).toMatch(/^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
    const { rows } = await sql<{ text: string }>`
      select row_to_json(d)::text as text from known_devices d where account_id = ${id}`.execute(api.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(visitor.cookies.get('device'));
  });

  it('is forgotten after 400 days, as one of more than twenty, and with its account', async () => {
    const { id, username } = await makeAccount(api.db, { password_hash: CHEAP_HASH });
    const count = async () =>
      (await api.db.selectFrom('known_devices').select('account_id').where('account_id', '=', id).execute()).length;
    for (let i = 0; i < 22; i++) await api.visitor().signIn(username);
    expect(await count()).toBe(20);
    await sql`update known_devices set last_used_at = now() - interval '401 days' where account_id = ${id}`.execute(
      api.db,
    );
    await deleteExpired(api.db);
    expect(await count()).toBe(0);
    const device = api.visitor();
    await device.signIn(username);
    expect(await count()).toBe(1);
    expect((await device.send('DELETE', '/api/user', { password: PASSWORD })).status).toBe(200);
    expect([await count(), device.cookies.has('device')]).toEqual([0, false]);
  });
});

it('A session allows fifty checks of the password a day', async () => {
  const { id } = await makeAccount(api.db, { password_hash: CHEAP_HASH });
  const thief = await api.signedInVisitor(id);
  let lookedAt = 0;
  for (let i = 0; i < 60; i++) {
    const { status } = await thief.send('DELETE', '/api/user', { password: 'a wrong guess' });
    if (status === 400) lookedAt += 1;
    if (i % 10 === 9) await advanceMinutes(15);
  }
  expect(lookedAt).toBe(50);
});
