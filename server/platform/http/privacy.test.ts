import { afterAll, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);

it.each([
  ['1', true],
  ['0', false],
  ['', false],
  ['true', false],
  [undefined, false],
])('a browser whose signal is %o has asked for privacy: %o', async (signal, gpc) => {
  const headers: Record<string, string> = signal === undefined ? {} : { 'sec-gpc': signal };
  expect((await api.visitor().send('GET', '/api/privacy', undefined, headers)).body).toEqual({ gpc });
});

it('never lets anybody keep that answer for somebody else', async () => {
  expect((await api.get('/api/privacy')).headers['cache-control']).toBe('private, no-store');
});

it('says that the signal is heeded', async () => {
  const { headers, body } = await api.get('/.well-known/gpc.json');
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(body).toEqual({ gpc: true, lastUpdate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
});
