import { expect, it } from 'vitest';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { createTestApi } from '#tests/support/api.ts';
import { allowFraming, allowStripe, securityHeaders } from './security-headers.ts';

const ORIGIN = 'https://directory.example';
const TAG_MANAGER_ENV = { GA_MEASUREMENT_ID: 'G-ABCD123456' };
const DISPLAY_ADS_ENV = { ADS_CLIENT_ID: 'ca-pub-1234567890123456' };

/** Of each directive that lets more in than our own host: what it lets in. */
function others(headers: Record<string, unknown>): Record<string, string[]> {
  const policy = headers['content-security-policy'] as string;
  const directives = policy.split('; ').map((directive) => directive.split(' ') as [string, ...string[]]);
  expect(new Set(directives.map(([name]) => name)).size, 'browsers heed the first of two alike').toBe(
    directives.length,
  );
  return Object.fromEntries(
    directives
      .map(([name, ...sources]) => [name, sources.filter((source) => source.startsWith('https://'))] as const)
      .filter(([, hosts]) => hosts.length > 0),
  );
}

it.each([
  ['https://directory.example', 'max-age=31536000; includeSubDomains'],
  ['http://localhost:3000', undefined],
])('at %s the header Strict-Transport-Security is set: %s', async (ORIGIN, expected) => {
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
  expect(sources('img-src')).toEqual(['img-src', "'self'", 'data:', 'blob:']);
  expect(sources('script-src')).toEqual(['script-src', "'self'"]);
  await api.close();
});

const measuring = {
  pictures: ['https://*.googletagmanager.com', 'https://*.google-analytics.com'],
  scripts: ['https://*.googletagmanager.com'],
  asked: ['https://*.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
};
const advertising = [
  'https://*.googlesyndication.com',
  'https://*.doubleclick.net',
  'https://*.adtrafficquality.google',
];

it.each([
  ['nothing', {}, {}],
  [
    'a Google tag',
    TAG_MANAGER_ENV,
    { 'img-src': measuring.pictures, 'script-src': measuring.scripts, 'connect-src': measuring.asked },
  ],
  [
    'a container',
    { GA_MEASUREMENT_ID: 'GTM-ABC1234' },
    { 'img-src': measuring.pictures, 'script-src': measuring.scripts, 'connect-src': measuring.asked },
  ],
  [
    'display ads',
    DISPLAY_ADS_ENV,
    {
      'img-src': advertising,
      'script-src': advertising,
      'connect-src': advertising,
      'frame-src': [...advertising, 'https://www.google.com'],
    },
  ],
  [
    'both',
    { ...TAG_MANAGER_ENV, ...DISPLAY_ADS_ENV },
    {
      'img-src': [...measuring.pictures, ...advertising],
      'script-src': [...measuring.scripts, ...advertising],
      'connect-src': [...measuring.asked, ...advertising],
      'frame-src': [...advertising, 'https://www.google.com'],
    },
  ],
])('lets in what the environment asks for and no more: %s', (_what, env, expected) => {
  expect(others(securityHeaders({ ORIGIN, ...env }))).toEqual(expected);
});

it.each([
  ['nothing', {}],
  ['a tag manager', TAG_MANAGER_ENV],
  ['display ads', DISPLAY_ADS_ENV],
  ['both', { ...TAG_MANAGER_ENV, ...DISPLAY_ADS_ENV }],
])('at the checkout lets Stripe in besides %s', (_what, env) => {
  const elsewhere = others(securityHeaders({ ORIGIN, ...env }));
  const checkout = others(allowStripe(securityHeaders({ ORIGIN, ...env })));
  expect(checkout).toEqual({
    ...(elsewhere['img-src'] && { 'img-src': elsewhere['img-src'] }),
    'script-src': [...(elsewhere['script-src'] ?? []), 'https://js.stripe.com', 'https://*.js.stripe.com'],
    'connect-src': [...(elsewhere['connect-src'] ?? []), 'https://api.stripe.com'],
    'frame-src': [
      ...(elsewhere['frame-src'] ?? []),
      ...['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    ],
  });
});

it.each([
  ['nothing', {}],
  ['both', { ...TAG_MANAGER_ENV, ...DISPLAY_ADS_ENV }],
])('of a card for other sites runs and sends nothing, and is a sandbox, where pages let in %s', (_what, env) => {
  const { 'content-security-policy': policy = '' } = allowFraming(securityHeaders({ ORIGIN, ...env }));
  const directives = policy.split('; ');
  expect(directives).toEqual(
    expect.arrayContaining([
      ...["default-src 'none'", "form-action 'none'", 'frame-ancestors *'],
      'sandbox allow-popups allow-popups-to-escape-sandbox',
    ]),
  );
  expect(directives.filter((directive) => /^(?:script|connect|frame|worker)-src/.test(directive))).toEqual([]);
  expect(directives.filter((directive) => /^(?:form-action|frame-ancestors)/.test(directive))).toHaveLength(2);
});

it('is what the program answers with', async () => {
  const api = await createTestApi({ env: { ...TAG_MANAGER_ENV, ...DISPLAY_ADS_ENV } });
  for (const url of ['/api/ads/recent', '/api/nothing', '/healthz'])
    expect((await api.get(url)).headers).toMatchObject(
      securityHeaders({ ORIGIN: 'http://localhost', ...TAG_MANAGER_ENV, ...DISPLAY_ADS_ENV }),
    );
  await api.close();
});

it.each([
  ['GA_MEASUREMENT_ID', 'UA-12345-1'],
  ['GA_MEASUREMENT_ID', 'g-abcd123456'],
  ['GA_MEASUREMENT_ID', 'G-ABCD 123456'],
  ['GA_MEASUREMENT_ID', "G-ABCD'; script-src *"],
  ['GA_MEASUREMENT_ID', 'GTM-'],
  ['ADS_CLIENT_ID', 'pub-1234567890123456'],
  ['ADS_CLIENT_ID', 'ca-pub-123456789012345'],
  ['ADS_CLIENT_ID', 'ca-pub-12345678901234567'],
])('refuses to start with %s=%s', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(InvalidEnvironment);
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name}: must be `));
});

it.each([
  ['G-ABCD123456', 'ca-pub-1234567890123456'],
  ['GTM-ABC1234', 'ca-pub-0000000000000000'],
])('starts with %s and %s, and leaves them out when they are empty', (GA_MEASUREMENT_ID, ADS_CLIENT_ID) => {
  expect(readEnv({ GA_MEASUREMENT_ID, ADS_CLIENT_ID })).toMatchObject({ GA_MEASUREMENT_ID, ADS_CLIENT_ID });
  const env = readEnv({ GA_MEASUREMENT_ID: '', ADS_CLIENT_ID: '' });
  expect([env.GA_MEASUREMENT_ID, env.ADS_CLIENT_ID]).toEqual([undefined, undefined]);
});
