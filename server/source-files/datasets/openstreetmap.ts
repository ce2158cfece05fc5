import type { RowNote } from '#server/source-files/rows.ts';
import { splitFullAddress } from './full-address.ts';
import { CLOSED, NO_NAME, PLANNED, type PlaceRecord, type PlaceSchema } from './place-record.ts';

/** The tags that say what a business is, the more telling first. */
const KIND_KEYS = [
  ...['shop', 'amenity', 'healthcare', 'office', 'craft', 'tourism', 'leisure', 'club', 'sport'],
  ...['historic', 'aeroway', 'landuse', 'man_made', 'building'],
];

/** Features of OpenStreetMap as `osmium export` writes them: each tag is a property. See https://wiki.openstreetmap.org/wiki/Map_features. */
export const OPENSTREETMAP: PlaceSchema = {
  source: 'OpenStreetMap',
  categories: 'openstreetmap',
  // Recognized by `isOpenStreetMapFeature`, because every tag may be missing.
  signature: [],
  // Only tables have columns that are read one by one.
  screeningPaths: [],
  paths: [],
  hasMostlyOthers: true,
  getId: toElementId,
  getName: (record) => record.get('name'),
  screen(record) {
    const lifecycle = findLifecycle(record);
    if (record.get('name')) return lifecycle;
    return lifecycle ? { ...lifecycle, isOnlyCounted: true } : NO_NAME;
  },
  getCategories(record) {
    const codes = KIND_KEYS.flatMap((key) => toCodes(record, key));
    // Bars and cafes have cuisines too, and remain bars and cafes.
    const isRestaurant = /^(restaurant|fast_food|food_court)$/.test(record.get('amenity'));
    const isGym = /^(fitness|sports)_centre$/.test(record.get('leisure'));
    return [...(isRestaurant ? toCodes(record, 'cuisine') : []), ...(isGym ? toCodes(record, 'sport') : []), ...codes];
  },
  toFields: (record) => ({
    name: record.get('name'),
    ...readAddress(record),
    phone: findFirst(record, ['phone', 'contact:phone']),
    website: findFirst(record, ['website', 'contact:website', 'url']),
    email: findFirst(record, ['email', 'contact:email']),
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

const findFirst = (record: PlaceRecord, keys: string[]) => keys.map((key) => record.get(key)).find(Boolean) ?? '';

function readAddress(record: PlaceRecord) {
  const [number, street, unit] = ['addr:housenumber', 'addr:street', 'addr:unit'].map((key) => record.get(key));
  const full = splitFullAddress(record.get('addr:full'));
  return {
    address: street ? [number, street, unit && `Unit ${unit}`].filter(Boolean).join(' ') : full.address,
    city: record.get('addr:city') || full.city,
    state: record.get('addr:state') || full.state,
    zip: record.get('addr:postcode') || full.zip,
  };
}

/** The tags of what people visit; a building stays when its shop has closed. */
const VISITED_KEYS = ['shop', 'amenity', 'healthcare', 'office', 'craft', 'tourism', 'leisure', 'club', 'sport'];
const CLOSED_PREFIXES = [
  'disused',
  'abandoned',
  'was',
  'closed',
  'former',
  'removed',
  'demolished',
  'razed',
  'destroyed',
];
const PLANNED_PREFIXES = ['construction', 'proposed', 'planned'];
const GONE = /^(?:vacant|closed|disused|abandoned)$/;

/** Whether it is closed or not open yet. See https://wiki.openstreetmap.org/wiki/Lifecycle_prefix. */
function findLifecycle(record: PlaceRecord): RowNote | null {
  const kinds = VISITED_KEYS.map((key) => record.get(key)).filter((kind) => kind !== '' && kind !== 'no');
  const has = (prefixes: string[]) =>
    prefixes.some((prefix) => VISITED_KEYS.some((key) => record.get(`${prefix}:${key}`) !== ''));
  if (kinds.some((kind) => !GONE.test(kind))) {
    const isClosed =
      CLOSED_PREFIXES.some((flag) => record.get(flag) === 'yes') ||
      /^(?:closed|off)(?:\s*".*")?$/i.test(record.get('opening_hours'));
    return isClosed ? CLOSED : null;
  }
  if (kinds.length > 0 || has(CLOSED_PREFIXES)) return CLOSED;
  return has(PLANNED_PREFIXES) ? PLANNED : null;
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
