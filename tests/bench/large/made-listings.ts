import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import type { CategoryNode, Gazetteer, ZipCode } from '#server/places/gazetteer.ts';
import { createRandom, makeName, type Random } from './business-names.ts';
import { CATEGORY_WEIGHTS, CHAIN_SIZES, OTHER_WEIGHT } from './category-weights.ts';

/** A row of `listings` without what PostgreSQL computes. */
export interface MadeListing {
  title: string;
  description: string;
  address: string;
  city: string;
  zip: string;
  phone: string | null;
  website: string | null;
  hours: object | null;
  place_id: number | null;
  county_id: number;
  location_id: number;
  category_id: number;
  top_category_id: number;
  lat: number;
  lng: number;
  level: 'free' | 'enhanced' | 'premium';
  source: string;
  source_id: string;
  /** How long ago it was added. */
  age_days: number;
}

/** The directory in which a chain has the number of shops of `CHAIN_SIZES`. */
const FULL_SIZE = 1_200_000;
const OTHER_CHAINS = { largest: 180, smallest: 4 };
const PAID_SHARE = 0.03;
// The directory grows, then a file of the whole region is imported ZIP code by ZIP code, then it grows on.
const IMPORT = { from: 0.25, to: 0.92, ageDays: 30, minutes: 15 };
const FIRST_AGE_DAYS = 730;

/**
 * Makes listings with the distribution of the whole region: places weighed by population, categories by `CATEGORY_WEIGHTS`, exact
 * points around the middle of their ZIP code, some of them in one building, chains in their true size.
 * @param existing the number of listings that each name has already
 */
export function* makeRegion(
  gazetteer: Gazetteer,
  count: number,
  existing: ReadonlyMap<string, number>,
): Generator<MadeListing> {
  const random = createRandom(count);
  const zips = toChoice([...gazetteer.zipCodes.values()], toZipWeight);
  const kinds = gazetteer.categories.all.filter(({ parent, children }) => parent || children.length === 0);
  const all = gazetteer.categories.all;
  const categories = toChoice(all, ({ slug }) => CATEGORY_WEIGHTS[slug] ?? (kinds.length > 0 ? OTHER_WEIGHT : 0));
  const trades = readTrades(all);
  const chains = shuffle(random, listChains(gazetteer, count / FULL_SIZE, existing));
  for (let i = 0; i < count; i++) {
    const share = i / count;
    const isImported = share >= IMPORT.from && share < IMPORT.to;
    const zip = zips(isImported ? (share - IMPORT.from) / (IMPORT.to - IMPORT.from) : random.next());
    const left = count - i;
    const chain = random.next() < chains.length / left ? chains.pop() : undefined;
    const category = chain?.category ?? categories(random.next());
    const place = zip.place?.name ?? zip.county.name;
    const title =
      chain?.name ?? makeName(random, { slug: category.slug, trades: trades.get(category.slug) ?? [], place });
    yield {
      title: title.slice(0, 80),
      ...toBusiness(random, title, category, zip),
      source: isImported ? 'region' : 'county-file',
      source_id: String(i),
      age_days: toAgeDays(share),
    };
  }
}

function toBusiness(random: Random, title: string, category: CategoryNode, zip: ZipCode) {
  const { place, county, location } = zip;
  const [north, east] = spread(random);
  const domain = title.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return {
    description: `${title} is in ${place?.name ?? county.name}, ${county.name}, listed under ${category.name}.`,
    address: `${1 + Math.floor(random.next() ** 2 * 19_999)} ${random.skewed(STREETS)}${random.next() < 0.25 ? ` Ste ${100 + Math.floor(random.next() * 400)}` : ''}`,
    city: place?.name ?? county.name,
    zip: zip.zip,
    phone:
      random.next() < 0.85
        ? `(${AREA_CODES[county.slug] ?? '213'}) ${toDigits(random, 3)}-${toDigits(random, 4)}`
        : null,
    website: random.next() < 0.55 ? `https://www.${domain.slice(0, 40)}.example` : null,
    hours: random.next() < 0.3 ? random.pick(WEEKS) : null,
    place_id: place?.id ?? null,
    county_id: county.id,
    location_id: location.id,
    category_id: category.id,
    top_category_id: (category.parent ?? category).id,
    lat: Number((zip.lat + north).toFixed(5)),
    lng: Number((zip.lng + east).toFixed(5)),
    level: random.next() > PAID_SHARE ? ('free' as const) : random.pick(['enhanced', 'premium'] as const),
  };
}

/** About the normal distribution around the middle, a mile wide; a quarter are in one of few buildings. */
function spread(random: Random): [number, number] {
  const normal = () => random.next() + random.next() + random.next() + random.next() - 2;
  const [north, east] = [normal() * 0.018, normal() * 0.021];
  const grain = random.next() < 0.25 ? 0.004 : 0.00001;
  return [Math.round(north / grain) * grain, Math.round(east / grain) * grain];
}

const toDigits = (random: Random, digits: number) =>
  String(Math.floor(10 ** (digits - 1) + random.next() * 9 * 10 ** (digits - 1)));

function toAgeDays(share: number): number {
  const { from, to, ageDays, minutes } = IMPORT;
  if (share < from) return ageDays + 1 + (1 - share / from) * (FIRST_AGE_DAYS - ageDays);
  if (share < to) return ageDays - ((share - from) / (to - from)) * (minutes / 1440);
  return (1 - (share - to) / (1 - to)) * (ageDays - 1);
}

/** People of a ZIP code, and some businesses where nobody lives. */
const toZipWeight = ({ place }: ZipCode) => 400 + (place?.population ?? 0) / Math.max(1, place?.zipCodes.length ?? 1);

/** Chooses by a number in [0, 1), in the order of the choices. */
function toChoice<T>(from: readonly T[], toWeight: (choice: T) => number): (share: number) => T {
  const ends: number[] = [];
  for (const choice of from) ends.push((ends.at(-1) ?? 0) + toWeight(choice));
  const total = ends.at(-1) ?? 0;
  return (share) => {
    let [low, high] = [0, from.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > share * total) high = middle;
      else low = middle + 1;
    }
    return from[low] as T;
  };
}

/** Words for the kinds of businesses: those that the search knows. */
function readTrades(categories: readonly CategoryNode[]): Map<string, string[]> {
  const rows: { slugs: string; english: string }[] = parse(readFileSync(new URL('category-words.csv', DATA_FOLDER)), {
    columns: true,
  });
  const trades = new Map(categories.map(({ slug, name }) => [slug, [name.replace(/ & .*/, '')]]));
  for (const { slugs, english } of rows) {
    const words = english.split(';').filter((phrase) => phrase !== '' && phrase.split(' ').length < 3);
    for (const slug of slugs.split(';')) trades.get(slug)?.push(...words.map(toTitleCase));
  }
  return trades;
}

const toTitleCase = (text: string) => text.replace(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase());

function listChains({ categories }: Gazetteer, scale: number, existing: ReadonlyMap<string, number>) {
  const brands: { name: string; category: string }[] = parse(readFileSync(new URL('brands.csv', DATA_FOLDER)), {
    columns: true,
  });
  const { largest, smallest } = OTHER_CHAINS;
  return brands.flatMap(({ name, category: slug }, i) => {
    const category = categories.bySlug.get(slug);
    if (!category) return [];
    // Large and small ones alternate in the alphabet.
    const size = CHAIN_SIZES[name] ?? smallest + largest / (1 + ((i * 37) % brands.length) / 20);
    const missing = Math.max(0, Math.ceil(size * scale) - (existing.get(name) ?? 0));
    return Array.from({ length: missing }, () => ({ name, category }));
  });
}

function shuffle<T>(random: Random, items: T[]): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const other = Math.floor(random.next() * (i + 1));
    [items[i], items[other]] = [items[other] as T, items[i] as T];
  }
  return items;
}

const AREA_CODES: Record<string, string> = {
  'los-angeles-county': '213',
  'orange-county': '714',
  'san-diego-county': '619',
  'riverside-county': '951',
  'san-bernardino-county': '909',
  'ventura-county': '805',
  'imperial-county': '760',
  'kern-county': '661',
};
const STREETS = [
  ...'Main St,Broadway,Sunset Blvd,Pacific Coast Hwy,Harbor Blvd,Beach Blvd,Ventura Blvd,Wilshire Blvd,Katella Ave,El Camino Real'.split(
    ',',
  ),
  ...'Mission Blvd,Euclid Ave,Foothill Blvd,Magnolia Ave,Valley Blvd,Western Ave,Vermont Ave,Figueroa St,Olympic Blvd,Pico Blvd'.split(
    ',',
  ),
  ...'University Ave,Orange Ave,Lincoln Ave,Washington Blvd,Jefferson Blvd,Central Ave,Atlantic Blvd,Garfield Ave,State St,Grand Ave'.split(
    ',',
  ),
  ...'1st St,2nd St,3rd St,4th St,5th St,17th St,Palm Canyon Dr,Bear Valley Rd,Hesperia Rd,Highland Ave,Baseline St,Arrow Hwy'.split(
    ',',
  ),
  ...'Garnet Ave,Balboa Ave,Clairemont Mesa Blvd,Mira Mesa Blvd,Palomar Airport Rd,Rancho California Rd,Winchester Rd,Jamboree Rd'.split(
    ',',
  ),
];
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const toWeek = (opens: string, closes: string, days: string[]) =>
  Object.fromEntries(DAYS.map((day) => [day, days.includes(day) ? [{ opens, closes }] : 'closed']));
const WEEKS = [
  toWeek('09:00', '17:00', DAYS.slice(0, 5)),
  toWeek('08:00', '18:00', DAYS.slice(0, 6)),
  toWeek('10:00', '21:00', DAYS),
  toWeek('11:00', '02:00', DAYS),
  Object.fromEntries(DAYS.map((day) => [day, 'all-day'])),
];
