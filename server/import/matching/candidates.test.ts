import { afterAll, expect, it } from 'vitest';
import type { ImportedListing } from '#server/import/listing.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { readMatchKeys } from './candidates.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

it('A row is looked up in all cells around its point, wherever in a cell the point lies', async () => {
  const steps = Array.from({ length: 21 }, (_, n) => n * 0.00025);
  const points = steps.flatMap((north) => steps.map((east) => ({ lat: 33.79 + north, lng: -116.39 + east })));
  const around = [-0.0026, 0, 0.0026].flatMap((north) => [-0.0031, 0, 0.0031].map((east) => ({ north, east })));
  const toRow = (point: { lat: number; lng: number }) =>
    ({ ...point, address: '1 Main St', business_name: 'Vons' }) as ImportedListing;
  const keyed = await readMatchKeys(db, points.map(toRow));
  const others = await readMatchKeys(
    db,
    points.flatMap(({ lat, lng }) => around.map(({ north, east }) => toRow({ lat: lat + north, lng: lng + east }))),
  );
  const missed = keyed.flatMap(({ draft, keys }, n) =>
    others
      .slice(n * around.length, (n + 1) * around.length)
      .filter((other) => !keys.cells.includes(other.keys.cell ?? 0))
      .map((other) => `${draft.lat}, ${draft.lng} misses ${other.draft.lat}, ${other.draft.lng}`),
  );
  expect(missed).toEqual([]);
});
