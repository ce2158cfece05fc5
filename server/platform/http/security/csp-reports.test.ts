import { afterAll, beforeEach, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';

const lines: string[] = [];
const api = await createTestApi({ log: { write: (line) => void lines.push(line) } });
afterAll(api.close);
beforeEach(() => void lines.splice(0));

const violations = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'blocked by the content security policy')
    .map(({ page, directive, blocked }) => ({ page, directive, blocked }));

const legacy = {
  'csp-report': {
    'document-uri': 'https://directory.example/auth/reset?token=secret',
    referrer: '',
    'violated-directive': 'img-src',
    'blocked-uri': 'https://pictures.example/a.png?who=me',
    'original-policy': "default-src 'none'",
  },
};
const logged = {
  page: 'https://directory.example/auth/reset',
  directive: 'img-src',
  blocked: 'https://pictures.example/a.png',
};
const modern = [
  {
    type: 'csp-violation',
    age: 10,
    url: 'https://directory.example/auth/reset?token=secret',
    user_agent: 'a browser',
    body: {
      documentURL: 'https://directory.example/auth/reset?token=secret',
      effectiveDirective: 'img-src',
      blockedURL: 'https://pictures.example/a.png?who=me',
      disposition: 'enforce',
    },
  },
];

/** Sends a report as a browser does: by itself, without cookies. */
const report = (body: unknown, type: string, remoteAddress = '203.0.113.80') =>
  api.request('POST', '/api/csp-reports', {
    remoteAddress,
    headers: { 'content-type': type, 'sec-fetch-site': 'cross-site' },
    payload: JSON.stringify(body),
  });

it.each([
  ['application/csp-report', legacy],
  ['application/reports+json', modern],
])('a report as %s is logged without queries', async (type, body) => {
  expect((await report(body, type)).status).toBe(204);
  expect(violations()).toEqual([logged]);
});

it.each([
  ['of another shape', { 'csp-report': {} }, 400],
  ['of another kind', [{ type: 'deprecation', body: {} }], 400],
  ['with too many violations', Array(11).fill(modern[0]), 400],
  ['that is too large', [{ ...modern[0], user_agent: 'a'.repeat(10_000) }], 413],
])('a report %s is refused', async (_, body, status) => {
  expect((await report(body, 'application/reports+json')).status).toBe(status);
  expect(violations()).toEqual([]);
});

it('an address may send 20 reports a minute', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 22; i++) statuses.push((await report(legacy, 'application/csp-report', '203.0.113.81')).status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(20);
  expect(statuses.slice(20)).toEqual([429, 429]);
});

it('every response names the address of reports', async () => {
  const { headers } = await api.get('/api/ads/recent');
  expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"');
  expect(headers['content-security-policy']).toMatch(/; report-to csp; report-uri \/api\/csp-reports$/);
});
