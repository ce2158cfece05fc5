import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { PbfReader } from 'pbf';
import { afterAll, describe, expect, it } from 'vitest';
import { createStreetTiles, STREETS_BOX } from '#tests/support/street-tiles.ts';
import { buildArchive } from './build-archive.ts';
import { openArchive } from './read-archive.ts';
import { joinLines, simplifyTile } from './simplify-tile.ts';
import { listTiles } from './write-pmtiles.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'street-archive-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

/** Converts the archive and reads the layers of the tile in the middle of the streets. */
async function convert(path: string, maxZoom = 13) {
  const archive = await openArchive(path);
  const bytes = await buildArchive(archive, { maxZoom, box: STREETS_BOX });
  archive.close();
  const output = join(FOLDER, `converted-${Math.random()}.pmtiles`);
  writeFileSync(output, bytes);
  const converted = await openArchive(output);
  const z = converted.maxZoom;
  const [, x = 0, y = 0] = listTiles({ min: z, max: z }, [-117.826, 33.685, -117.826, 33.685])[0] ?? [];
  const tile = new VectorTile(new PbfReader((await converted.getTile(z, x, y)) as Uint8Array));
  const read = (name: string) => {
    const layer = tile.layers[name];
    return Array.from({ length: layer?.length ?? 0 }, (_, i) => layer?.feature(i).properties);
  };
  return { converted, read };
}

describe('An archive of streets', () => {
  it('is made from PMTiles in the schema of Protomaps, up to a zoom', async () => {
    const path = join(FOLDER, 'protomaps.pmtiles');
    writeFileSync(path, createStreetTiles());
    const { converted, read } = await convert(path, 12);
    expect([converted.minZoom, converted.maxZoom]).toEqual([6, 12]);
    expect(read('roads')).toEqual(
      expect.arrayContaining([
        { kind: 'major_road', name: 'Campus Drive' },
        { kind: 'highway', shield_text: '405', network: 'US:I' },
      ]),
    );
    expect(read('places')).toEqual([{ kind: 'neighbourhood', name: 'University Park' }]);
    expect(read('landuse')).toEqual([{ kind: 'park' }]);
    expect(read('buildings')).toEqual([{}]);
  });

  it('is made from MBTiles in the schema of OpenMapTiles', async () => {
    const path = join(FOLDER, 'openmaptiles.mbtiles');
    writeMbtiles(path);
    const { read } = await convert(path);
    expect(read('roads')).toEqual([
      { kind: 'aeroway' },
      { kind: 'highway', is_link: true },
      { kind: 'minor_road', kind_detail: 'service' },
      { kind: 'highway', name: 'San Diego Freeway', shield_text: '405', network: 'US:I' },
    ]);
    expect(read('water')).toEqual([{ kind: 'lake' }]);
    expect(read('landuse')).toEqual([{ kind: 'park' }]);
    expect(read('places')).toEqual([{ kind: 'neighbourhood', name: 'University Park' }]);
    expect(read('boundaries')).toEqual([{ kind: 'region' }]);
  });

  it('is refused for a file that is neither, and one without streets', async () => {
    await expect(openArchive('streets.zip')).rejects.toThrow('must end in .pmtiles or .mbtiles');
    const path = join(FOLDER, 'empty.pmtiles');
    writeFileSync(path, createStreetTiles({}));
    await expect(convert(path)).rejects.toThrow('The archive has no streets in Southern California.');
  });
});

describe('Lines of the same tags', () => {
  const line = (...xs: number[]) => xs.map((x) => ({ x, y: 0 }));
  it.each([
    ['that continue each other, in any order', [line(2, 3), line(0, 1), line(1, 2)], [line(0, 1, 2, 3)]],
    ['in a ring', [line(0, 1), line(1, 2), line(2, 0)], [line(0, 1, 2, 0)]],
    ['that are apart', [line(0, 1), line(5, 6)], [line(0, 1), line(5, 6)]],
    ['that fork', [line(0, 1), line(1, 2), line(1, 3)], [line(0, 1, 2), line(1, 3)]],
    ['twice the same', [line(0, 1), line(0, 1)], [line(0, 1), line(0, 1)]],
  ])('are joined: %s', (_name, lines, expected) => {
    expect(joinLines(lines)).toEqual(expected);
  });

  it('lose points that nobody would see, but in the deepest tiles', () => {
    const roads = [
      {
        type: 2 as const,
        tags: {},
        lines: [
          [
            { x: 0, y: 0 },
            { x: 50, y: 1 },
            { x: 100, y: 0 },
          ],
        ],
      },
    ];
    expect(simplifyTile({ roads }, { isDeepest: false }).roads?.[0]?.geometry).toEqual([
      [
        [0, 0],
        [100, 0],
      ],
    ]);
    expect(simplifyTile({ roads }, { isDeepest: true }).roads?.[0]?.geometry).toEqual([
      [
        [0, 0],
        [50, 1],
        [100, 0],
      ],
    ]);
  });
});

/** Each tile has the same features in the schema of OpenMapTiles. */
function writeMbtiles(path: string) {
  const line = (tags: object) => ({
    type: 2,
    tags,
    geometry: [
      [
        [0, 0],
        [100, 100],
      ],
    ],
  });
  const area = (tags: object) => ({
    type: 3,
    tags,
    geometry: [
      [
        [0, 0],
        [900, 0],
        [900, 900],
        [0, 0],
      ],
    ],
  });
  const point = (tags: object) => ({ type: 1, tags, geometry: [[5, 5]] });
  const layers = {
    transportation: [line({ class: 'motorway', ramp: 1 }), line({ class: 'service' }), line({ class: 'ferry' })],
    transportation_name: [line({ class: 'motorway', name: 'San Diego Freeway', ref: '405', network: 'us-interstate' })],
    aeroway: [line({ class: 'runway' })],
    water: [area({ class: 'lake' })],
    park: [area({ class: 'public_park' })],
    place: [point({ class: 'suburb', name: 'University Park' }), point({ class: 'city', name: 'Irvine' })],
    boundary: [line({ admin_level: 4 }), line({ admin_level: 6 })],
  };
  const tiles = Object.fromEntries(Object.entries(layers).map(([name, features]) => [name, { features }]));
  const bytes = gzipSync(fromGeojsonVt(tiles as never, { version: 2, extent: 4096 }));
  const database = new DatabaseSync(path);
  database.exec(
    'create table metadata (name, value); create table tiles (zoom_level, tile_column, tile_row, tile_data)',
  );
  database.exec("insert into metadata values ('format', 'pbf')");
  const insert = database.prepare('insert into tiles values (?, ?, ?, ?)');
  for (const [z, x, y] of listTiles({ min: 12, max: 13 }, STREETS_BOX)) insert.run(z, x, 2 ** z - 1 - y, bytes);
  database.close();
}
