import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { createMailProcesses } from '#server/platform/mail/inbound/mail-process.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { listOperations } from '#tests/hostile/api-document.ts';
import { measureCost, measureStall } from '#tests/hostile/stalls.ts';
import { listTextFields, toBody } from '#tests/hostile/text-fields.ts';
import { createTestApi, type Method, type Visitor } from '#tests/support/api.ts';
import { createLargeDirectory } from '#tests/support/large-directory.ts';
import { selectEveryNth } from '#tests/support/long-run.ts';
import { listRoutes } from '#tests/support/routes.ts';
import { toChunks } from '#tests/support/servers/inbound-mail.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { createWebBuildStub } from '#tests/support/web-build-stub.ts';
import { getTextPosition, renderShareImage, TEXT_WIDTH } from '#web/base/art/share-picture.ts';

const SECRET = 'a-secret-of-the-inbound-mail';
const database = await createLargeDirectory();
const api = await createTestApi({
  database,
  env: {
    METRICS_TOKEN: 'a-token-that-nobody-has',
    INBOUND_WEBHOOK_SECRET: SECRET,
    MAIL_DOMAIN: 'reply.directory.example',
  },
  readMail: createMailProcesses(),
  web: createWebBuildStub({ renderShareImage, getTextPosition, TEXT_WIDTH }),
});
afterAll(async () => {
  await api.close();
  await database.drop();
});
const administrator = await makeAccount(api.db, { id: 1, username: 'admin', email: null });

/** On a core whose speed is 1: see `measureCost`. */
const MAX_STALL_MS = 20;
const MAX_EMAIL_STALL_MS = 150;
const MISSPELT = 'resturnat plubming grocrey accountent beuaty electricain hardwear bakrey florsit'.split(' ');
const SEARCH = MISSPELT.join('+');
const LISTING_IDS = Array.from({ length: 100 }, (_, i) => i + 1);

/** The dearest address of routes whose work depends on it. */
const DEAREST: Record<string, string> = {
  'GET /api/ads': `/api/ads?ids=${LISTING_IDS}`,
  'GET /api/addresses/suggestions': '/api/addresses/suggestions?q=1+main',
  'GET /api/addresses/point': '/api/addresses/point?address=1+Main+St&city=Irvine&zip=92614',
  'GET /api/search': `/api/search?q=${SEARCH}&limit=100`,
  'GET /api/search/about': `/api/search/about?q=${SEARCH}&near=losangelse`,
  'GET /api/search/map': `/api/search/map?q=${SEARCH}`,
  'GET /api/search/categories': `/api/search/categories?q=${SEARCH}`,
  'GET /api/search/suggestions': `/api/search/suggestions?q=${SEARCH}`,
};

const EXAMPLES: [RegExp, string][] = [
  [/:file\(.*?\)/, '1'],
  [/county\/:slug/, 'county/los-angeles'],
  [/city\/:slug/, 'city/los-angeles'],
  [/location\/:slug/, 'location/los-angeles'],
  [/category\/:\w+/, 'category/restaurants'],
  [/:zip/, '90012'],
  [/:\w+/, '5'],
  [/\*$/, ''],
];
const toUrl = (path: string) => EXAMPLES.reduce((url, [parameter, example]) => url.replace(parameter, example), path);

/** Responses whose joining and parsing, as the client of other tests does it, would be the longest turn of all. */
const LARGE = /^\/(sitemap-(listings|city-categories)|api\/(openapi\.json|admin\/(ads\.csv|exports\/)))/;
/** Garbage collection falls into each reading of a whole file. */
const MAX_CHUNKS = 10;

async function readChunks(url: string, { cookies }: Visitor) {
  const response = await api.http.inject({ url, cookies: Object.fromEntries(cookies), payloadAsStream: true });
  expect(response.statusCode).toBe(200);
  let chunks = 0;
  for await (const _chunk of response.stream()) if (++chunks === MAX_CHUNKS) return;
}

/** Nearly the largest body that is accepted. */
const BODY = { items: Array.from({ length: 3000 }, (_, i) => ({ [`name ${i}`]: i })) };

describe('No request stalls the event loop for more than 20 ms', { timeout: scaleTimeout(30_000) }, () => {
  const routes = listRoutes(api.http).filter((route) => !/^HEAD|\*$/.test(route));
  // The usual run sends the dearest requests, and a part of the others: nearly all reads answer with little, and nearly all other
  // requests parse the same large body, and refuse it.
  const [dear, cheap] = divide(routes, (route) => route in DEAREST || LARGE.test(route.split(' ')[1] ?? ''));
  const [reads, others] = divide(cheap, (route) => route.startsWith('GET '));
  it.each([...dear, ...selectEveryNth(2, reads), ...selectEveryNth(3, others)])('%s', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const url = DEAREST[route] ?? toUrl(path);
    const body = ['POST', 'PUT', 'PATCH'].includes(method) ? BODY : undefined;
    const stall = await measureStall(async () => {
      const visitor = await api.signedInVisitor(administrator.id);
      if (LARGE.test(path)) await readChunks(url, visitor);
      else await visitor.send(method as Method, url, body);
    }, MAX_STALL_MS);
    expect(stall).toBeLessThanOrEqual(MAX_STALL_MS);
  });

  // Its JSON is parsed in a process of its own, and so is its content, as tests/hostile/mails.test.ts shows: here it is received and
  // handed over, which takes 15 to 80 ms, by machine.
  it('an email of 5 MB', async () => {
    const headers = { authorization: `Basic ${btoa(`inbound:${SECRET}`)}`, 'content-type': 'application/json' };
    const stall = await measureCost(
      (attempt) => {
        const Headers = Array.from({ length: 300_000 }, () => ({ Name: 'a', Value: 'b' }));
        return Readable.from(toChunks(JSON.stringify({ attempt, Headers })));
      },
      async (payload) => {
        const response = await api.http.inject({ method: 'POST', url: '/api/webhooks/postmark', payload, headers });
        expect(response.statusCode).toBe(400);
      },
      { stallMs: MAX_EMAIL_STALL_MS, growthBytes: Number.POSITIVE_INFINITY },
    );
    expect(stall.stallMs).toBeLessThanOrEqual(MAX_EMAIL_STALL_MS);
  });

  // Pages take longer here than in production, because tests run React's development build: the benchmark measures those.
  it('a share image', async () => {
    const places = [
      'los-angeles',
      'irvine',
      'anaheim',
      'san-diego',
      'riverside',
      'ventura',
      'oxnard',
      'fontana',
      'chula-vista',
      'ontario',
      'pomona',
      'torrance',
      'pasadena',
      'escondido',
    ];
    const stall = await measureStall(
      () => api.visitor().get(`/share/city/${places.pop()}/restaurants.png`),
      MAX_STALL_MS,
    );
    expect(stall).toBeLessThanOrEqual(MAX_STALL_MS);
  });
});

const operations = listOperations((await api.get('/api/openapi.json')).body);

/** Texts that take quadratic time where the length is checked after the rest, by what is slow with them. */
const LONG_TEXTS = {
  'regular expressions that skip spaces': `x${' '.repeat(94_000)}x`,
  'regular expressions that skip commas': ','.repeat(94_000),
  'normal forms of Unicode': `a${'\u0327\u0301'.repeat(23_000)}`,
};

describe('No long text stalls the event loop for more than 20 ms', { timeout: scaleTimeout(30_000) }, () => {
  const fields = operations.flatMap((operation) =>
    listTextFields(operation).map((path) => ({ operation, path, name: `${operation.path} ${path.join('.')}` })),
  );
  const [known, others] = divide(fields, ({ path }) => /^(phone|username)$/.test(String(path.at(-1))));
  // Most fields of several routes have the same schema.
  const distinct = [...new Map(others.map((field) => [`${field.path.slice(-2)}`, field])).values()];
  it.each([...known, ...selectEveryNth(4, distinct)])('$name', async ({ operation: { method, path: route }, path }) => {
    for (const [slow, text] of Object.entries(LONG_TEXTS)) {
      const stall = await measureStall(async () => {
        const visitor = await api.signedInVisitor(administrator.id);
        await visitor.send(method, route.replaceAll(/\{.*?\}/g, '5'), toBody(path, text) as object);
      }, MAX_STALL_MS);
      expect(stall, slow).toBeLessThanOrEqual(MAX_STALL_MS);
    }
  });
});

/** Those for which a condition holds, and the others. */
function divide<T>(all: T[], holds: (one: T) => boolean): [T[], T[]] {
  return [all.filter(holds), all.filter((one) => !holds(one))];
}
