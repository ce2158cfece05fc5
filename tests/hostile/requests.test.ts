import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '#server/platform/env/env.ts';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { loadBuild } from '#server/platform/page-cache/web-build.ts';
import { type App, createApp } from '#server/site/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { selectEveryNth } from '#tests/support/long-run.ts';

// Requests are written to a socket unchanged, because a client library would correct most of them.
const PATH_PREFIXES = [
  '/',
  '/city/',
  '/city/irvine/',
  '/county/',
  '/zip/',
  '/category/',
  '/ads/',
  '/blog/',
  '/share/',
  '/share/ads/',
  '/sitemap-',
  '/api/ads/',
  '/api/zip/',
  '/api/city/',
  '/api/city/irvine/category/',
  '/api/category/',
  '/api/location/',
];
const HOSTILE_SUFFIXES = [
  '%00',
  '%ff%fe',
  '%c0%af',
  '%zz',
  '%',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '../../../etc/passwd',
  '..\\..\\windows',
  '....//....//',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString/valueOf',
  "' or 1=1--",
  "'; drop table listings; --",
  '%27%20or%201=1',
  '<script>alert(1)</script>',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '{{7*7}}',
  '$%7B7*7%7D',
  '%0d%0aSet-Cookie:%20a=b',
  '%0aX:%20y',
  '%E2%80%AE',
  '%F0%9F%8C%B4',
  '9'.repeat(400),
  '-1',
  '0',
  '1e309',
  'NaN',
  'Infinity',
  '0x10',
  '1.5',
  '9007199254740993',
  '99999999999999999999',
  '?cursor=%00',
  '?cursor=__proto__',
  '?cursor=MTIz',
  `?cursor=${'A'.repeat(60)}`,
  `?cursor=${Buffer.from('999999999999999.9999999999999999').toString('base64url')}`,
  `?cursor=${Buffer.from('-1.-1').toString('base64url')}`,
  `?cursor=${Buffer.from('8640000000000001.1').toString('base64url')}`,
  `?cursor=${encodeCursor({ at: new Date(8.64e15), id: 1 })}`,
  `?cursor=${encodeCursor({ at: new Date(1), id: Number.MAX_SAFE_INTEGER })}`,
  `?cursor=${encodeCursor({ id: Number.MAX_SAFE_INTEGER })}`,
  '?limit=0',
  '?limit=-1',
  '?limit=1e9',
  '?limit[]=1',
  '?limit=1&limit=2',
  '?featured=maybe',
  '?__proto__[x]=1',
  '?a[b][c][d]=1',
  `?${'a=1&'.repeat(2000)}`,
  'a'.repeat(8000),
  '/'.repeat(2000),
  '%2f'.repeat(600),
  'a/'.repeat(500),
  '#fragment',
  ';jsessionid=1',
  'index.php',
  '.env',
  '.git/config',
  'wp-login.php',
  '*',
];
const HOSTILE_HEADERS = [
  'accept-encoding: br;q=0, gzip;q=0, identity;q=0',
  `accept-encoding: ${'gzip,'.repeat(1000)}`,
  'accept-encoding: \t,,,;;;q=',
  'if-none-match: "',
  `if-none-match: ${'W/"x",'.repeat(1000)}`,
  'if-modified-since: never',
  'range: bytes=0-0,-1,5-',
  'accept: nothing/at-all',
  'content-type: application/json',
  'content-length: 0',
  'cookie: =;=;;=__proto__',
  `cookie: ${'a=b; '.repeat(1500)}`,
  'x-forwarded-for: 1.2.3.4, evil',
  'x-forwarded-host: evil.example',
  'x-original-url: /admin',
  'x-http-method-override: DELETE',
  'origin: null',
  'referer: javascript:alert(1)',
  'accept-language: \u00e9',
  'transfer-encoding: identity',
  'expect: 100-continue',
  'upgrade: websocket',
  'te: trailers',
  `x-long: ${'x'.repeat(100_000)}`,
];
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'HEAD', 'BREW'];

let database: TestDatabase;
let app: App;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const web = await loadBuild(resolve(import.meta.dirname, '../../dist'));
  app = await createApp({ env: readEnv({ LOG_LEVEL: 'silent', GEOCODER_URL: '' }), db: database.db, web });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  port = (app.http.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.http.close();
  await database.drop();
});

const pathRequests = PATH_PREFIXES.flatMap((place) =>
  HOSTILE_SUFFIXES.map((nasty) => `GET ${place}${nasty} HTTP/1.1\r\nhost: x`),
);
const headerRequests = PATH_PREFIXES.flatMap((place) =>
  HOSTILE_HEADERS.map((header) => `GET ${place}irvine HTTP/1.1\r\nhost: x\r\n${header}`),
);
const methodRequests = PATH_PREFIXES.flatMap((place) =>
  METHODS.map((method) => `${method} ${place}1 HTTP/1.1\r\nhost: x`),
);
const malformedRequests = [
  'GET http://evil.example/ HTTP/1.1\r\nhost: x',
  'GET //evil.example/ HTTP/1.1\r\nhost: x',
  'GET /\\evil.example/ HTTP/1.1\r\nhost: x',
  'GET \\\\evil.example HTTP/1.1\r\nhost: x',
  'GET * HTTP/1.1\r\nhost: x',
  'GET / HTTP/1.1',
  'GET / HTTP/1.1\r\nhost: a\r\nhost: b',
  'GET / HTTP/9.9\r\nhost: x',
  'GET  /  HTTP/1.1\r\nhost: x',
  'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked',
  `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: x`,
  '\u0000\u0001\u0002',
];

const allRequests = [...pathRequests, ...headerRequests, ...methodRequests, ...malformedRequests];
/** The usual run sends a sixth of them, another one for each seed. */
const requests = selectEveryNth(6, allRequests);

test(`${requests.length} hostile requests are answered without a server error`, async () => {
  expect(requests.length).toBeGreaterThan(250);
  const failed: string[] = [];
  for (let i = 0; i < requests.length; i += 20) {
    const responses = await Promise.all(requests.slice(i, i + 20).map(sendRaw));
    for (const [j, response] of responses.entries()) {
      const status = Number(response.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').match(/^HTTP\/1\.1 (\d{3})/)?.[1]);
      const [head = '', body = ''] = response.split('\r\n\r\n', 2);
      const leaks = /at \w+ \(|node_modules|server\/\w+\.ts|select .* from/i.test(body.slice(0, 3000));
      const leadsOff = /^location: (?!\/(?![/\\]))/im.test(head);
      const splits = /^(set-cookie|x): /im.test(head);
      if (!(status >= 200 && status < 500) || leaks || leadsOff || splits)
        failed.push(`${requests[i + j]?.slice(0, 120)} → ${response.slice(0, 200)}`);
    }
  }
  expect(failed).toEqual([]);
});

test.each([
  [
    'two lengths of a body',
    'POST /api/contact HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked',
    400,
  ],
  ['TRACE', 'TRACE /api/user HTTP/1.1\r\nhost: x\r\ncookie: session=x\r\nsec-fetch-site: same-origin', 404],
  ['a parameter twice', 'GET /api/ads/recent?limit=1&limit=2 HTTP/1.1\r\nhost: x', 400],
])('%s is refused', async (_what, head, status) => {
  const response = await sendRaw(head);
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(response).not.toContain('session=x');
});

test('afterwards the site still responds, and has cached none of the requested pages', async () => {
  expect(await sendRaw('GET /healthz HTTP/1.1\r\nhost: x')).toMatch(/^HTTP\/1\.1 200/);
  expect(await sendRaw('GET /city/irvine HTTP/1.1\r\nhost: x')).toMatch(/^HTTP\/1\.1 200/);
});

/** Sends a raw request head and reads the first 20 kB of the response. */
function sendRaw(head: string): Promise<string> {
  return new Promise((done, fail) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\nconnection: close\r\n\r\n`, 'latin1'));
    socket.setTimeout(20_000, () => socket.destroy(new Error(`No answer to ${head.slice(0, 100)}`)));
    socket.on('data', (part) => {
      if (response.length < 20_000) response += part.toString('latin1');
    });
    // The connection may be closed while a refused request is still being sent.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      response
        ? done(response)
        : error.code === 'ECONNRESET' || error.code === 'EPIPE'
          ? done('HTTP/1.1 400 cut off')
          : fail(error),
    );
    socket.on('close', () => done(response));
  });
}
