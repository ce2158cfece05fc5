/**
 * Writes `data/socal_outlines.topo.json`, the outlines that interactive maps draw and that decide in which city a point is:
 * `cities`, `counties` and `sea`. Run it when the Census Bureau publishes new boundaries:
 *
 *     node scripts/map-outlines.ts PLACES COUNTIES
 *
 * PLACES is a folder with the places of California of TIGER/Line, one GeoJSON file each, and COUNTIES the GeoJSON file of its
 * counties (data/README.md, Outlines). mapshaper, from npm, simplifies all cities together, so that neighbors keep a common
 * border.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { findEnclosedRing, type Ring } from './enclosed-ring.ts';

interface TigerPlace {
  properties: { NAME: string; CLASSFP: string };
  geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] };
}

/** The names in TIGER/Line of the cities that the gazetteer calls otherwise. */
const OTHER_NAMES: Record<string, string> = {
  'City of Industry': 'Industry',
  Ventura: 'San Buenaventura (Ventura)',
};
/** A point in each city whose file was overwritten by a namesake, and which other cities enclose. */
const ENCLOSED: Record<string, [lng: number, lat: number]> = { Burbank: [-118.309, 34.1808] };
const COUNTIES = ['Imperial', 'Kern', 'Los Angeles', 'Orange', 'Riverside', 'San Bernardino', 'San Diego', 'Ventura'];
/** Land along the border with Mexico, where the sources leave a gap. */
const BORDER: Ring = [
  [-117.115, 32.52],
  [-117.1, 32.545],
  [-114.72, 32.735],
  [-114.72, 32.69],
  [-117.1, 32.5],
  [-117.115, 32.52],
];
const PACKAGES = ['mapshaper@0.7.70', 'us-atlas@3.0.1', 'world-atlas@2.0.2'];
const AREA = '-122.5,31,-112.5,37.5';
const TOLERANCE_METERS = 35;

const [placesFolder, countiesFile] = process.argv.slice(2);
if (!placesFolder || !countiesFile) throw new Error('Usage: node scripts/map-outlines.ts PLACES COUNTIES');
const output = new URL('../data/socal_outlines.topo.json', import.meta.url).pathname;
const temporary = mkdtempSync(join(tmpdir(), 'outlines-'));
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: temporary, stdio: ['ignore', 'ignore', 'inherit'] });
run('npm', 'install', '--no-save', '--ignore-scripts', '--silent', '--prefix', temporary, ...PACKAGES);
const mapshaper = (...args: string[]) => run(join(temporary, 'node_modules/.bin/mapshaper'), ...args);

const cities = readCities(placesFolder);
writeFileSync(join(temporary, 'cities.json'), JSON.stringify({ type: 'FeatureCollection', features: cities }));
const simplification = ['-simplify', 'dp', `interval=${TOLERANCE_METERS}`, 'keep-shapes'];
mapshaper('cities.json', '-clean', ...simplification, '-o', 'simple-cities.json', 'format=geojson');

const inPackage = (file: string) => `node_modules/${file}`;
const allCounties = resolve(countiesFile);
mapshaper(
  ...['-i', allCounties, '-filter', `${JSON.stringify(COUNTIES)}.includes(name)`, '-filter-fields', 'name'],
  ...['-o', 'counties.json', 'format=geojson'],
);
mapshaper(
  ...['-i', inPackage('us-atlas/states-10m.json'), '-target', 'states', '-filter', 'name !== "California"'],
  ...['-clip', `bbox=${AREA}`, '-o', 'states.json', 'format=geojson'],
);
mapshaper(
  ...['-i', inPackage('world-atlas/countries-10m.json'), '-target', 'countries', '-filter', 'name === "Mexico"'],
  ...['-clip', `bbox=${AREA}`, '-o', 'mexico.json', 'format=geojson'],
);
writeFileSync(join(temporary, 'border.json'), JSON.stringify({ type: 'Polygon', coordinates: [BORDER] }));
const merge = ['-merge-layers', 'force', '-dissolve', 'gap-fill-area=30km2'];
mapshaper(
  '-i',
  allCounties,
  'states.json',
  'mexico.json',
  'border.json',
  'combine-files',
  ...merge,
  '-o',
  'land.json',
  'format=geojson',
);
mapshaper(
  ...['-rectangle', `bbox=${AREA}`, '-erase', 'land.json', '-explode'],
  ...['-filter', 'this.area > 1e9', '-o', 'sea.json', 'format=geojson'],
);

mapshaper(
  ...['-i', 'simple-cities.json', 'counties.json', 'sea.json', 'combine-files'],
  ...['-rename-layers', 'cities,counties,sea', '-o', output, 'format=topojson', 'quantization=100000'],
);
rmSync(temporary, { recursive: true });
console.log(`${cities.length} cities.`);

/** The incorporated cities of the gazetteer with their outlines. */
function readCities(folder: string) {
  const places = readdirSync(folder).flatMap(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).features as TigerPlace[],
  );
  const rings = places.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  );
  const incorporated = new Map(
    places
      .filter(({ properties }) => properties.CLASSFP.startsWith('C'))
      .map((place) => [place.properties.NAME, place]),
  );
  const file = readFileSync(new URL('../data/socal_places.csv', import.meta.url));
  const gazetteer: { name: string; type: string; county: string }[] = parse(file, { columns: true, bom: true });
  return gazetteer
    .filter(({ type }) => type === 'city' || type === 'town')
    .flatMap(({ name, county }) => {
      const point = ENCLOSED[name];
      const ring = point && findEnclosedRing(rings, point);
      const geometry = ring
        ? { type: 'Polygon', coordinates: [ring] }
        : incorporated.get(OTHER_NAMES[name] ?? name)?.geometry;
      if (!geometry) console.warn(`No outline of ${name}.`);
      return geometry ? [{ type: 'Feature', properties: { name, county }, geometry }] : [];
    });
}
