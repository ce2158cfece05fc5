/**
 * Writes `data/socal_osm_places.csv` and beside it `socal_osm_more_places.csv.gz` from a file of named places of OpenStreetMap.
 *
 *     node scripts/openstreetmap-places.ts PLACES.csv.gz
 *
 * See data/README.md, OpenStreetMap. The same file gives the same bytes.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { choosePlace, type NamedPlace, refineCategory } from '#scripts/openstreetmap/choose-places.ts';
import { createRestaurantFilter } from '#scripts/openstreetmap/restaurants-of-towns.ts';
import { findTwins } from '#scripts/openstreetmap/twins.ts';

const COLUMNS = ['id', 'name', 'category_raw', 'category', 'address', 'city', 'county', 'lat', 'lng'] as const;

const [input] = process.argv.slice(2);
if (!input) {
  console.error('Usage: node scripts/openstreetmap-places.ts PLACES.csv.gz');
  process.exit(2);
}

const bytes = readFileSync(input);
const text = input.endsWith('.gz') ? gunzipSync(bytes) : bytes;
const places = (parse(text, { columns: true, bom: true }) as NamedPlace[]).map((place) => ({
  ...place,
  // Several values of one tag.
  name: place.name.split(';')[0]?.trim() ?? '',
  // Tags of shops without a kind of their own say nothing.
  category_raw: /^(?:undefined|yes)$/.test(place.category_raw) ? '' : place.category_raw,
  category: refineCategory(place),
}));
// In the order of a hash, so that the newest listings are of every kind and county.
const shuffled = places
  .map((place) => ({ place, hash: createHash('sha256').update(place.id).digest('hex') }))
  .sort((a, b) => (a.hash < b.hash ? -1 : 1))
  .map(({ place }) => place);
const { shipped = [], more = [] } = Object.groupBy(shuffled, (place) => choosePlace(place) ?? 'none');
const chosen = new Set([...shipped, ...more.filter(createRestaurantFilter(shipped))]);
const twins = findTwins([...chosen]);
console.log(`${twins.size} places are there twice`);
write('socal_osm_places.csv', toCsv(shuffled.filter((place) => chosen.has(place) && !twins.has(place))));
write('socal_osm_more_places.csv.gz', gzipSync(toCsv(more.filter((place) => !chosen.has(place))), { level: 9 }));

function toCsv(rows: NamedPlace[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => toCell(row, column)).join(','));
  return `${[COLUMNS.join(','), ...lines].join('\n')}\n`;
}

function toCell(row: NamedPlace, column: (typeof COLUMNS)[number]): string {
  // Five decimals are a meter.
  const value = column === 'lat' || column === 'lng' ? Number(row[column]).toFixed(5) : row[column];
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

function write(name: string, content: string | Buffer) {
  writeFileSync(new URL(`../data/${name}`, import.meta.url), content);
  console.log(`data/${name}: ${(content.length / 1e6).toFixed(2)} MB`);
}
