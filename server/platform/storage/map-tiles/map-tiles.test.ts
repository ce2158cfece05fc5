import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { startS3Server } from '#tests/support/servers/s3-server.ts';
import { createStreetTiles } from '#tests/support/street-tiles.ts';
import { openMapTiles } from './map-tiles.ts';

const STREETS = createStreetTiles();
const DATA_DIR = mkdtempSync(join(tmpdir(), 'map-tiles-'));
const writeTiles = (name: string, bytes: Buffer) => writeFileSync(join(DATA_DIR, name), bytes);
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

async function getUrl(env: Record<string, string>) {
  const tiles = await openMapTiles(readEnv({ DATA_DIR, ...env }));
  await tiles.served?.archive.close();
  return tiles.url;
}

describe('MAP_TILES', () => {
  const refuse = async (env: Record<string, string>): Promise<string> => {
    const error = await getUrl(env).then(
      (opened) => `opened ${opened}`,
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(InvalidEnvironment);
    return error.message;
  };

  it.each<[string, Buffer, RegExp]>([
    ['text', Buffer.from('not an archive '.repeat(20)), /is not a PMTiles archive$/],
    ['empty', Buffer.alloc(0), /is not a PMTiles archive$/],
    ['cut', STREETS.subarray(0, STREETS.length - 1), /is incomplete$/],
    ['pictures', Buffer.from(STREETS).fill(2, 99, 100), /has no vector tiles$/],
    ['old', Buffer.from(STREETS).fill(2, 7, 8), /is a PMTiles archive of version 2, not 3$/],
  ])('is refused for what is no whole archive of vector tiles: %s', async (name, bytes, reason) => {
    writeTiles(`${name}.pmtiles`, bytes);
    const message = await refuse({ MAP_TILES: `${name}.pmtiles` });
    expect(message).toMatch(reason);
    expect(message).toMatch(new RegExp(`^MAP_TILES: ${DATA_DIR}/${name}.pmtiles `));
  });

  it('is refused for a file that is not there', async () => {
    expect(await refuse({ MAP_TILES: 'missing.pmtiles' })).toMatch(
      /^MAP_TILES: .*missing\.pmtiles cannot be read: ENOENT/,
    );
    expect(await refuse({ MAP_TILES: 'folder.pmtiles', DATA_DIR: '/dev/null' })).toMatch(/cannot be read/);
  });

  it.each([
    'socal.mbtiles',
    '../socal.pmtiles',
    '..\\socal.pmtiles',
    'maps/socal.pmtiles',
    '.pmtiles',
    '..pmtiles',
    'a\0.pmtiles',
    '//evil.example/socal.pmtiles',
    '/\\evil.example/socal.pmtiles',
    'https://evil.example/socal.pmtiles',
    'https://www.example.com.evil.example/socal.pmtiles',
    'https://user:password@www.example.com/socal.pmtiles',
    'http://www.example.com/socal.pmtiles',
    'file:///etc/socal.pmtiles',
    'pmtiles://https://www.example.com/socal.pmtiles',
    '/tiles/socal.pmtiles?.pmtiles',
    '/tiles/#.pmtiles',
    '/%2e%2e/a b.pmtiles',
  ])('is no other file and no other host: %j', (value) => {
    expect(() => readEnv({ ORIGIN: 'https://www.example.com', MAP_TILES: value })).toThrow(/^MAP_TILES: must /);
  });

  it('may be an address on our origin, which something else serves', async () => {
    const ORIGIN = 'https://www.example.com';
    for (const MAP_TILES of ['/tiles/socal.pmtiles', `${ORIGIN}/tiles/socal.pmtiles`]) {
      expect(await openMapTiles(readEnv({ ORIGIN, MAP_TILES }))).toEqual({ url: '/tiles/socal.pmtiles', served: null });
    }
  });

  it('is by default the archive that the product ships', async () => {
    const { served } = await openMapTiles(readEnv({}));
    expect(served?.archive.size).toBeGreaterThan(10_000_000);
    expect(served?.archive.size).toBeLessThanOrEqual(25_000_000);
    await served?.archive.close();
  });

  it('gives an archive the address of its content', async () => {
    writeTiles('one.pmtiles', STREETS);
    const url = await getUrl({ MAP_TILES: 'one.pmtiles' });
    expect(url).toMatch(/^\/map-tiles\/[\da-f]{12}\.pmtiles$/);
    writeTiles('copy.pmtiles', STREETS);
    expect(await getUrl({ MAP_TILES: 'copy.pmtiles' })).toBe(url);
    writeTiles('copy.pmtiles', createStreetTiles({}));
    expect(await getUrl({ MAP_TILES: 'copy.pmtiles' })).not.toBe(url);
  });

  it('is refused for an object that is not there, and for another bucket', async () => {
    const s3 = await startS3Server();
    onTestFinished(s3.close);
    const object = `${s3.env.S3_ENDPOINT}/${s3.env.S3_BUCKET}/maps/missing.pmtiles`;
    expect(await refuse({ ...s3.env, MAP_TILES: object })).toMatch(
      /^MAP_TILES: maps\/missing\.pmtiles cannot be read: /,
    );
    const elsewhere = object.replace('/pictures/', '/others/');
    expect(() => readEnv({ ...s3.env, MAP_TILES: elsewhere })).toThrow(/^MAP_TILES: must be a file/);
  });
});

it('The command of docs/operations.md cuts out all counties', () => {
  const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const [, box = ''] = /--bbox=([\d.,-]+)/.exec(read('docs/operations.md')) ?? [];
  const [west = 0, south = 0, east = 0, north = 0] = box.split(',').map(Number);
  const counties: { features: GeoJSON.Feature<GeoJSON.Polygon | GeoJSON.MultiPolygon>[] } = JSON.parse(
    read('data/socal_counties.geojson'),
  );
  const points = counties.features.flatMap(({ geometry }) => (geometry.coordinates as number[][][][]).flat(Infinity));
  const lngs = points.filter((_, i) => i % 2 === 0) as number[];
  const lats = points.filter((_, i) => i % 2 === 1) as number[];
  expect(Math.min(...lngs)).toBeGreaterThanOrEqual(west);
  expect(Math.max(...lngs)).toBeLessThanOrEqual(east);
  expect(Math.min(...lats)).toBeGreaterThanOrEqual(south);
  expect(Math.max(...lats)).toBeLessThanOrEqual(north);
  expect(lngs.length).toBeGreaterThan(100);
});
