import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddressSuggestions, LikelyPoint } from '#contract/listing-fields/addresses.ts';
import { writeStreets } from '#server/geocoding/addresses/load-streets.ts';
import { IRVINE_STREETS, makeStreet } from '#tests/fixtures/streets.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(() => api.close());

beforeAll(async () => {
  const others = [
    makeStreet('Campus Drive', {
      houses: [[4255, 34.06, -118.44]],
      lines: [
        [
          [34.06, -118.44],
          [34.061, -118.44],
        ],
      ],
    }),
    makeStreet('Camphor Street', {
      lines: [
        [
          [33.68, -117.83],
          [33.681, -117.83],
        ],
      ],
    }),
  ];
  await writeStreets(api.db, 'test', [...IRVINE_STREETS, ...others]);
});

const suggest = async (q: string, where: Record<string, string> = {}) => {
  const { status, body } = await api.get(`/api/addresses/suggestions?${new URLSearchParams({ q, ...where })}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as AddressSuggestions).map(({ address, city }) => `${address}, ${city}`);
};
const point = async (address: string, zip = '92614', city = 'Irvine'): Promise<LikelyPoint> =>
  (await api.get(`/api/addresses/point?${new URLSearchParams({ address, zip, city })}`)).body;

const IRVINE = '4255 Campus Drive, Irvine';

describe('Suggestions for an address', () => {
  it.each([
    [
      'by the beginning of the street',
      '4255 camp',
      [IRVINE, '4255 Campus Drive, Los Angeles', '4255 Camphor Street, Irvine'],
    ],
    ['by the whole street with the beginning of its type', '4255 campus d', [IRVINE, '4255 Campus Drive, Los Angeles']],
    ['in any spelling', '4255  CAMPUS DR.', [IRVINE, '4255 Campus Drive, Los Angeles']],
    ['by a number that is not known', '12 alton', ['12 Alton Parkway, Irvine']],
  ])('are houses whose number was typed, known ones first: %s', async (_, q, expected) => {
    expect(await suggest(q)).toEqual(expected);
  });

  it('are near the ZIP code or city', async () => {
    expect(await suggest('4255 campus dr', { zip: '92614' })).toEqual([IRVINE]);
    expect(await suggest('4255 campus dr', { city: 'Los Angeles' })).toEqual(['4255 Campus Drive, Los Angeles']);
  });

  it.each(['', '4255', '4255 ca', 'campus', 'PO Box 12', '%', '4255 %%%', '4255 ___', "4255 '; --", '9'.repeat(80)])(
    'are none for %s',
    async (q) => expect(await suggest(q)).toEqual([]),
  );

  it('are refused for more than an address can have', async () => {
    expect((await api.get(`/api/addresses/suggestions?q=${'1'.repeat(101)}`)).status).toBe(400);
  });

  it('are limited for an address of the network', async () => {
    const visitor = api.visitor();
    const statuses = new Set<number>();
    for (let i = 0; i < 620 && !statuses.has(429); i++)
      statuses.add((await visitor.get('/api/addresses/suggestions?q=1')).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});

describe('The likely point of an address', () => {
  it.each([
    ['a known house', '4255 Campus Dr', 'address'],
    ['a house between two', '4277 Campus Dr', 'between'],
    ['a house farther along', '3001 Main St', 'along'],
    ['a street', '1 Alton Pkwy', 'street'],
    ['its ZIP code', '1 Nowhere Ln', 'zip'],
  ])('is that of %s', async (_, address, quality) => {
    const found = await point(address);
    expect(found).toMatchObject({ quality, hasStreet: true, point: { lat: expect.any(Number) } });
  });

  it.each([
    ['a post-office box', 'PO Box 4126'],
    ['an area only', 'Serving all of Orange County'],
    ['nothing', ''],
  ])('is not that of %s', async (_, address) => {
    expect(await point(address)).toEqual({ point: null, quality: null, hasStreet: false });
  });

  it('is unknown without a ZIP code and city of ours', async () => {
    expect(await point('1 Nowhere Ln', '10001', 'New York')).toEqual({ point: null, quality: null, hasStreet: true });
  });
});
