import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { afterAll, expect, it } from 'vitest';
import { openPlaceMatcher } from '#server/import/import.ts';
import { type ImportedListing, toImportedListing } from '#server/import/listing.ts';
import { BLANK_FIELDS, type ImportRow } from '#server/source-files/rows.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { type KeyedRow, readMatchKeys } from './candidates.ts';
import { toComparable } from './comparable.ts';
import { createRowIndex } from './row-index.ts';
import { DOUBTFUL, SAME, score } from './score.ts';
import { createWordWeights } from './word-weights.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

// Pairs of rows of seven files, which a person read one by one and judged before the weights were chosen. The columns of the files
// come twice: 'name a', 'name b'. Those with rows of OpenStreetMap are a file of their own because of its license.
const pairs = ['judged-pairs.csv', 'judged-pairs-openstreetmap.csv'].flatMap((file): Record<string, string>[] =>
  parse(readFileSync(new URL(file, import.meta.url)), { columns: true }),
);
const count = (verdict: string) => pairs.filter((pair) => pair.verdict === verdict).length;

it('Of the judged pairs at least 99.5 % of those that are merged are one business, at least 95 % of those are merged, and 99 % are merged or a question', async () => {
  const placeMatcher = await openPlaceMatcher(db);
  const { bySlug, byId } = placeMatcher.gazetteer.categories;
  const weights = createWordWeights();
  const readSide = (pair: Record<string, string>, side: string) => {
    const entries = Object.entries(pair).flatMap(([name, value]) =>
      name.endsWith(side) ? [[name.slice(0, -side.length), value]] : [],
    );
    const fields = {
      ...BLANK_FIELDS,
      ...Object.fromEntries(entries),
    } as ImportRow['fields'];
    // The judged pairs must not depend on which kinds the importer knows.
    if (!bySlug.has(fields.category)) fields.category = 'specialty-shops';
    const result = toImportedListing(placeMatcher, { line: 1, fields, rejection: null, fallbackCategory: '' });
    if ('skip' in result) throw new Error(`${fields.name}: ${result.skip.text}`);
    return result.draft;
  };
  const compare = (draft: ImportedListing) => {
    const category = byId.get(draft.category_id);
    if (!category) throw new Error(`${draft.business_name} has no category`);
    return toComparable(draft, category);
  };
  const sides = await Promise.all(
    [' a', ' b'].map((side) =>
      readMatchKeys(
        db,
        pairs.map((pair) => readSide(pair, side)),
      ),
    ),
  );
  // What an import does not look up is compared with nothing.
  const isFound = (a: KeyedRow, b: KeyedRow) => {
    const index = createRowIndex();
    index.add(a);
    return index.find(b).length > 0;
  };
  const judged = pairs.map((pair, n) => {
    const [a, b] = [sides[0]?.[n], sides[1]?.[n]] as [KeyedRow, KeyedRow];
    return {
      pair,
      points: isFound(a, b) ? score(compare(a.draft), compare(b.draft), weights) : Number.NEGATIVE_INFINITY,
    };
  });
  const merged = judged.filter(({ points }) => points >= SAME);
  const right = merged.filter(({ pair }) => pair.verdict === 'same').length;
  const wrong = judged
    .filter(({ pair, points }) => (pair.verdict === 'same') !== points >= SAME)
    .map(({ pair, points }) => {
      const side = (of: string) => `${pair[`name ${of}`]}, ${pair[`address ${of}`]}`;
      return `${pair.verdict} (${pair.reason}), ${points.toFixed(1)} points: ${side('a')} | ${side('b')}`;
    });
  const queued = judged.filter(({ points }) => points >= DOUBTFUL && points < SAME).length;
  const asked = judged.filter(({ pair, points }) => pair.verdict === 'same' && points >= DOUBTFUL).length;
  const [precision, recall, found] = [right / merged.length, right / count('same'), asked / count('same')];
  const figures = `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, found ${found.toFixed(3)}, doubtful ${queued}\n${wrong.join('\n')}`;
  expect(precision, figures).toBeGreaterThanOrEqual(0.995);
  expect(recall, figures).toBeGreaterThanOrEqual(0.95);
  expect(found, figures).toBeGreaterThanOrEqual(0.99);
});

it('There are 300 judged pairs, at least 120 of each kind', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(300);
  expect(count('same')).toBeGreaterThanOrEqual(120);
  expect(count('different')).toBeGreaterThanOrEqual(120);
});
