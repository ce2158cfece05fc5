import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { parseSourcesArguments } from './arguments.ts';
import { readSourceList } from './source-list.ts';

const readTable = (file: string): Record<string, string>[] =>
  parse(readFileSync(new URL(file, DATA_FOLDER)), { columns: true, bom: true });

it('Every source names known categories, and is imported under a name of its own', async () => {
  const sources = await readSourceList();
  const slugs = new Set(readTable('categories.csv').map(({ slug }) => slug));
  for (const { name, categories } of sources)
    expect([name, Object.values(categories).filter((slug) => !slugs.has(slug))]).toEqual([name, []]);
  expect(new Set(sources.map(({ source }) => source)).size).toBe(sources.length);
  // A refresh marks what its file lacks, so nothing that the product ships has the same source as a whole list.
  const shipped = new Set(
    ['socal_health_facilities', 'san_diego_businesses', 'socal_snap_markets'].flatMap((file) =>
      readTable(`${file}.csv`).map(({ source }) => source),
    ),
  );
  expect(sources.filter(({ isWhole, source }) => isWhole && shipped.has(source))).toEqual([]);
  expect(sources.filter(({ whatEs }) => !whatEs)).toEqual([]);
});

it.each([
  [['remove', 'overture'], /^Usage: npm run sources/],
  [['add'], /^Usage/],
  [['add', 'a', 'b'], /^Usage/],
  [['add', 'a', '--from'], /^Usage/],
  [['add', 'a', '--date', '2026'], /^--date: '2026' is not like 2026-08/],
  [['add', 'a', '--sha256', 'xyz'], /^--sha256: 'xyz' is not 64 hexadecimal digits/],
])('%j is refused with the usage', (args, message) => {
  expect(() => parseSourcesArguments(args)).toThrow(message);
});
