import type { PlaceRecord, PlaceSchema } from './place-record.ts';

/** The tags that say what a business is, the more telling first. */
const KIND_KEYS = [
  ...['shop', 'amenity', 'healthcare', 'office', 'craft', 'tourism', 'leisure', 'club', 'sport'],
  ...['historic', 'aeroway', 'landuse', 'man_made', 'building'],
];

const ADDRESS_KEYS = ['addr:housenumber', 'addr:street', 'addr:unit', 'addr:city', 'addr:state', 'addr:postcode'];
const CONTACT_KEYS = ['phone', 'contact:phone', 'website', 'contact:website', 'url', 'email', 'contact:email'];

/** Features of OpenStreetMap as `osmium export` writes them: each tag is a property. See https://wiki.openstreetmap.org/wiki/Map_features. */
export const OPENSTREETMAP: PlaceSchema = {
  source: 'OpenStreetMap',
  categories: 'openstreetmap',
  // Recognized by `isOpenStreetMapFeature`, because every tag may be missing.
  signature: [],
  screeningPaths: ['id', '@id', '@type'],
  paths: [
    'id',
    '@id',
    '@type',
    '@timestamp',
    'name',
    'cuisine',
    ...KIND_KEYS,
    ...ADDRESS_KEYS,
    ...CONTACT_KEYS,
    'opening_hours',
  ],
  getId: toElementId,
  screen: (record) => (record.get('name') ? null : { kind: 'no name', text: 'without a name', isOnlyCounted: true }),
  getCategories(record) {
    const codes = KIND_KEYS.flatMap((key) => toCodes(record, key));
    // Bars and cafes have cuisines too, and remain bars and cafes.
    const isRestaurant = /^(restaurant|fast_food|food_court)$/.test(record.get('amenity'));
    const isGym = /^(fitness|sports)_centre$/.test(record.get('leisure'));
    return [...(isRestaurant ? toCodes(record, 'cuisine') : []), ...(isGym ? toCodes(record, 'sport') : []), ...codes];
  },
  toFields: (record) => ({
    name: record.get('name'),
    address: joinAddress(record),
    city: record.get('addr:city'),
    state: record.get('addr:state'),
    zip: record.get('addr:postcode'),
    phone: firstOf(record, ['phone', 'contact:phone']),
    website: firstOf(record, ['website', 'contact:website', 'url']),
    email: firstOf(record, ['email', 'contact:email']),
    hours: record.get('opening_hours'),
    date: record.get('@timestamp'),
  }),
};

/** Whether a feature has tags of OpenStreetMap. */
export const isOpenStreetMapFeature = (properties: Record<string, unknown>): boolean =>
  '@id' in properties || KIND_KEYS.some((key) => typeof properties[key] === 'string');

/** Several values stand in one tag, divided by semicolons. */
const toCodes = (record: PlaceRecord, key: string) =>
  record
    .get(key)
    .split(';')
    .map((value) => value.trim())
    .filter(Boolean)
    .map((value) => `${key}=${value}`);

const firstOf = (record: PlaceRecord, keys: string[]) =>
  keys.map((key) => record.get(key).split(';')[0] ?? '').find(Boolean) ?? '';

function joinAddress(record: PlaceRecord) {
  const [number, street, unit] = ['addr:housenumber', 'addr:street', 'addr:unit'].map((key) => record.get(key));
  if (!street) return '';
  return [number, street, unit && `Unit ${unit}`].filter(Boolean).join(' ');
}

/** 'node/123', from the attributes of the export or its ids: 'n123', 'w123', and areas as 'a246' of a way and 'a247' of a relation. */
function toElementId(record: PlaceRecord) {
  if (record.get('@id')) return `${record.get('@type') || 'node'}/${record.get('@id')}`;
  const id = record.get('id');
  const [, kind = '', digits = ''] = /^([nwra])(\d+)$/.exec(id) ?? [];
  if (!kind) return id;
  if (kind === 'a') return `${BigInt(digits) % 2n ? 'relation' : 'way'}/${BigInt(digits) / 2n}`;
  return `${{ n: 'node', w: 'way', r: 'relation' }[kind]}/${digits}`;
}
