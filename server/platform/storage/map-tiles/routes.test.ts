import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { PMTiles } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readEnv } from '#server/platform/env/env.ts';
import { createTestApi } from '#tests/support/api.ts';
import type { TestAppOptions } from '#tests/support/app-options.ts';
import { type S3Server, startS3Server } from '#tests/support/servers/s3-server.ts';
import { createStreetTiles, STREETS_BOX } from '#tests/support/street-tiles.ts';
import { openMapTiles } from './map-tiles.ts';

const STREETS = createStreetTiles();
const DATA_DIR = mkdtempSync(join(tmpdir(), 'map-tiles-'));
const writeTiles = (name: string, bytes: Buffer) => writeFileSync(join(DATA_DIR, name), bytes);

let api: Awaited<ReturnType<typeof createTestApi>>;
let url: string;
beforeAll(async () => {
  writeTiles('socal.pmtiles', STREETS);
  api = await createTestApi({ env: { DATA_DIR, MAP_TILES: 'socal.pmtiles' } });
  url = await getUrl({ MAP_TILES: 'socal.pmtiles' });
});
afterAll(async () => {
  await api.close();
  rmSync(DATA_DIR, { recursive: true });
});

async function getUrl(env: TestAppOptions['env']) {
  const tiles = await openMapTiles(readEnv({ DATA_DIR, ...env }));
  await tiles?.served?.archive.close();
  return tiles?.url ?? '';
}

const request = (range?: string, headers: Record<string, string> = {}) =>
  api.http.inject({ url, headers: { ...(range && { range }), ...headers } });

describe('The street tiles', () => {
  it('are read by the client that maps use', async () => {
    const archive = new PMTiles({
      getKey: () => url,
      getBytes: async (start, length) => {
        const { rawPayload, statusCode } = await request(`bytes=${start}-${start + length - 1}`);
        expect(statusCode).toBe(206);
        return { data: new Uint8Array(rawPayload).buffer };
      },
    });
    const { minLon, minLat, maxLon, maxLat } = await archive.getHeader();
    expect([minLon, minLat, maxLon, maxLat]).toEqual(STREETS_BOX);
    const tile = await archive.getZxy(14, 2829, 6562);
    expect(Buffer.from(tile?.data as ArrayBuffer).toString('latin1')).toContain('Campus Drive');
  });

  it.each([
    ['bytes=0-126', 0, 127],
    ['bytes=7-7', 7, 8],
    ['bytes=-5', STREETS.length - 5, STREETS.length],
    ['bytes=100-', 100, STREETS.length],
    ['bytes=0-999999', 0, STREETS.length],
    ['bytes=-999999', 0, STREETS.length],
  ])('are sent in parts: %s', async (range, start, end) => {
    const { statusCode, rawPayload, headers } = await request(range);
    expect(statusCode).toBe(206);
    expect(rawPayload.equals(STREETS.subarray(start, end))).toBe(true);
    expect(headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(end - start),
      'content-range': `bytes ${start}-${end - 1}/${STREETS.length}`,
      'content-type': 'application/vnd.pmtiles',
      etag: expect.stringMatching(/^"[\da-f]{12}\.pmtiles"$/),
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    undefined,
    'bytes=-',
    'bytes=-0',
    'bytes=5-4',
    `bytes=${STREETS.length}-`,
    'bytes=0-1,3-4',
    'bytes=a-b',
    'bytes=-1-2',
    'lines=0-1',
    `bytes=0-${'9'.repeat(400)}`,
  ])('are not sent without a usable range: %s', async (range) => {
    const { statusCode, headers, body } = await request(range);
    expect([statusCode, headers['content-range']]).toEqual([416, `bytes */${STREETS.length}`]);
    expect(JSON.parse(body).message).toBe('Request a part of the file, of at most 4 MB.');
  });

  it('are sent with a condition only where it is met', async () => {
    const { headers } = await request('bytes=0-9');
    expect((await request('bytes=0-9', { 'if-range': String(headers.etag) })).statusCode).toBe(206);
    expect((await request('bytes=0-9', { 'if-range': '"another"' })).statusCode).toBe(416);
  });

  it('have no other address, and are no way to other files', async () => {
    writeTiles('other.pmtiles', STREETS);
    for (const name of [
      'socal.pmtiles',
      'other.pmtiles',
      '0123456789ab.pmtiles',
      '..%2fsocal.pmtiles',
      '%00.pmtiles',
    ]) {
      const { statusCode } = await api.http.inject({ url: `/map-tiles/${name}`, headers: { range: 'bytes=0-9' } });
      expect(statusCode, name).toBe(404);
    }
  });

  it('are at most 4 MB in one response', async () => {
    const large = Buffer.concat([STREETS, Buffer.alloc(5 * 1024 * 1024)]);
    writeTiles('large.pmtiles', large);
    const other = await createTestApi({ env: { DATA_DIR, MAP_TILES: 'large.pmtiles' } });
    onTestFinished(other.close);
    const largeUrl = await getUrl({ MAP_TILES: 'large.pmtiles' });
    const get = (range: string) => other.http.inject({ url: largeUrl, headers: { range } });
    expect((await get(`bytes=0-${4 * 1024 * 1024 - 1}`)).rawPayload).toHaveLength(4 * 1024 * 1024);
    expect((await get(`bytes=0-${4 * 1024 * 1024}`)).statusCode).toBe(416);
    // Many at a time, and ends that leave early, neither block nor close the file.
    await other.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = other.http.server.address() as AddressInfo;
    for (let i = 0; i < 5; i++) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET ${largeUrl} HTTP/1.1\r\nHost: a\r\nRange: bytes=0-4000000\r\n\r\n`);
      await once(socket, 'data');
      socket.destroy();
    }
    const parts = await Promise.all(Array.from({ length: 30 }, (_, i) => get(`bytes=${i}-${i + 99}`)));
    expect(parts.every(({ rawPayload }, i) => rawPayload.equals(large.subarray(i, i + 100)))).toBe(true);
  });

  it('are unavailable once the file was overwritten, and stay when another one takes its place', async () => {
    writeTiles('changing.pmtiles', STREETS);
    const lines: string[] = [];
    const other = await createTestApi({
      env: { DATA_DIR, MAP_TILES: 'changing.pmtiles' },
      log: { write: (line) => void lines.push(line) },
    });
    onTestFinished(other.close);
    const get = () => other.http.inject({ url, headers: { range: 'bytes=0-9' } });
    writeTiles('new.pmtiles', createStreetTiles({}));
    renameSync(join(DATA_DIR, 'changing.pmtiles'), join(DATA_DIR, 'old.pmtiles'));
    renameSync(join(DATA_DIR, 'new.pmtiles'), join(DATA_DIR, 'changing.pmtiles'));
    expect((await get()).rawPayload.equals(STREETS.subarray(0, 10))).toBe(true);
    utimesSync(join(DATA_DIR, 'old.pmtiles'), 1, 1);
    const { statusCode, headers, body } = await get();
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '60', 'private, no-store']);
    expect(body).not.toContain(DATA_DIR);
    expect(lines.join('')).toContain('was changed. Restart the program.');
  });
});

describe('Street tiles in the bucket', () => {
  let s3: S3Server;
  let MAP_TILES: string;
  const put = async (bytes: Buffer) => {
    const client = new S3Client({
      endpoint: s3.env.S3_ENDPOINT,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: s3.env.S3_ACCESS_KEY_ID, secretAccessKey: s3.env.S3_SECRET_ACCESS_KEY },
    });
    await client.send(new PutObjectCommand({ Bucket: s3.env.S3_BUCKET, Key: 'maps/socal.pmtiles', Body: bytes }));
    client.destroy();
  };
  beforeAll(async () => {
    s3 = await startS3Server();
    MAP_TILES = `${s3.env.S3_ENDPOINT}/${s3.env.S3_BUCKET}/maps/socal.pmtiles`;
    await put(STREETS);
  });
  afterAll(() => s3.close());

  it('are sent by our origin like a file, and no longer once they were replaced', async () => {
    const inBucket = await createTestApi({ env: { ...s3.env, MAP_TILES } });
    onTestFinished(inBucket.close);
    const get = () => inBucket.http.inject({ url, headers: { range: 'bytes=5-1004' } });
    const { statusCode, rawPayload, headers } = await get();
    expect([statusCode, headers['content-range']]).toEqual([206, `bytes 5-1004/${STREETS.length}`]);
    expect(rawPayload.equals(STREETS.subarray(5, 1005))).toBe(true);
    await put(createStreetTiles({}));
    expect((await get()).statusCode).toBe(503);
    await put(STREETS);
  });
});
