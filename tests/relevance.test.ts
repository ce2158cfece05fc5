import { afterAll, expect, it } from 'vitest';
import { loadStreets } from '#server/geocoding/addresses/load-streets.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { loadOsmPlaces } from '#server/site/seed/osm-places.ts';
import { loadSamples } from '#server/site/seed/samples.ts';
import { STREET_FILES } from '#server/site/seed/street-files.ts';
import { judgeSearches, toPrecision } from '#tests/fixtures/judge-searches.ts';
import { RELEVANCE_QUERIES } from '#tests/fixtures/relevance-queries.ts';
import { HELD_OUT_QUERIES } from '#tests/fixtures/relevance-queries-held-out.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { copyPreparedDatabase } from '#tests/support/prepared-database.ts';

// A minute for the whole directory that is shipped.
const database = isLongRun
  ? await copyPreparedDatabase('shipped_directory', async (db, { db: pooled }) => {
      await loadSamples(db);
      await loadOsmPlaces(pooled);
      await loadStreets(pooled, STREET_FILES);
    })
  : undefined;
afterAll(() => database?.drop());

it.runIf(isLongRun).each([
  ['known', RELEVANCE_QUERIES, { at1: 0.95, at3: 0.98 }],
  ['new', HELD_OUT_QUERIES, { at1: 0.8, at3: 0.9 }],
])('Of the searches that are %s, the first result is right, or one of three', async (_, queries, goal) => {
  if (!database) throw new Error('No directory');
  const judged = await judgeSearches(
    { db: database.db, gazetteer: await openGazetteer(database.db) },
    Object.values(queries).flat(),
  );
  const wrong = judged.filter(({ isFirst }) => !isFirst).map(({ q, found }) => `${q}: ${found.join('; ')}`);
  const { at1, at3 } = toPrecision(judged);
  expect(at1, wrong.join('\n')).toBeGreaterThanOrEqual(goal.at1);
  expect(at3, wrong.join('\n')).toBeGreaterThanOrEqual(goal.at3);
});
