import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openArchive } from '#scripts/street-archive/read-archive.ts';
import { fromGrid, toGrid } from '#server/geocoding/addresses/grid.ts';
import { makeStreet } from '#tests/fixtures/streets.ts';
import { createStreetTiles, STREETS_BOX } from '#tests/support/street-tiles.ts';
import { withEstimates } from './estimate-numbers.ts';
import { readHouses } from './read-houses.ts';
import { readStreets } from './read-streets.ts';
import { splitStreets } from './split-streets.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'address-data-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

describe('Houses', () => {
  it('are read by street, without rows that have no number, street or point', async () => {
    const path = join(FOLDER, 'houses.csv.gz');
    const rows = [
      '12B,Elm Street,33.6,-117.8',
      '39-000,Elm Street,33.7,-117.8',
      'A,Elm Street,33.6,-117.8',
      '1,,33.6,-117.8',
    ];
    writeFileSync(path, gzipSync(['number,street,lat,lng', ...rows, '7,Elm Street,x,-117.8'].join('\n')));
    expect([...(await readHouses(path))]).toEqual([
      [
        'Elm Street',
        [
          { number: 12, point: toGrid({ lat: 33.6, lng: -117.8 }) },
          { number: 39_000, point: toGrid({ lat: 33.7, lng: -117.8 }) },
        ],
      ],
    ]);
  });
});

describe('The lines of streets', () => {
  it('are those of the deepest tiles, by name', async () => {
    const path = join(FOLDER, 'streets.pmtiles');
    writeFileSync(path, createStreetTiles());
    const archive = await openArchive(path);
    const streets = await readStreets(archive, STREETS_BOX);
    expect([...streets.keys()]).toContain('Campus Drive');
    const [west, south, east, north] = STREETS_BOX;
    for (const point of [...streets.values()].flat(2)) {
      const { lat, lng } = fromGrid(point);
      expect(lat > south - 0.1 && lat < north + 0.1 && lng > west - 0.1 && lng < east + 0.1).toBe(true);
    }
  });

  it('are joined where tiles cut them, and a second roadway is left out', () => {
    const parts = [
      [33.6, 33.61],
      [33.61, 33.62],
    ].map(([from = 0, to = 0]): [number, number][] => [
      [from, -117.8],
      [to, -117.8],
    ]);
    const roadway: [number, number][] = [
      [33.62, -117.8002],
      [33.6, -117.8002],
    ];
    const { lines } = makeStreet('Elm Street', { lines: [...parts, roadway] });
    const [street, ...others] = splitStreets('Elm Street', [], lines);
    expect(others).toEqual([]);
    expect(street?.lines).toHaveLength(1);
    expect(new Set(street?.lines[0]?.map(([, y]) => y))).toEqual(new Set([40_000, 40_250, 40_500]));
  });

  it('are streets of their own where they lie apart', () => {
    const { houses } = makeStreet('Elm Street', {
      houses: [
        [1, 33.6, -117.8],
        [3, 33.6005, -117.8],
        [1, 34.1, -118.2],
      ],
    });
    const counts = splitStreets('Elm Street', houses, []).map((street) => street.houses.map(({ number }) => number));
    expect(counts.toSorted((a, b) => b.length - a.length)).toEqual([[1, 3], [1]]);
  });
});

describe('A street without numbers', () => {
  const along = (lng: number, houses: boolean) =>
    makeStreet(`Street ${lng}`, {
      lines: [
        [
          [33.6, lng],
          [33.62, lng],
        ],
      ],
      houses: houses ? Array.from({ length: 21 }, (_, i) => [1000 + 100 * i, 33.6 + i / 1000, lng + 0.0001]) : [],
    });
  const estimatesOf = (...neighbors: ReturnType<typeof makeStreet>[]) =>
    withEstimates([along(-117.8, false), ...neighbors], [])[0]?.estimates ?? [];

  it('has those of the parallel streets on both sides', () => {
    const estimates = estimatesOf(along(-117.804, true), along(-117.796, true));
    expect(estimates.length).toBeGreaterThan(5);
    for (const { number, point } of estimates) {
      expect(Math.abs(number - (1000 + (fromGrid(point).lat - 33.6) * 100_000))).toBeLessThan(60);
    }
  });

  it('has none by a single street, by streets that contradict each other, and by crossing ones', () => {
    const reversed = along(-117.796, true);
    reversed.houses = reversed.houses.map(({ number, point }) => ({ number: 9000 - number, point }));
    expect(estimatesOf(along(-117.804, true))).toEqual([]);
    expect(estimatesOf(along(-117.804, true), reversed)).toEqual([]);
    const crossing = [33.605, 33.615].map((lat) =>
      makeStreet(`Avenue ${lat}`, {
        lines: [
          [
            [lat, -117.81],
            [lat, -117.79],
          ],
        ],
        houses: Array.from({ length: 11 }, (_, i) => [100 * i + 1, lat, -117.81 + i / 500]),
      }),
    );
    expect(estimatesOf(...crossing)).toEqual([]);
  });
});
