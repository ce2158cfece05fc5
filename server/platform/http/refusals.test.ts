import { afterAll, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';

const TOKEN = 'a-token-of-the-metrics';
const lines: string[] = [];
const api = await createTestApi({
  env: { METRICS_TOKEN: TOKEN },
  log: { write: (line) => void lines.push(line) },
});
afterAll(api.close);

const REASONS = ['403', '429', 'origin'];

/** By reason. */
async function readCounts(): Promise<number[]> {
  const { body } = await api.request('GET', '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
  const found = (body as string).matchAll(/^refused_requests_total\{reason="(.+)"\} (\d+)$/gm);
  const counts = new Map([...found].map(([, reason, count]) => [reason, Number(count)]));
  return REASONS.map((reason) => counts.get(reason) ?? 0);
}

it('refused requests are counted, and logged with the network of their address', async () => {
  const [forbidden = 0, tooMany = 0, foreignOrigin = 0] = await readCounts();
  lines.splice(0);
  const owner = await api.signedInVisitor((await makeAccount(api.db)).id, '203.0.113.90');
  expect((await owner.get('/api/admin/users?q=secret')).status).toBe(403);
  const foreign = { 'sec-fetch-site': 'cross-site' };
  expect((await owner.send('POST', '/api/logout', {}, foreign)).status).toBe(403);
  for (let i = 0; i < 63; i++) await owner.get('/sitemap-places.xml');

  expect(await readCounts()).toEqual([forbidden + 1, tooMany + 3, foreignOrigin + 1]);
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request refused');
  expect(logged.map(({ reason, method, path, network }) => ({ reason, method, path, network }))).toEqual([
    { reason: '403', method: 'GET', path: '/api/admin/users', network: '203.0.113.0/24' },
    { reason: 'origin', method: 'POST', path: '/api/logout', network: '203.0.113.0/24' },
    ...Array(3).fill({ reason: '429', method: 'GET', path: '/sitemap-places.xml', network: '203.0.113.0/24' }),
  ]);
});

it('an address fills ten lines of the log a minute, while all its refusals are counted', async () => {
  const [before = 0] = await readCounts();
  lines.splice(0);
  const visitor = await api.signedInVisitor((await makeAccount(api.db)).id);
  for (let i = 0; i < 14; i++) await visitor.get('/api/admin/users');
  expect(lines.filter((line) => line.includes('request refused'))).toHaveLength(10);
  expect((await readCounts())[0]).toBe(before + 14);
});

it('invalid input is counted by route, and logged when an address sends more of it than people mistype', async () => {
  const visitor = api.visitor('203.0.113.91');
  const sent: [string, string, Record<string, string>, number][] = [
    ['/api/login', '{"username":1}', { 'content-type': 'application/json' }, 400],
    ['/api/login', '{"username":', { 'content-type': 'application/json' }, 400],
    ['/api/login', '<xml/>', { 'content-type': 'application/xml' }, 415],
    ['/api/login', `{"a":"${'x'.repeat(100_000)}"}`, { 'content-type': 'application/json' }, 413],
    [`/api/ads/1/reports`, '{}', { 'content-type': 'application/json' }, 400],
  ];
  lines.splice(0);
  for (const [path, body, headers, status] of sent)
    expect((await visitor.send('POST', path, body, headers)).status, body.slice(0, 20)).toBe(status);
  const { body } = await api.request('GET', '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
  const found = (body as string).matchAll(/^invalid_requests_total\{route="(.+)"\} (\d+)$/gm);
  expect(Object.fromEntries([...found].map(([, route, count]) => [route, Number(count)]))).toMatchObject({
    'POST /api/login': 4,
    'POST /api/ads/:id/reports': 1,
  });
  const logged = () => lines.map((line) => JSON.parse(line)).filter(({ reason }) => reason === 'invalid');
  expect(logged()).toEqual([]);
  for (let i = 0; i < 40; i++) await visitor.get(`/api/search?limit=${i}x`);
  expect(logged()).toHaveLength(10);
  expect(logged()[0]).toMatchObject({ method: 'GET', path: '/api/search', network: '203.0.113.0/24' });
  expect(lines.join()).not.toContain('limit=');
});
