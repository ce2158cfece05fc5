import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DB } from '#server/platform/db/schema.ts';
import { createTestApi } from '#tests/support/api.ts';
import { TooManyRequests } from './errors.ts';
import { consumeOnCommit, consumeRateLimit, inMemoryRateLimit, resetRateLimit } from './rate-limit.ts';

const api = await createTestApi();
afterAll(api.close);

const limit = { limit: 3, windowSeconds: 120 };

describe('A rate limit in the database', () => {
  const consumeTimes = (key: string, times: number) =>
    Promise.allSettled(Array.from({ length: times }, () => consumeRateLimit(api.db, key, limit)));
  const countAllowed = (results: PromiseSettledResult<void>[]) =>
    results.filter(({ status }) => status === 'fulfilled').length;

  it('allows exactly the limit when many uses are concurrent', async () => {
    const results = await consumeTimes('concurrent', 30);
    expect(countAllowed(results)).toBe(3);
    const [refusal] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refusal).toBeInstanceOf(TooManyRequests);
    expect(refusal).toMatchObject({ status: 429, message: 'Too many attempts. Try again in 2 minutes.' });
    expect(refusal.retryAfter).toBeGreaterThan(110);
    expect(refusal.retryAfter).toBeLessThanOrEqual(120);
  });

  it('counts each key separately', async () => {
    await consumeTimes('one', 3);
    await expect(consumeRateLimit(api.db, 'one', limit)).rejects.toThrow(TooManyRequests);
    await consumeRateLimit(api.db, 'other', limit);
  });

  it('starts a new window after the first one ends, which refused uses do not extend', async () => {
    await consumeTimes('ended', 20);
    await sql`update limits set ends_at = ends_at - interval '2 minutes' where key = 'ended'`.execute(api.db);
    expect(countAllowed(await consumeTimes('ended', 20))).toBe(3);
  });

  it('keeps the end of its window, however many uses follow', async () => {
    const readEnd = async () =>
      (await sql<{ end: string }>`select ends_at::text as end from limits where key = 'fixed'`.execute(api.db)).rows;
    await consumeTimes('fixed', 1);
    const end = await readEnd();
    await consumeTimes('fixed', 20);
    expect(await readEnd()).toEqual(end);
  });

  it('starts again after a reset', async () => {
    await consumeTimes('reset', 4);
    await resetRateLimit(api.db, 'reset');
    expect(countAllowed(await consumeTimes('reset', 4))).toBe(3);
  });

  it('is not consumed in a transaction, whose failure would make the use free', async () => {
    for (const name of ['typed', 'as any database']) {
      const failure = api.db.transaction().execute(async (trx) => {
        // @ts-expect-error A transaction is refused where its type is known …
        if (name === 'typed') await consumeRateLimit(trx, name, limit);
        // … and where it is not.
        else await consumeRateLimit(trx as Kysely<DB>, name, limit);
      });
      await expect(failure).rejects.toThrow('not counted in a transaction');
    }
  });

  it('of what is done counts it when its transaction commits', async () => {
    for (let i = 0; i < 5; i++) {
      const failure = api.db.transaction().execute(async (trx) => {
        await consumeOnCommit(trx, 'done', limit);
        throw new Error('rolled back');
      });
      await expect(failure).rejects.toThrow('rolled back');
    }
    const consume = () => api.db.transaction().execute((trx) => consumeOnCommit(trx, 'done', limit));
    for (let i = 0; i < 3; i++) await consume();
    await expect(consume()).rejects.toThrow(TooManyRequests);
  });
});

describe('A rate limit in memory', () => {
  it('allows the limit for each key, then returns the seconds until the window ends', () => {
    const consume = inMemoryRateLimit(limit, 'allow');
    expect([0, 1, 2].map((ms) => consume('one', { now: ms }))).toEqual([0, 0, 0]);
    expect(consume('one', { now: 20_000 })).toBe(100);
    expect(consume('other', { now: 20_000 })).toBe(0);
  });

  it('starts a new window after the first one ends', () => {
    const consume = inMemoryRateLimit({ limit: 3, windowSeconds: 1 }, 'allow');
    expect([0, 1, 2, 999, 1000].map((ms) => consume('one', { now: ms }))).toEqual([0, 0, 0, 1, 0]);
  });

  it.each([
    ['allow', 0],
    ['refuse', 1],
  ] as const)('can %s further keys when 50,000 are counted', (whenFull, expected) => {
    const consume = inMemoryRateLimit({ limit: 3, windowSeconds: 1 }, whenFull);
    for (let i = 0; i < 50_000; i++) consume(`key ${i}`, { now: 0 });
    expect([1, 2, 3, 4].map(() => consume('further', { now: 0 }))).toEqual(Array(4).fill(expected));
    expect([2, 3, 4].map(() => consume('key 7', { now: 0 }))).toEqual([0, 0, 1]);
    expect(consume('further', { now: 1000 })).toBe(0);
  });
});

const TAKEN = {
  businessName: 'Twice There',
  email: 'twice@mail.example',
  username: 'twice-there',
  password: 'long enough',
};

/** An address may register 20 times an hour, so the number of refusals shows which addresses were counted together. */
async function register22Times(program: typeof api, from: (i: number) => { address: string; forwarded?: string }) {
  const statuses: number[] = [];
  for (let i = 0; i < 22; i++) {
    const { address, forwarded } = from(i);
    const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {};
    const { status } = await program.visitor(address).send('POST', '/api/register', TAKEN, headers);
    statuses.push(status);
  }
  const count = (expected: number) => statuses.filter((status) => status === expected).length;
  return { allowed: count(409), refused: count(429) };
}

describe('The rate limit of a route', () => {
  beforeAll(async () => {
    await api.visitor().post('/api/register', TAKEN);
  });

  it('ignores X-Forwarded-For from an untrusted peer', async () => {
    const result = await register22Times(api, (i) => ({ address: '203.0.50.1', forwarded: `198.51.100.${i}` }));
    expect(result).toEqual({ allowed: 20, refused: 2 });
  });

  it('counts the last address of X-Forwarded-For from a trusted proxy, which the proxy itself added', async () => {
    const proxied = await createTestApi({ env: { TRUSTED_PROXIES: '10.0.0.0/8' }, database: api.database });
    const register = (from: Parameters<typeof register22Times>[1]) => register22Times(proxied, from);
    const different = await register((i) => ({ address: '10.0.0.2', forwarded: `198.51.100.${i}` }));
    expect(different).toEqual({ allowed: 22, refused: 0 });
    const forged = await register((i) => ({ address: '10.0.0.2', forwarded: `192.0.2.${i}, 203.0.60.1` }));
    expect(forged).toEqual({ allowed: 20, refused: 2 });
    const ports = await register((i) => ({ address: '10.0.0.2', forwarded: `203.0.61.${i % 2}:${5000 + i}` }));
    expect(ports, 'two visitors, each with many ports').toEqual({ allowed: 22, refused: 0 });
    const port = await register((i) => ({ address: '10.0.0.3', forwarded: `[2001:db8:61::1]:${5000 + i}` }));
    expect(port).toEqual({ allowed: 20, refused: 2 });
    const direct = await register((i) => ({ address: '203.0.70.1', forwarded: `192.0.2.${i}` }));
    expect(direct).toEqual({ allowed: 20, refused: 2 });
    await proxied.close();
  });

  it('counts all addresses of an IPv6 /64 together', async () => {
    const one = await register22Times(api, (i) => ({ address: `2001:db8:5:5::${i.toString(16)}` }));
    expect(one).toEqual({ allowed: 20, refused: 2 });
    const neighbor = await register22Times(api, () => ({ address: '2001:db8:5:6::1' }));
    expect(neighbor.allowed).toBe(20);
  });

  it('answers 429 with Retry-After', async () => {
    await register22Times(api, () => ({ address: '203.0.51.1' }));
    const { status, headers, body } = await api.visitor('203.0.51.1').post('/api/register', TAKEN);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3500);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect(body).toEqual({ message: 'Too many attempts. Try again in 60 minutes.' });
  });

  it('is shared by all processes and survives a restart', async () => {
    await register22Times(api, () => ({ address: '203.0.52.1' }));
    const other = await createTestApi({ database: api.database });
    expect((await other.visitor('203.0.52.1').post('/api/register', TAKEN)).status).toBe(429);
    await other.close();
  });
});
