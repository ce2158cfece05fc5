import { readFileSync } from 'node:fs';
import { createServer, type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CachedResponse, memorySize, sendCachedResponse } from './cached-response.ts';

const text = 'Palm trees and a long beach. '.repeat(200);
const page = new CachedResponse(200, { 'content-type': 'text/html; charset=utf-8' }, text);
const tiny = new CachedResponse(200, { 'content-type': 'text/html' }, 'tiny');
const server = createServer((request, response) =>
  sendCachedResponse(request, response, request.url === '/tiny' ? tiny : page),
);

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

test('a cached response keeps no more memory than its own bytes', async () => {
  const response = new CachedResponse(200, { 'content-type': 'text/html' }, `${text}${Math.random()}`);
  const small = new CachedResponse(200, {}, Buffer.from('a part of a buffer that Node shares'));
  const zipping = createServer((request, reply) => sendCachedResponse(request, reply, response));
  await new Promise<void>((resolve) => zipping.listen(0, '127.0.0.1', resolve));
  await fetch(`http://127.0.0.1:${(zipping.address() as AddressInfo).port}/`, {
    headers: { 'accept-encoding': 'gzip' },
  });
  zipping.close();
  const gzipped = response.representations.get('gzip') as { body: Buffer };
  for (const { body } of [response, small, gzipped]) expect(body.buffer.byteLength).toBe(body.length);
});

test.each(['gzip', 'br'])(
  'the body of a response that nobody keeps is collected without all of the heap, after %s',
  async (coding) => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
    const size = 100_000;
    const count = 30;
    const zipping = createServer((incoming, reply) =>
      sendCachedResponse(incoming, reply, new CachedResponse(200, { 'content-type': 'text/html' }, 'a'.repeat(size))),
    );
    await new Promise<void>((resolve) => zipping.listen(0, '127.0.0.1', resolve));
    const { port } = zipping.address() as AddressInfo;
    // `fetch` would decompress it, which takes memory too.
    const ask = () =>
      new Promise((resolve) => {
        request({ port, headers: { 'accept-encoding': coding } }, (reply) => reply.resume().on('end', resolve)).end();
      });
    await ask();
    gc();
    const { arrayBuffers: before } = process.memoryUsage();
    for (let i = 0; i < count; i++) await ask();
    // What has just survived one is collected by another.
    for (let i = 0; i < 3; i++) gc({ type: 'minor' });
    zipping.close();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan((count * size) / 2);
  },
);

describe('the coding of a response', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip;q=0', undefined],
    ['br;q=0.5', 'br'],
    ['identity', undefined],
    ['', undefined],
  ])('for the Accept-Encoding "%s" is %s', async (accepted, coding) => {
    const { status, headers, body } = await get({ headers: { 'accept-encoding': accepted } });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(coding);
    expect(headers.vary).toBe('accept-encoding');
    expect(Number(headers['content-length'])).toBe(body.length);
    const plain = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
    expect(plain.toString()).toBe(text);
  });

  test('what is tiny is sent as it is', async () => {
    const { headers, body } = await get({ path: '/tiny', headers: { 'accept-encoding': 'br' } });
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.toString()).toBe('tiny');
  });

  test('each coding is counted once it was made', async () => {
    const fresh = new CachedResponse(200, { 'content-type': 'text/html' }, text);
    const before = memorySize(fresh);
    const after = await new Promise<number>((resolve) => {
      const response = { writeHead: () => response, end: () => response };
      fresh.onResize = () => resolve(memorySize(fresh));
      sendCachedResponse({ headers: { 'accept-encoding': 'gzip' } } as never, response as never, fresh);
    });
    expect(after).toBeGreaterThan(before);
  });

  test.each<[what: string, times: number, headers: Record<string, string>]>([
    ['a page', 31, { 'content-type': 'text/html' }],
    ['a file of the build', 2, { 'content-type': 'text/html', 'cache-control': 'public, max-age=86400' }],
  ])('Brotli of %s is made again, smaller, when it has been sent %i times', async (_what, times, headers) => {
    const words = readFileSync(import.meta.filename, 'utf8').repeat(3);
    const popular = new CachedResponse(200, headers, words);
    const sizes: number[] = [];
    const send = () =>
      new Promise<void>((resolve) => {
        const response = {
          writeHead: () => response,
          end: (body: Buffer) => {
            sizes.push(body.length);
            resolve();
          },
        };
        sendCachedResponse({ headers: { 'accept-encoding': 'br' } } as never, response as never, popular);
      });
    for (let i = 0; i < times; i += 1) await send();
    expect(new Set(sizes).size).toBe(1);
    await expect.poll(() => send().then(() => sizes.at(-1))).toBeLessThan(sizes[0] ?? 0);
  });
});

describe('asking again', () => {
  test.each([
    ['the tag', page.etag],
    ['the strong form of it', page.etag.slice(2)],
    ['a list with it', `"other", ${page.etag}`],
    ['anything', '*'],
  ])('with %s brings 304 and no body', async (_name, tag) => {
    const { status, headers, body } = await get({ headers: { 'if-none-match': tag } });
    expect(status).toBe(304);
    expect(headers.etag).toBe(page.etag);
    expect(body).toHaveLength(0);
  });

  test('with another tag returns the response', async () => {
    expect((await get({ headers: { 'if-none-match': 'W/"else"' } })).status).toBe(200);
  });

  test('HEAD has the headers and no body', async () => {
    const { headers, body } = await get({ method: 'HEAD' });
    expect(Number(headers['content-length'])).toBe(text.length);
    expect(body).toHaveLength(0);
  });
});

function get(options: RequestOptions) {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status?: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request({ port, host: '127.0.0.1', ...options }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      );
    })
      .on('error', reject)
      .end();
  });
}
