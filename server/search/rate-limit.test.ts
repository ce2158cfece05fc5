import { afterAll, expect, it } from 'vitest';
import { createTestApi } from '../../tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);

it('an IP address may send 600 search requests per minute, suggestions included, without an effect on other addresses', async () => {
  const visitor = api.visitor('203.0.113.7');
  const statuses: number[] = [];
  for (let i = 0; i < 300; i++) {
    statuses.push((await visitor.get('/api/search/suggestions?q=')).status);
    statuses.push((await visitor.get('/api/search?limit=1')).status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));

  const { status, body, headers } = await visitor.get('/api/search/about');
  expect(status).toBe(429);
  expect(body.message).toMatch(/^Too many attempts\. Try again in 1 minute\.$/);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await visitor.get('/api/ads/recent')).status).toBe(200);
  expect((await api.visitor('203.0.113.8').get('/api/search/about')).status).toBe(200);
});
