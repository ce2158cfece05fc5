import { expect, it } from 'vitest';
import { readImportRows } from '#tests/support/import/read-import-rows.ts';

const toFeature = (properties: object, more: object = {}) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-117.83, 33.68] },
  properties,
  ...more,
});
const TAGS = {
  ...{ name: 'Café "Ñandú" {1}', amenity: 'cafe', cuisine: 'american', opening_hours: 'Mo-Fr 07:00-15:00' },
  ...{ 'addr:housenumber': '100', 'addr:street': 'Main St', 'addr:unit': 'B', 'addr:city': 'Irvine' },
  ...{ 'addr:postcode': '92614', 'contact:phone': '+1 949 555 0100;+1 949 555 0101', website: 'https://n.example' },
};
const features = [toFeature(TAGS, { id: 'n12' }), toFeature({ ...TAGS, name: 'Two' }, { id: 'a246' })];
const asSequence = features.map((feature) => `${JSON.stringify(feature)}\n`).join('');

it.each([
  ['one feature on each line', asSequence],
  ['record separators', features.map((feature) => `\u001e${JSON.stringify(feature, null, 1)}\n`).join('')],
  ['a byte order mark', `\ufeff${asSequence}`],
  ['a collection', JSON.stringify({ type: 'FeatureCollection', name: 'x', crs: { a: '[]' }, features })],
  ['a collection on many lines', JSON.stringify({ features, type: 'FeatureCollection' }, null, 2)],
  ['an array', JSON.stringify(features)],
])('%s: features of OpenStreetMap become rows', async (_, content) => {
  const { rows, format } = await readImportRows(content);
  expect(format).toBe('GeoJSON, OpenStreetMap');
  expect(rows).toMatchObject([
    {
      line: 1,
      rejection: null,
      fields: {
        ...{ id: 'node/12', name: 'Café "Ñandú" {1}', category: 'coffee-tea', category_raw: 'amenity=cafe' },
        ...{ address: '100 Main St Unit B', city: 'Irvine', zip: '92614', phone: '+1 949 555 0100;+1 949 555 0101' },
        ...{ website: 'https://n.example', hours: 'Mo-Fr 07:00-15:00', source: 'OpenStreetMap', lng: '-117.83' },
      },
    },
    { line: 2, fields: { id: 'way/123', name: 'Two' } },
  ]);
});

it.each([
  ['a cuisine of a restaurant', { amenity: 'restaurant', cuisine: 'regional_unknown;sushi' }, 'japanese-restaurants'],
  ['an unknown cuisine', { amenity: 'restaurant', cuisine: 'klingon' }, 'restaurants'],
  ['a cuisine of a bar', { amenity: 'bar', cuisine: 'burger' }, 'bars'],
  ['a sport of a gym', { leisure: 'fitness_centre', sport: 'yoga' }, 'yoga-pilates'],
  ['a shop before a building', { building: 'yes', shop: 'hairdresser' }, 'hair-salons'],
  ['nothing known', { shop: 'klingon' }, ''],
])('The category of %s', async (_, tags, category) => {
  const { fields } = await readImportRows(JSON.stringify(toFeature({ name: 'X', ...tags })));
  expect(fields[0]?.category).toBe(category);
});

it('what is elsewhere, has no name or is no business is only counted', async () => {
  const elsewhere = { geometry: { type: 'Point', coordinates: [-115.14, 36.17] } };
  const content = [
    ...[toFeature(TAGS, elsewhere), toFeature({ ...TAGS, name: undefined }), toFeature(TAGS, { geometry: null })],
    ...[toFeature({ name: 'A bench', amenity: 'bench' }), toFeature(TAGS)],
  ];
  const { rejections } = await readImportRows(content.map((feature) => JSON.stringify(feature)).join('\n'));
  // Without a point its address says where it is.
  expect(rejections).toEqual(['outside', 'no name', null, 'no business', null]);
});

it('swapped coordinates are outside, and inside once they are swapped', async () => {
  const content = JSON.stringify(toFeature(TAGS, { geometry: { type: 'Point', coordinates: [33.68, -117.83] } }));
  expect((await readImportRows(content)).rows).toMatchObject([
    { rejection: { kind: 'outside', hasSwappedPoint: true } },
  ]);
  const { rows } = await readImportRows(content, { swapPoints: true });
  expect(rows).toMatchObject([{ rejection: null, fields: { lat: '33.68', lng: '-117.83' } }]);
});

it('an area is at the middle of its box', async () => {
  const ring = [
    [-117.84, 33.6],
    [-117.82, 33.6],
    [-117.82, 33.7],
    [-117.84, 33.7],
    [-117.84, 33.6],
  ];
  const { fields } = await readImportRows(
    JSON.stringify(toFeature(TAGS, { geometry: { type: 'MultiPolygon', coordinates: [[ring]] } })),
  );
  expect([Number(fields[0]?.lat), Number(fields[0]?.lng)]).toEqual([
    expect.closeTo(33.65, 6),
    expect.closeTo(-117.83, 6),
  ]);
});

it('places of Overture Maps and Foursquare are read as in their tables', async () => {
  const overture = toFeature({
    ...{ id: '08f', names: { primary: 'Joe' }, taxonomy: { primary: 'plumbing', hierarchy: ['plumbing'] } },
    ...{ confidence: 0.8, phones: ['+19495550100'], addresses: [{ freeform: '1 Main St', postcode: '92614' }] },
  });
  const foursquare = toFeature({ fsq_place_id: '4b', name: 'Ann', fsq_category_labels: ['Retail > Florist'] });
  const first = await readImportRows(`${JSON.stringify(overture)}\n`);
  expect(first.format).toBe('GeoJSON, Overture Maps');
  expect(first.fields).toMatchObject([
    { id: '08f', name: 'Joe', category: 'plumbers', address: '1 Main St', zip: '92614', phone: '+19495550100' },
  ]);
  const second = await readImportRows(JSON.stringify(foursquare));
  expect(second.fields).toMatchObject([{ id: '4b', name: 'Ann', category: 'florists' }]);
});

it.each([
  ['within a feature', asSequence.slice(0, -30)],
  ['within a collection', JSON.stringify({ type: 'FeatureCollection', features: [features[0]] }).slice(0, -2)],
])('A file that was cut off %s says so in its last row', async (_, content) => {
  const { rejections } = await readImportRows(content);
  expect(rejections).toEqual([null, 'cut off']);
});

it('what is no feature is reported', async () => {
  const { rows } = await readImportRows(`${JSON.stringify(features[0])}\n{"type":"Feature"}\n{broken}\n`);
  expect(rows.map(({ rejection }) => rejection)).toEqual([
    null,
    ...[2, 3].map(() => ({ kind: 'JSON', text: 'no feature of GeoJSON' })),
  ]);
});

it.each([
  [
    'of other properties',
    JSON.stringify(toFeature({ a: 1, b: 2 })),
    /nor tags of OpenStreetMap\. Its properties: a, b$/,
  ],
  ['without features', '[]', /has no features of GeoJSON\.$/],
])('A file %s is refused', async (_, content, message) => {
  await expect(readImportRows(content)).rejects.toThrow(message);
});
