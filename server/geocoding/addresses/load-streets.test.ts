import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { IRVINE_STREETS, makeStreet } from '#tests/fixtures/streets.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { decodeAddresses, encodeAddresses } from './address-file.ts';
import { areStreetsLoaded, loadStreets, writeStreets } from './load-streets.ts';
import type { Street } from './street.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'streets-'));
const { db, drop } = await createTestDatabase('empty');
afterAll(async () => {
  rmSync(FOLDER, { recursive: true });
  await drop();
});
beforeEach(async () => {
  await db.deleteFrom('streets').execute();
  await db.deleteFrom('settings').where('key', '=', 'streets').execute();
});

const KNOWN = `id,name,address,city,zip,lat,lng
a,Vons,4201 CAMPUS DR,Irvine,92614,33.65012,-117.84001
b,Ralphs,4211 CAMPUS DR,Irvine,92614-1234,33.6502,-117.8399
c,No number,Campus Dr,Irvine,92614,33.6502,-117.8399
d,No point,1 Elm St,Irvine,92614,,
e,To half a mile,1 Elm St,Irvine,92614,33.65,-117.84
`;

function writeFiles(streets: Street[], known = KNOWN) {
  writeFileSync(join(FOLDER, 'addresses.bin'), encodeAddresses(streets));
  writeFileSync(join(FOLDER, 'known.csv'), known);
  return {
    addresses: pathToFileURL(join(FOLDER, 'addresses.bin')),
    known: [pathToFileURL(join(FOLDER, 'known.csv'))],
  };
}

const readNames = async () => {
  const rows = await db.selectFrom('streets').select(['id', 'name', 'key']).orderBy('id').execute();
  return rows.map(({ id, name, key }) => `${id} ${name} ${key}`);
};
const LOADED = ['0 Alton Parkway alton', '1 Campus Drive campus', '2 Main Street main', '3 CAMPUS DR campus'];
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => makeStreet(`Elm ${i} Street`, { houses: [[1, 33.6, -117.8]] }));

describe('The table of streets', () => {
  it('has the streets of the file, and those of rows with a number and an exact point', async () => {
    const files = writeFiles(IRVINE_STREETS);
    expect(await areStreetsLoaded(db)).toBe(false);
    expect(await loadStreets(db, files)).toBe(4);
    expect(await readNames()).toEqual(LOADED);
    expect(await areStreetsLoaded(db)).toBe(true);
  });

  it('is loaded once, and again where a file changed', async () => {
    const files = writeFiles(IRVINE_STREETS);
    await loadStreets(db, files);
    expect(await loadStreets(db, files)).toBe(0);
    writeFiles(IRVINE_STREETS.slice(0, 1), KNOWN.replace('Vons', 'Gelson’s'));
    expect(await loadStreets(db, files)).toBe(2);
    expect(await readNames()).toEqual(['0 Campus Drive campus', '1 CAMPUS DR campus']);
  });

  it('goes on where it was interrupted', async () => {
    function* interrupted() {
      yield* many(1500);
      throw new Error('Stopped');
    }
    await expect(writeStreets(db, 'many', interrupted())).rejects.toThrow('Stopped');
    expect(await areStreetsLoaded(db)).toBe(false);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from streets`.execute(db);
    expect(rows).toEqual([{ count: 1000 }]);
    expect(await writeStreets(db, 'many', many(2500))).toBe(1500);
    expect(await writeStreets(db, 'many', many(2500))).toBe(0);
  });

  it('is loaded once by several processes', async () => {
    const files = writeFiles(IRVINE_STREETS);
    const loaded = await Promise.all([loadStreets(db, files), loadStreets(db, files), loadStreets(db, files)]);
    expect(loaded.toSorted()).toEqual([0, 0, 4]);
    expect(await readNames()).toEqual(LOADED);
  });
});

describe('The file of addresses', () => {
  it('has what was written, by name', () => {
    const streets = [...IRVINE_STREETS, { ...makeStreet('Campus Drive', { houses: [[7, 34, -118]] }), estimates: [] }];
    const estimated = streets.map((street) => ({ ...street, estimates: street.houses.slice(0, 1) }));
    const decoded = [...decodeAddresses(encodeAddresses(estimated))];
    expect(decoded).toEqual(estimated.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)));
  });

  it('is refused where it is none, or cut off', () => {
    const file = encodeAddresses(IRVINE_STREETS);
    expect(() => [...decodeAddresses(Buffer.from('PMTiles'))]).toThrow('This is no file of addresses.');
    expect(() => [...decodeAddresses(file.subarray(0, file.length - 20))]).toThrow();
  });
});
