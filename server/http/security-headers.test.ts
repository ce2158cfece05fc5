import { expect, it } from 'vitest';
import { createTestApi } from '../../tests/api.ts';

it.each([
  ['https://directory.example', 'max-age=31536000; includeSubDomains'],
  ['http://localhost:3000', undefined],
])('at %s browsers are told to stay with TLS: %s', async (ORIGIN, expected) => {
  const api = await createTestApi({ env: { ORIGIN } });
  for (const url of ['/api/ads/recent', '/api/user', '/api/nothing', '/healthz'])
    expect((await api.get(url)).headers['strict-transport-security']).toBe(expected);
  await api.close();
});

it('lets pages show pictures of their own making, and run nothing of it', async () => {
  const api = await createTestApi();
  const policy = (await api.get('/api/ads/recent')).headers['content-security-policy'] as string;
  const sources = (kind: string) =>
    policy
      .split('; ')
      .find((part) => part.startsWith(kind))
      ?.split(' ');
  expect(sources('img-src')).toContain('blob:');
  expect(sources('script-src')).toEqual(['script-src', "'self'"]);
  await api.close();
});
