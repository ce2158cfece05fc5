import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { matchBrand } from '#server/source-files/names/brands.ts';
import { toBusinessName } from '#server/source-files/names/names.ts';
import type { NamedPlace } from './choose-places.ts';

/** A map has one place twice, as a point and as an outline, or under two names: these are at most so far from each other. */
const MAX_METERS = {
  /** Of two of which one has no street. */
  usual: 1000,
  /** A name of one word, such as that of a chain of hotels, says less. */
  oneWord: 200,
  /** The buildings of one apartment complex have numbers of their own. */
  withStreets: 300,
  sameNumber: 350,
  branches: 60,
};
/** The share of words that two names of one place have in common at least. */
const SIMILAR = 0.7;
const SIMILAR_AT_SAME_NUMBER = 0.5;

const KNOWN_FILES = [
  ...['socal_health_facilities', 'socal_chain_stores', 'socal_breweries', 'socal_wic_grocers', 'socal_snap_markets'],
  'san_diego_businesses',
];

/** Of pairs that differ in spelling or lack a point a person judged these to be there already. */
const JUDGED_TWINS = new Set([
  ...['35dfb4ef0afd', '8daa0635d73f', '1fba3d7e47c3', '7181210c2fc5', '9c3a8c1cbf00', 'a97e65498739'],
  ...['ad076694a592', 'a5a5f0edbd5d', 'c61bc8141b4a', '98e7eb3f0b77', '070cad2caafc', '362ef3eb5844'],
  ...['5b2c8f4a5dc7', '84734f58f16b', '0cdb0879a673', '7510597bac01', '2de9cc526cf9', 'e46aff22045e'],
  ...['84a3a4d92d7a', '85dc5f9d7e2a', '6ef3c0abfb87', 'e7eea6375aa1', '62e6362e3f1a'],
]);

type Comparable = Pick<NamedPlace, 'name' | 'category' | 'address' | 'city' | 'lat' | 'lng'>;

/** Finds the places that another row has already: one of our files, or another one of these places, of which the one with a street stays. */
export function findTwins(places: NamedPlace[]): Set<NamedPlace> {
  const index = createIndex();
  for (const file of KNOWN_FILES) {
    const rows: Comparable[] = parse(readFileSync(new URL(`../../data/${file}.csv`, import.meta.url)), {
      columns: true,
    });
    for (const row of rows) index.add(toEntry(row));
  }
  const twins = new Set<NamedPlace>();
  for (const place of places.toSorted((a, b) => Number(b.address !== '') - Number(a.address !== ''))) {
    const entry = toEntry(place);
    const isJudged = JUDGED_TWINS.has(place.id.slice('osm2021:'.length));
    if (isJudged || index.findNear(entry).some((other) => areTwins(entry, other))) twins.add(place);
    else index.add(entry);
  }
  return twins;
}

interface Entry {
  words: Set<string>;
  category: string;
  city: string;
  /** '' without a street, or where that has no number. */
  number: string;
  hasStreet: boolean;
  isBranch: boolean;
  point: [lat: number, lng: number] | null;
}

const toEntry = ({ name, category, address, city, lat, lng }: Comparable): Entry => ({
  words: toWords(toBusinessName(name).name),
  category: SAME_FAMILY[category] ?? category,
  city: city.toLowerCase(),
  number: /\d+/.exec(address)?.[0] ?? '',
  hasStreet: address !== '',
  isBranch: matchBrand(name) !== null,
  point: lat && lng ? [Number(lat), Number(lng)] : null,
});

const SAME_FAMILY: Record<string, string> = {
  'mental-health': 'hospitals-urgent-care',
  'medical-clinics': 'hospitals-urgent-care',
  'vacation-rentals': 'hotels-motels',
};

function areTwins(a: Entry, b: Entry): boolean {
  const shared = [...a.words].filter((word) => b.words.has(word)).length;
  const fewer = Math.min(a.words.size, b.words.size);
  const isPart = shared === fewer && fewer > 0;
  const similarity = isPart ? 1 : shared / (a.words.size + b.words.size - shared);
  // Without a point only the city tells where it is.
  if (!a.point || !b.point) {
    return !a.hasStreet && a.category === b.category && similarity >= SIMILAR && fewer > 1 && a.city === b.city;
  }
  const meters = toMeters(a.point, b.point);
  if (a.number !== '' && a.number === b.number && meters <= MAX_METERS.sameNumber) {
    return similarity >= SIMILAR_AT_SAME_NUMBER;
  }
  const isSame = a.category === b.category || (a.isBranch && similarity === 1 && a.words.size === b.words.size);
  if (!isSame || similarity < SIMILAR) return false;
  if (a.hasStreet) return meters <= (a.isBranch ? MAX_METERS.branches : MAX_METERS.withStreets);
  return meters <= (fewer === 1 ? MAX_METERS.oneWord : MAX_METERS.usual);
}

const toWords = (name: string) =>
  new Set(
    name
      .normalize('NFD')
      .replace(/[\p{M}'’.]/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      // One letter for two, which people mistake.
      .map((word) => (SAME_WORDS[word] ?? word).replace(/([a-z])\1/g, '$1'))
      .filter((word) => word !== ''),
  );

/** Other spellings, and words that names have or lack at will. */
const SAME_WORDS: Record<string, string> = {
  ...{ st: 'saint', theatre: 'theater', theatres: 'theater', theaters: 'theater', centre: 'center', cinemas: 'cinema' },
  ...{ the: '', of: '', at: '', and: '', by: '', in: '', a: '', hotel: '', marriot: 'marriott' },
  ...{ branch: '', county: '', public: '', community: '' },
};

/** In a flat projection. */
const toMeters = ([latA, lngA]: [number, number], [latB, lngB]: [number, number]) =>
  Math.hypot((latA - latB) * 111_200, (lngA - lngB) * 92_200);

/** A grid of 0.02°, some 2 km, and the cities of what has no point. */
function createIndex() {
  const cells = new Map<string, Entry[]>();
  const put = (key: string, entry: Entry) => {
    const cell = cells.get(key);
    if (cell) cell.push(entry);
    else cells.set(key, [entry]);
  };
  const toCell = (degrees: number) => Math.floor(degrees * 50);
  return {
    add(entry: Entry) {
      put(entry.point ? `${toCell(entry.point[0])}|${toCell(entry.point[1])}` : entry.city, entry);
    },
    findNear({ point, city }: Entry): Entry[] {
      if (!point) return [];
      const around = [-1, 0, 1].flatMap((north) =>
        [-1, 0, 1].map((east) => `${toCell(point[0]) + north}|${toCell(point[1]) + east}`),
      );
      return [...around, city].flatMap((key) => cells.get(key) ?? []);
    },
  };
}
