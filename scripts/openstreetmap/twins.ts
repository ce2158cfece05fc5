import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { matchBrand } from '#server/source-files/names/brands.ts';
import type { NamedPlace } from './choose-places.ts';

/** A map has one place twice, as a point and as an outline, or under two names: these are at most so far from each other. */
const MAX_METERS = 1000;
/** A name of one word, such as that of a chain of hotels, says less. */
const MAX_METERS_OF_ONE_WORD = 200;
/** Of two with a street: the buildings of one apartment complex have numbers of their own. */
const MAX_METERS_OF_STREETS = 300;

const KNOWN_FILES = ['socal_health_facilities.csv', 'socal_chain_stores.csv', 'socal_breweries.csv'];

type Comparable = Pick<NamedPlace, 'name' | 'category' | 'address' | 'city' | 'lat' | 'lng'>;

/** Finds the places that another row has already: one of our files, or another one of these places, of which the one with a street stays. */
export function findTwins(places: NamedPlace[]): Set<NamedPlace> {
  const known: Comparable[] = KNOWN_FILES.flatMap((file) =>
    parse(readFileSync(new URL(`../../data/${file}`, import.meta.url)), { columns: true }),
  );
  const index = Map.groupBy(known.map(toEntry), ({ category }) => category);
  const twins = new Set<NamedPlace>();
  for (const place of places.toSorted((a, b) => Number(b.address !== '') - Number(a.address !== ''))) {
    const entry = toEntry(place);
    const others = index.get(entry.category) ?? [];
    if (others.some((other) => areTwins(entry, other))) twins.add(place);
    else index.set(entry.category, [...others, entry]);
  }
  return twins;
}

interface Entry {
  words: Set<string>;
  category: string;
  city: string;
  hasStreet: boolean;
  isBranch: boolean;
  point: [lat: number, lng: number] | null;
}

const toEntry = ({ name, category, address, city, lat, lng }: Comparable): Entry => ({
  words: toWords(name),
  category: SAME_FAMILY[category] ?? category,
  city: city.toLowerCase(),
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
  // The import matches the branches of chains by their addresses.
  if (a.hasStreet && (a.isBranch || !b.point)) return false;
  const shared = [...a.words].filter((word) => b.words.has(word)).length;
  const fewer = Math.min(a.words.size, b.words.size);
  const isPart = shared === fewer && fewer > 0;
  if (!isPart && shared / (a.words.size + b.words.size - shared) < 0.7) return false;
  // Without a point only the city tells where it is.
  if (!a.point || !b.point) return fewer > 1 && a.city === b.city;
  const meters = fewer === 1 ? MAX_METERS_OF_ONE_WORD : a.hasStreet ? MAX_METERS_OF_STREETS : MAX_METERS;
  return toMeters(a.point, b.point) <= meters;
}

const toWords = (name: string) =>
  new Set(
    name
      .normalize('NFD')
      .replace(/[\p{M}'’.]/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => SAME_WORDS[word] ?? word)
      .filter((word) => word !== ''),
  );

/** Other spellings, and words that names have or lack at will. */
const SAME_WORDS: Record<string, string> = {
  ...{ st: 'saint', theatre: 'theater', theatres: 'theater', theaters: 'theater', centre: 'center', cinemas: 'cinema' },
  ...{ the: '', of: '', at: '', and: '', by: '', in: '', hotel: '', marriot: 'marriott' },
  ...{ branch: '', county: '', public: '', community: '' },
};

/** In a flat projection. */
const toMeters = ([latA, lngA]: [number, number], [latB, lngB]: [number, number]) =>
  Math.hypot((latA - latB) * 111_200, (lngA - lngB) * 92_200);
