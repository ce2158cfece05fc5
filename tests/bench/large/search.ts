import { printSearches, printTimes, withMeasure } from '#tests/bench/measure-searches.ts';
import { PARTIAL_QUERIES, SEARCHES } from '#tests/bench/searches.ts';
import type { Directory, LargePart } from './directories.ts';

/** Boxes of the map as it is zoomed in, in the densest and in an ordinary city. */
const ZOOMS = [
  [34.05, -118.25],
  [33.68, -117.82],
].flatMap(([lat = 0, lng = 0]) =>
  [3, 1.5, 0.8, 0.4, 0.2, 0.1, 0.05, 0.025, 0.012, 0.006, 0.003].map(
    (half) =>
      `box=${[lng - half, lat - half * 0.8, lng + half, lat + half * 0.8].map((degrees) => degrees.toFixed(4)).join(',')}`,
  ),
);
const AREAS = [
  '',
  'near=irvine',
  'near=irvine&within=100',
  'near=90011&within=5',
  'place=los-angeles',
  'place=orange-county',
];
const MAPS: Record<string, string[]> = {
  'the map of everything': [...AREAS, ...ZOOMS],
  'the map of a category': [...AREAS, ...ZOOMS].flatMap((area) =>
    ['restaurants', 'doctors', 'shopping', 'yoga-pilates'].map((category) => `${area}&category=${category}`),
  ),
  'the map of words': [...AREAS, ...ZOOMS].flatMap((area) =>
    ['dentist', 'garcia', 'starbucks', 'market', 'auto'].map((q) => `${area}&q=${q}`),
  ),
  'the map with filters': [...AREAS, ...ZOOMS].flatMap((area) =>
    ['open=now', 'photos=true', 'q=restaurant&open=now'].map((filter) => `${area}&${filter}`),
  ),
};

/** The database time of searches, suggestions and maps. */
export const benchLargeSearch: LargePart = async ({ small, large, say }) => {
  for (const directory of [small, large]) await benchDirectory(directory, say);
};

async function benchDirectory({ database, listings }: Directory, say: (line: string) => void) {
  say(`\nsearching ${listings} listings: ms of the database (p50, p95, most)`);
  await withMeasure(database, async (measure) => {
    await printSearches(measure, 'bar: p95 40, most 150', say);
    printTimes('suggestions (bar: p95 25)', await measure('suggest', PARTIAL_QUERIES), say);
    for (const [kind, maps] of Object.entries(MAPS)) {
      printTimes(`${kind} (bar: p95 60)`, await measure('map', maps), say);
    }
    printTimes('the map of all searches (bar: p95 60)', await measure('map', Object.values(SEARCHES).flat()), say);
  });
}
