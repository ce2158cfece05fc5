import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestApi } from '../../tests/support/api.ts';
import { TooManyRequests } from './errors.ts';
import { consumeRateLimit, getClientAddress, resetRateLimit } from './rate-limit.ts';

const api = await createTestApi();
afterAll(api.close);

const limit = { limit: 3, windowSeconds: 120 };
const consumeTimes = (key: string, times: number) =>
  Promise.allSettled(Array.from({ length: times }, () => consumeRateLimit(api.db, key, limit)));
const allowed = (results: PromiseSettledResult<void>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length;

describe('what may be done so often', () => {
  it('may be, and no more, even all at once', async () => {
    const results = await consumeTimes('all-at-once', 30);
    expect(allowed(results)).toBe(3);
    const [refusal] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refusal).toBeInstanceOf(TooManyRequests);
    expect(refusal).toMatchObject({ status: 429, message: 'Too many attempts. Try again in 2 minutes.' });
    expect(refusal.retryAfter).toBeGreaterThan(110);
    expect(refusal.retryAfter).toBeLessThanOrEqual(120);
  });

  it('is counted for each key alone', async () => {
    await consumeTimes('one', 3);
    await expect(consumeRateLimit(api.db, 'one', limit)).rejects.toThrow(TooManyRequests);
    await consumeRateLimit(api.db, 'other', limit);
  });

  it('may be again when the stretch has ended, which begins with the first and is not put off by tries', async () => {
    await consumeTimes('ended', 20);
    await sql`update limits set ends_at = ends_at - interval '2 minutes' where key = 'ended'`.execute(api.db);
    expect(allowed(await consumeTimes('ended', 20))).toBe(3);
  });

  it('may be again when it was forgiven', async () => {
    await consumeTimes('forgiven', 4);
    await resetRateLimit(api.db, 'forgiven');
    expect(allowed(await consumeTimes('forgiven', 4))).toBe(3);
  });
});

describe('an address', () => {
  const of = (ip: string | undefined, remoteAddress = '192.0.2.1') =>
    getClientAddress({ ip, socket: { remoteAddress } } as unknown as FastifyRequest);

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (ip, counted) => {
    expect(of(ip)).toBe(counted);
  });

  it.each(['unknown', '', '1.2.3', '1.2.3.4, 5.6.7.8', "' or 1=1", undefined])(
    'that is none (%s) counts as the peer that passed it on',
    (ip) => {
      expect(of(ip)).toBe('192.0.2.1');
    },
  );

  it('is the same unknown one for all who have none', () => {
    expect(of(undefined, '')).toBe('unknown');
  });
});

describe('X-Forwarded-For', () => {
  // Twenty registrations an hour: what is counted shows in when the refusals begin.
  const tries = async (program: typeof api, from: (i: number) => { address: string; forwarded?: string }) => {
    const statuses: number[] = [];
    for (let i = 0; i < 22; i++) {
      const { address, forwarded } = from(i);
      const { status } = await program
        .visitor(address)
        .send('POST', '/api/register', TAKEN, forwarded ? { 'x-forwarded-for': forwarded } : {});
      statuses.push(status);
    }
    return {
      let: statuses.filter((status) => status === 409).length,
      refused: statuses.filter((s) => s === 429).length,
    };
  };
  const TAKEN = {
    businessName: 'Twice There',
    email: 'twice@mail.example',
    username: 'twice-there',
    password: 'long enough',
  };

  it('changes nothing when it comes from anybody', async () => {
    await api.visitor().post('/api/register', TAKEN);
    const counted = await tries(api, (i) => ({ address: '203.0.113.50', forwarded: `198.51.100.${i}` }));
    expect(counted).toEqual({ let: 20, refused: 2 });
  });

  it('names the visitor when it comes from a trusted proxy, and only what that proxy itself has seen', async () => {
    const proxied = await createTestApi({ env: { TRUSTED_PROXIES: '10.0.0.0/8' }, database: api.database });
    const eachOwn = await tries(proxied, (i) => ({ address: '10.0.0.2', forwarded: `198.51.100.${i}` }));
    expect(eachOwn).toEqual({ let: 22, refused: 0 });
    const forged = await tries(proxied, (i) => ({ address: '10.0.0.2', forwarded: `192.0.2.${i}, 203.0.113.60` }));
    expect(forged).toEqual({ let: 20, refused: 2 });
    const direct = await tries(proxied, (i) => ({ address: '203.0.113.70', forwarded: `192.0.2.${i}` }));
    expect(direct).toEqual({ let: 20, refused: 2 });
    await proxied.close();
  });

  it('An IPv6 customer has one count, however many addresses', async () => {
    const one = await tries(api, (i) => ({ address: `2001:db8:5:5::${i.toString(16)}` }));
    expect(one).toEqual({ let: 20, refused: 2 });
    const neighbour = await tries(api, () => ({ address: '2001:db8:5:6::1' }));
    expect(neighbour.let).toBe(20);
  });

  it('The refusal says when to come back', async () => {
    const { status, headers, body } = await api.visitor('203.0.113.50').post('/api/register', TAKEN);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3500);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect(body).toEqual({ message: 'Too many attempts. Try again in 60 minutes.' });
  });

  it('Counters are shared by all processes and survive a restart', async () => {
    const other = await createTestApi({ database: api.database });
    expect((await other.visitor('203.0.113.50').post('/api/register', TAKEN)).status).toBe(429);
    await other.close();
  });
});
