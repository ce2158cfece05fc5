/**
 * Writes the lines of freeways and state routes that searches are near to: `data/socal_freeways.json`.
 *
 *     node scripts/freeways.ts HIGHWAYS.geojson
 *
 * HIGHWAYS has lines with `ref` ('I-405', 'SR-91') and `level`: 1 for interstates and US highways, 2 for state routes. Others are left out. Names
 * are in `data/freeway-names.csv`. See data/README.md, Freeways.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import simplify from 'simplify-js';
import { DATA_FOLDER } from '#server/places/data-folder.ts';

interface Highway {
  properties: { ref: string; level: number };
  geometry: { coordinates: [lng: number, lat: number][] };
}

/** In degrees, about 150 meters: a strip is a mile wide on each side. */
const TOLERANCE = 0.0015;
const STATE_ROUTE = 2;

const [input] = process.argv.slice(2);
if (!input) {
  console.error('Usage: node scripts/freeways.ts HIGHWAYS.geojson');
  process.exit(2);
}

const { features }: { features: Highway[] } = JSON.parse(readFileSync(input, 'utf8'));
const routes = features.filter(({ properties: { ref, level } }) => ref !== '' && level <= STATE_ROUTE);
const byRef = [...Map.groupBy(routes, ({ properties }) => properties.ref)].sort(([a], [b]) => (a < b ? -1 : 1));
const lines = byRef.map(([ref, ofRef]) => JSON.stringify({ ref, lines: ofRef.map(toLine) }));
const output = new URL('socal_freeways.json', DATA_FOLDER);
writeFileSync(output, `[\n${lines.join(',\n')}\n]\n`);
console.log(`${byRef.length} routes, ${Math.round(readFileSync(output).length / 1000)} kB`);

function toLine({ geometry: { coordinates } }: Highway): [number, number][] {
  const points = coordinates.map(([x, y]) => ({ x, y }));
  return simplify(points, TOLERANCE, true).map(({ x, y }) => [Number(x.toFixed(4)), Number(y.toFixed(4))]);
}
