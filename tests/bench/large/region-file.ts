import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse/sync';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { type OverturePlace, openOvertureFile } from '#tests/support/place-files.ts';

/** A business of a generated file. */
interface RegionRow {
  id: string;
  name: string;
  category: string;
  overtureCode: string;
  address: string;
  city: string;
  zip: string;
  county: string;
  phone: string;
  website: string;
  lat: number;
  lng: number;
}

/**
 * Writes a CSV file of businesses as open data of the whole region has them: most in the ZIP codes and categories that have most,
 * a seventh of them of chains, a third in shopping centers, and one in fifty twice. Deterministic for a `count`.
 */
export async function writeRegionCsv(path: string, count: number): Promise<void> {
  const columns = [
    'id',
    'name',
    'category',
    'address',
    'city',
    'zip',
    'county',
    'phone',
    'website',
    'lat',
    'lng',
  ] as const;
  const lines = async function* () {
    yield `${columns.join(',')},source\n`;
    for (const row of await makeRegion(count)) {
      yield `${columns.map((column) => `"${row[column]}"`).join(',')},Generated\n`;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
}

const ROW_GROUP = 122_880;

/** Writes the same businesses as a Parquet file of Overture Maps. */
export async function writeRegionParquet(path: string, count: number): Promise<void> {
  const file = openOvertureFile(path);
  let group: OverturePlace[] = [];
  for (const row of await makeRegion(count)) {
    group.push({
      ...{ id: row.id, name: row.name, lat: row.lat, lng: row.lng, category: row.overtureCode, confidence: 0.9 },
      ...(row.phone && { phones: [row.phone] }),
      ...(row.website && { websites: [row.website] }),
      address: { freeform: row.address, locality: row.city, postcode: row.zip, region: 'CA', country: 'US' },
    });
    if (group.length < ROW_GROUP) continue;
    await file.write(group);
    group = [];
  }
  if (group.length > 0) await file.write(group);
  await file.close();
}

async function makeRegion(count: number): Promise<Iterable<RegionRow>> {
  const zips = (await readTable('socal_zips.csv')).map((row) => ({
    ...{ zip: row.zip as string, city: row.city as string, county: row.county as string },
    ...{ lat: Number(row.lat), lng: Number(row.lng), weight: Number(row.business_points) },
  }));
  const categories = (await readTable('categories.csv'))
    .filter((row) => row.parent_slug && row.overture_code)
    .map((row) => ({ ...row, weight: COMMON.includes(row.slug as string) ? 12 : 1 }) as Category);
  const chains = (await readTable('brands.csv')).filter((row) => row.category) as { name: string; category: string }[];
  const cities = [...new Set(zips.map(({ city }) => city))];
  return generate(count, { zips, categories, chains, cities });
}

interface Zip {
  zip: string;
  city: string;
  county: string;
  lat: number;
  lng: number;
  weight: number;
}
type Category = { slug: string; name: string; overture_code: string; weight: number };
interface Pools {
  zips: Zip[];
  categories: Category[];
  chains: { name: string; category: string }[];
  cities: string[];
}

function* generate(count: number, { zips, categories, chains, cities }: Pools): Generator<RegionRow> {
  const random = createRandom(1);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const pickZip = createWeightedPick(random, zips);
  const pickCategory = createWeightedPick(random, categories);
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  const centers = new Map<string, { address: string; lat: number; lng: number }>();
  const recent: RegionRow[] = [];

  const makePlace = (zip: Zip) => {
    const spread = () => (random() + random() - 1) * 0.025;
    const number = 1 + Math.floor(random() ** 2 * 12_000);
    const address = `${number} ${random() < 0.3 ? `${pick('NSEW'.split(''))} ` : ''}${pick(STREETS)}`;
    return { address, lat: round(zip.lat + spread()), lng: round(zip.lng + spread()) };
  };
  const makeLocated = (zip: Zip) => {
    if (random() > 0.35) return makePlace(zip);
    const key = `${zip.zip} ${Math.floor((random() * count * 0.35) / zips.length / 12)}`;
    const center = centers.get(key) ?? makePlace(zip);
    centers.set(key, center);
    return { ...center, address: `${center.address} Suite ${1 + Math.floor(random() * 200)}` };
  };
  const makeName = (category: Category) => {
    const trade = category.name.replace(/s$/, '');
    const kind = random();
    if (kind < 0.25) return `${pick(SURNAMES)} ${trade}`;
    if (kind < 0.4) return `${pick(cities)} ${trade}`;
    if (kind < 0.6) return `${pick(ADJECTIVES)} ${pick(NOUNS)} ${trade}`;
    if (kind < 0.75) return `${pick(SURNAMES)} & ${pick(SURNAMES)} ${trade}`;
    if (kind < 0.9) return `${pick(ADJECTIVES)} ${pick(SURNAMES)}`;
    return `${pick(FIRST_NAMES)} ${pick(SURNAMES)}, ${trade}`;
  };

  for (let n = 1; n <= count; n++) {
    const former = pick(recent);
    if (former && random() < 0.02) {
      yield { ...former, id: `g:${n}`, name: former.name.toUpperCase(), lat: round(former.lat + 0.0001) };
      continue;
    }
    const zip = pickZip();
    const chain = random() < 1 / 7 ? pick(chains) : undefined;
    const category = (chain && bySlug.get(chain.category)) ?? pickCategory();
    const name = chain ? chain.name : makeName(category);
    const digits = () => 2 + Math.floor(random() * 8);
    const line = String(Math.floor(random() * 10_000)).padStart(4, '0');
    const row: RegionRow = {
      ...{ id: `g:${n}`, name, category: category.slug, overtureCode: category.overture_code },
      ...{ ...makeLocated(zip), city: zip.city, zip: zip.zip, county: zip.county },
      phone: random() < 0.88 ? `(${pick(AREA_CODES)}) ${digits()}${digits()}${digits()}-${line}` : '',
      website:
        random() < 0.45 ? `https://${name.toLowerCase().replace(/[^a-z0-9]/g, '')}${chain ? '' : n}.example` : '',
    };
    recent[n % 200] = row;
    yield row;
  }
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

function createWeightedPick<Item extends { weight: number }>(random: () => number, items: Item[]): () => Item {
  let sum = 0;
  const ends = items.map(({ weight }) => (sum += weight));
  return () => {
    const at = random() * sum;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) > at) high = middle;
      else low = middle + 1;
    }
    return items[low] as Item;
  };
}

const readTable = async (file: string): Promise<Record<string, string>[]> =>
  parse(await readFile(new URL(file, DATA_FOLDER)), { columns: true, bom: true });

const COMMON =
  `mexican-restaurants american-restaurants pizza coffee-tea hair-salons nail-salons beauty-spas dentists doctors
  auto-repair general-contractors real-estate-agents lawyers gyms-fitness grocery-stores convenience-stores clothing
  insurance accountants plumbers electricians landscaping churches schools hotels-motels chiropractors`.split(/\s+/);
const AREA_CODES = '213 310 323 424 442 562 619 626 657 661 714 747 760 805 818 858 909 949 951'.split(' ');
const STREET_NAMES =
  `Main Oak Elm Pine Maple Cedar Lake Hill Park Bay Mill Reed Grand Central Foothill Valley Mission Sunset Ocean
  Pacific Harbor Imperial Rosecrans Artesia Wilshire Olympic Pico Venice Figueroa Vermont Western Normandie Hoover Broadway Spring
  Beach Brookhurst Magnolia Bolsa Katella Chapman Tustin Lincoln Euclid Harvard Yale Stanford Citrus Orange Lemon Walnut Chestnut
  Colorado Arrow Baseline Highland Rancho Sierra Palm Date Mesa Vista Camino Las-Flores El-Camino Balboa Clairemont Garnet
  University Adams Washington Jefferson Madison Monroe Jackson Alameda Atlantic Garfield Rosemead Valley-View Norwalk Bloomfield`
    .split(/\s+/)
    .map((name) => name.replace('-', ' '));
const STREETS = [
  ...STREET_NAMES.flatMap((name) => ['St', 'Ave', 'Blvd'].map((type) => `${name} ${type}`)),
  ...Array.from({ length: 96 }, (_, n) => `${n + 4}th St`),
];
const SURNAMES =
  `Garcia Hernandez Lopez Martinez Gonzalez Rodriguez Perez Sanchez Ramirez Torres Flores Rivera Gomez Diaz Cruz Reyes
  Morales Ortiz Gutierrez Chavez Ramos Ruiz Mendoza Alvarez Castillo Vargas Guzman Salazar Nguyen Tran Le Pham Huynh Vu Kim Lee Park
  Choi Jung Chen Wang Li Zhang Liu Yang Huang Wu Lin Patel Singh Shah Khan Ali Smith Johnson Williams Brown Jones Miller Davis Wilson
  Anderson Thomas Taylor Moore Jackson Martin Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill
  Green Adams Nelson Baker Hall Campbell Mitchell Carter Roberts Petrosyan Sarkisian Grigoryan Avakian Cohen Levy Goldberg Rosen
  Schwartz OBrien Murphy Kelly Sullivan Rossi Romano Santos Cruz Reyes Bautista Aquino Tanaka Sato Suzuki Yamamoto Nakamura`.split(
    /\s+/,
  );
const FIRST_NAMES =
  `Maria Jose Juan Ana Luis Carlos David Michael John James Robert Mary Linda Susan Karen Lisa Nancy Daniel Kevin
  Brian Jason Eric Steven Amy Angela Michelle Jennifer Jessica Minh Anh Wei Ming Jin Soo Raj Priya Omar Fatima`.split(
    /\s+/,
  );
const ADJECTIVES =
  `Golden Pacific Sunset Royal Blue Green Silver Happy Lucky Modern Classic Elite Premier Quality Family Express
  Super Best First United American Mexican California Southland Coastal Desert Mountain Valley Downtown Uptown Grand Little Big New
  Old Bright Fresh Pure True Noble Rapid Smart Perfect Precision Advanced Complete Total All-Star Top`.split(/\s+/);
const NOUNS =
  `Star Sun Moon Eagle Lion Tiger Dragon Palm Rose Lotus Pearl Crown Diamond Gate Bridge Tower Garden Harbor Canyon Mesa
  Ridge Creek River Wave Breeze Spring Summit Vista Point Corner Square Village Plaza House Studio Works Solutions Partners Group
  Center Brothers Sisters Kings`.split(/\s+/);
