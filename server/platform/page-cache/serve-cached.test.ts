import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLoadLimit } from '#server/platform/http/load-limit.ts';
import { createServer } from '#server/platform/http/server.ts';
import { createApiReader, serveCached } from './cache-plugin.ts';
import { CachedResponse } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'public, no-cache',
  'x-content-type-options': 'nosniff',
};
const page = new CachedResponse(200, HTML, `<h1>Irvine</h1>${'<p>Bakery</p>'.repeat(500)}`, {
  surrogateKeys: ['city:irvine'],
});
const list = new CachedResponse(200, { ...HTML, 'content-type': 'application/json; charset=utf-8' }, '[]');
const script = new CachedResponse(
  200,
  { ...HTML, 'content-type': 'text/javascript; charset=utf-8' },
  'go();'.repeat(500),
);
// Node.js refuses to write it.
const broken = new CachedResponse(200, { ...HTML, 'x-broken': '\u2028' }, '');

const caches = {
  pages: createResponseCache(1e6),
  api: createResponseCache(1e6),
  searches: createResponseCache(0),
};
caches.pages.set('/city/irvine', page, 0);
caches.pages.set('/broken', broken, 0);
caches.api.set('/api/ads/recent', list, 0);
caches.api.set('/sitemap.xml', list, 0);

let pageRequests: (string | undefined)[] = [];
let counted: unknown[] = [];

function createApp() {
  const app = createServer({ LOG_LEVEL: 'silent', TRUSTED_PROXIES: [], ORIGIN: 'https://socal-local.example' });
  const files = new Map([['/assets/a.js', script]]);
  const loadLimit = createLoadLimit({ readsAtOnce: 10, refuse: (_request, response) => response.destroy() });
  serveCached(app, {
    caches,
    files,
    loadLimit,
    onPage: (agent) => pageRequests.push(agent),
    onHit: (...hit) => counted.push(hit),
    onMiss: ({ method, url }) => counted.push([method, url]),
  });
  const slow = { begun: Promise.withResolvers<void>(), end: Promise.withResolvers<string>() };
  app.get('/slow', () => {
    slow.begun.resolve();
    return slow.end.promise;
  });
  app.post('/city/irvine', async ({ body }) => ({ body }));
  return { app, slow };
}

const http = createApp().app;
/** The same program without the part that answers before Fastify. */
const fastifyAlone = createHttpServer((request, response) => http.routing(request, response));
let addresses: { before: AddressInfo; alone: AddressInfo };

beforeAll(async () => {
  await http.listen({ host: '127.0.0.1', port: 0 });
  for (const listener of http.server.listeners('clientError')) fastifyAlone.on('clientError', listener as () => void);
  fastifyAlone.keepAliveTimeout = http.server.keepAliveTimeout;
  await once(fastifyAlone.listen(0, '127.0.0.1'), 'listening');
  addresses = { before: http.server.address() as AddressInfo, alone: fastifyAlone.address() as AddressInfo };
});
afterAll(async () => {
  fastifyAlone.close();
  await http.close();
});

/** Sends bytes on a new connection, and returns all that comes back until it ends. */
async function exchange({ port }: AddressInfo, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const received = receiveAll(socket);
  socket.write(bytes, 'latin1');
  return (await received).replace(/^Date: .*$/gm, 'Date: now');
}

/** What comes until the server ends the connection. */
async function receiveAll(socket: Socket): Promise<string> {
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  await once(socket, 'end');
  socket.end();
  return received;
}

const ask = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n');
const irvine = (...headers: string[]) => ask('GET /city/irvine', ...headers);

const REQUESTS: Record<string, string> = {
  'a page': irvine(),
  'its headers alone': ask('HEAD /city/irvine'),
  'in gzip': irvine('Accept-Encoding: gzip'),
  'in Brotli': irvine('Accept-Encoding: gzip, deflate, br, zstd'),
  'in no refused coding': irvine('Accept-Encoding: br;q=0, gzip;q=0.0'),
  'in an unknown coding': irvine('Accept-Encoding: \xff\xfe, compress'),
  'the headers of gzip': ask('HEAD /city/irvine', 'Accept-Encoding: gzip'),
  'what the browser has': irvine(`If-None-Match: ${page.etag}`),
  'what it has among others': irvine(`If-None-Match: "old", ${page.etag.slice(2)}`, 'Accept-Encoding: br'),
  'anything it has': irvine('If-None-Match: *'),
  'the headers of what it has': ask('HEAD /city/irvine', `If-None-Match: ${page.etag}`),
  'what it has in another version': irvine('If-None-Match: "old"'),
  'a visitor who is signed in': irvine('Cookie: session=abc; signed-in=1', 'Authorization: Bearer x'),
  'a client of a proxy': irvine(
    'X-Forwarded-For: 203.0.113.9',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Host: evil.example',
  ),
  'part of a page': irvine('Range: bytes=0-10'),
  'a page with a body': `${ask('GET /city/irvine', 'Content-Length: 4')}body`,
  'the expectation of 100': `${ask('GET /city/irvine', 'Content-Length: 4', 'Expect: 100-continue')}body`,
  'an old protocol': 'GET /city/irvine HTTP/1.0\r\n\r\n',
  'two pages in one connection': irvine().replace('Connection: close', 'Connection: keep-alive') + irvine(),
  'a query': ask('GET /city/irvine?utm_source=x'),
  'an empty query': ask('GET /city/irvine?'),
  'another spelling': ask('GET /city/%69rvine'),
  'a slash more': ask('GET //city/irvine'),
  'an absolute address': ask('GET http://evil.example/city/irvine'),
  'odd bytes': ask('GET /city/irvine\xff'),
  'a malformed encoding': ask('GET /%zz'),
  'a form': `${ask('POST /city/irvine', 'Content-Type: application/json', 'Content-Length: 2')}{}`,
  options: ask('OPTIONS /city/irvine'),
  'a method that does not exist': ask('BREW /city/irvine'),
  'no host': 'GET /city/irvine HTTP/1.1\r\nConnection: close\r\n\r\n',
  'the API': ask('GET /api/ads/recent', 'Accept-Encoding: br'),
  'a sitemap': ask('GET /sitemap.xml'),
  'a file of the build': ask('GET /assets/a.js', 'Accept-Encoding: br'),
  'what nobody has': ask('GET /nothing'),
};

describe('An answer from memory', () => {
  it.each(Object.entries(REQUESTS))('to %s is the same, byte for byte, as through Fastify', async (_name, request) => {
    pageRequests = [];
    const alone = await exchange(addresses.alone, request);
    const countedAlone = pageRequests;
    pageRequests = [];
    expect(await exchange(addresses.before, request)).toBe(alone);
    expect(pageRequests).toEqual(countedAlone);
    expect(alone).toMatch(/^HTTP\/1\.1 \d{3} /);
  });

  it.each([
    ['a page', ['pages', '/city/irvine', 200]],
    ['what the browser has', ['pages', '/city/irvine', 304]],
    ['the API', ['api', '/api/ads/recent', 200]],
    ['a sitemap', ['api', '/sitemap.xml', 200]],
    ['a file of the build', ['files', '/assets/a.js', 200]],
    ['what nobody has', ['GET', '/nothing']],
    ['a form', ['POST', '/city/irvine']],
  ])('to %s is counted once', async (name, expected) => {
    counted = [];
    await exchange(addresses.before, REQUESTS[name] as string);
    expect(counted).toEqual([expected]);
  });

  it('that cannot be written is an error of Fastify, and the program goes on', async () => {
    expect(await exchange(addresses.before, ask('GET /broken'))).toMatch(/^HTTP\/1\.1 500 /);
    expect(await exchange(addresses.before, irvine())).toContain('<h1>Irvine</h1>');
  });

  it('ends the connection while the program stops', async () => {
    const { app, slow } = createApp();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const connected = once(app.server, 'connection');
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
    const [accepted]: Socket[] = await connected;
    const open = (line: string) => ask(line).replace('Connection: close', 'Connection: keep-alive');
    const [first, second] = [open('GET /slow'), open('GET /city/irvine')];
    socket.write(first);
    await slow.begun.promise;
    const closed = app.close();
    await new Promise(setImmediate);
    const received = receiveAll(socket);
    // A connection on which a request has begun is not idle, and so not closed.
    const begun = second.slice(0, 10);
    socket.write(begun);
    await expect.poll(() => accepted?.bytesRead).toBe(first.length + begun.length);
    const answered = once(socket, 'data');
    slow.end.resolve('slow');
    await answered;
    socket.write(second.slice(10));
    const [, answer] = (await received).split(/(?=HTTP\/1\.1)/);
    expect(answer).toMatch(/^connection: close/im);
    expect(answer).toContain('<h1>Irvine</h1>');
    await closed;
  });
});

it('Pages that are rendered while the program stops can read the API', async () => {
  const app = createServer({ LOG_LEVEL: 'silent', TRUSTED_PROXIES: ['127.0.0.1'], ORIGIN: 'http://localhost' });
  app.get('/api/first', async () => ({ first: 1 }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const readApiResponse = createApiReader(app, {
    pages: createResponseCache(0),
    api: createResponseCache(0),
    searches: createResponseCache(0),
  });
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  const { status, body } = await readApiResponse('/api/first');
  expect([status, JSON.parse(body.toString())]).toEqual([200, { first: 1 }]);
  await closed;
});
