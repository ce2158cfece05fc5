import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { distanceKm } from '#server/places/points.ts';
import { IRVINE_STREETS, makeStreet } from '#tests/fixtures/streets.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { writeStreets } from './load-streets.ts';
import { locateAddresses } from './locate-addresses.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await openGazetteer(db);
  const others = [
    makeStreet('Campus Drive', {}),
    makeStreet('N Harbor Blvd', { houses: [[120, 33.8365, -117.9145]] }),
    makeStreet('North Harbor Boulevard', {
      houses: [[100, 33.836, -117.9144]],
      lines: [
        [
          [33.835, -117.9143],
          [33.845, -117.915],
        ],
      ],
    }),
    makeStreet('South Harbor Boulevard', {
      houses: [[120, 33.833, -117.914]],
      lines: [
        [
          [33.835, -117.9143],
          [33.82, -117.9142],
        ],
      ],
    }),
    makeStreet('Campus Drive', { houses: [[4255, 34.05, -118.25]], lines: [] }),
  ];
  await writeStreets(db, 'test', [...IRVINE_STREETS, ...others]);
});

const locate = async (address: string, zip = '92614', city = 'Irvine') =>
  (await locateAddresses({ db, gazetteer }, [{ address, city, zip }]))[0] ?? null;

describe('An address has the point', () => {
  it.each([
    ['of its house', '4255 Campus Dr', 'address', 33.6506, -117.8387],
    [
      'of its house, whatever its unit and the spelling of its street',
      '4255 CAMPUS DRIVE, Ste 250',
      'address',
      33.6506,
      -117.8387,
    ],
    ['of its house on a street that is misspelled', '4255 Campuss Dr', 'address', 33.6506, -117.8387],
    ['of its house, where the city follows the street', '4255 Campus Dr Irvine', 'address', 33.6506, -117.8387],
    ['between the houses of its block', '4277 Campus Dr', 'between', 33.6509, -117.8382],
    ['along the street between houses that are far apart', '3001 Main St', 'along', 33.685, -117.84],
    ['of the end of a street beyond its last house', '4399 Main St', 'along', 33.692, -117.82],
    [
      'of a street without numbers that is nearest to the middle of the ZIP code',
      '1 Alton Pkwy',
      'street',
      33.6845,
      -117.832,
    ],
    ['of a street where it has no number', 'Alton Parkway', 'street', 33.6845, -117.832],
  ])('%s: %s', async (_, address, quality, lat, lng) => {
    const found = await locate(address);
    expect(found?.quality).toBe(quality);
    expect(distanceKm(found as { lat: number; lng: number }, { lat, lng })).toBeLessThan(
      quality === 'street' ? 0.5 : 0.06,
    );
  });

  it.each([
    ['120 N Harbor Blvd', 33.8365],
    ['120 S. Harbor Boulevard', 33.833],
  ])('of its half of a street: %s', async (address, lat) => {
    const found = await locate(address, '92805', 'Anaheim');
    expect(found).toMatchObject({ quality: 'address', lat: expect.closeTo(lat, 3) });
  });

  it('of its city where the ZIP code is unknown or none of ours', async () => {
    expect(await locate('4255 Campus Dr', '')).toMatchObject({ quality: 'address', lat: expect.closeTo(33.6506, 3) });
    expect(await locate('4255 Campus Dr', '90210')).toMatchObject({ lat: expect.closeTo(33.6506, 3) });
  });
});

describe('An address has no point', () => {
  it.each([
    ['of a street that the area has not', '1 Nowhere Ln', '92614', 'Irvine'],
    ['at a post-office box', 'PO Box 4126', '92614', 'Irvine'],
    ['of an area only', 'By appointment only', '92614', 'Irvine'],
    ['without a known ZIP code and city', '4255 Campus Dr', '10001', 'New York'],
    ['of a street far from its ZIP code', '3001 Main St', '92101', 'San Diego'],
  ])('%s', async (_, address, zip, city) => expect(await locate(address, zip, city)).toBeNull());
});

it('A house on a street of another type proves nothing', async () => {
  expect(await locate('4255 Campus Ave')).toMatchObject({ quality: 'along', street: 'Campus Drive' });
});

it('Many addresses take two queries', async () => {
  const addresses = Array.from({ length: 50 }, (_, i) => ({
    address: `${4201 + i} Campus Dr`,
    city: 'Irvine',
    zip: '92614',
  }));
  const found = await locateAddresses({ db, gazetteer }, [...addresses, { address: '', city: '', zip: '' }]);
  expect(found.map((point) => point?.quality ?? null)).toEqual(['address', ...Array(49).fill('between'), null]);
});
