import { stat } from 'node:fs/promises';
import { createFileDates, type FileDates } from '#contract/values/date.ts';
import type { PlaceMatcher } from '#server/import/placement/place-matcher.ts';
import { readRows } from '#server/source-files/read-rows.ts';
import type { ImportRow, ReadOptions } from '#server/source-files/rows.ts';
import { convertRow } from './convert-row.ts';
import type { RowResult } from './listing.ts';
import { createPointSurvey } from './point-survey.ts';
import { stageRows } from './staged-rows.ts';

// A batch locks the rows that it changes for some 0.3 s.
const BATCH = 500;
// Some 45,000 rows of CSV, or 150,000 of Parquet.
const SORTED_FROM_BYTES = 8_000_000;

// The share of reading in the time of an import.
const READING_SHARE = 0.05;

/** The rows of a file in the order in which they are imported, after all of it was read: those of a large one by ZIP code. */
export async function readInOrder(path: string, options: ReadOptions) {
  const size = await stat(path).then(
    (file) => file.size,
    // Reading the file reports what is wrong with it.
    () => 0,
  );
  const isSorted = size >= SORTED_FROM_BYTES;
  const { progress = () => {} } = options;
  const rows = readRows(path, {
    ...options,
    progress: (bytes, total) => progress(Math.round(READING_SHARE * bytes), total),
  });
  const showTaken = (taken: number, total: number) =>
    progress(Math.round(size * (READING_SHARE + ((1 - READING_SHARE) * taken) / Math.max(1, total))), size);
  const survey = createPointSurvey();
  const dates = createFileDates();
  const onRow = (row: ImportRow) => {
    survey.add(row);
    dates.add(row.fields.date);
  };
  return { rows: stageRows(rows, { isSorted, onRow, progress: showTaken }), isSorted, survey, getDates: dates.decide };
}

/** The rows after those that were imported before the import was cut off. */
export async function* resume(first: IteratorResult<ImportRow>, rows: AsyncIterable<ImportRow>, position: number) {
  let index = 0;
  if (!first.done && index++ >= position) yield first.value;
  for await (const row of rows) if (index++ >= position) yield row;
}

interface Batch {
  batch: ImportRow[];
  results: RowResult[];
}

/**
 * @param getDates how the file writes dates, asked when its last row was read
 * @param onConvert called for each row with the listing that it becomes
 */
export async function* inBatches(
  rows: AsyncIterable<ImportRow>,
  placeMatcher: PlaceMatcher,
  getDates: () => FileDates,
  onConvert: (row: ImportRow, result: RowResult) => void = () => {},
): AsyncGenerator<Batch> {
  const convert = (batch: ImportRow[]) => {
    const dates = getDates();
    const results = batch.map((row) => {
      const result = convertRow(placeMatcher, row, dates);
      onConvert(row, result);
      return result;
    });
    return { batch, results };
  };
  let batch: ImportRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield convert(batch);
    batch = [];
  }
  if (batch.length > 0) yield convert(batch);
}

/** Makes the next item while the last one is worked on: while the database writes a batch, the next one is read. */
export async function* readAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const readNext = () => {
    const next = items.next();
    // A failure is thrown when the item is asked for.
    next.catch(() => {});
    return next;
  };
  let next = readNext();
  try {
    for (let item = await next; !item.done; item = await next) {
      next = readNext();
      yield item.value;
    }
  } finally {
    await items.return(undefined);
  }
}

/**
 * Works on two items at a time. `work` awaits the former item before the part that is to happen in the order of the items.
 * @throws what `work` throws, when nothing is worked on any more
 */
export async function overlap<Item>(
  items: AsyncIterable<Item>,
  work: (item: Item, former: Promise<void>) => Promise<void>,
): Promise<void> {
  let [former, last] = [Promise.resolve(), Promise.resolve()];
  try {
    for await (const item of items) {
      await former;
      former = last;
      last = work(item, former);
      // The error is thrown when the item after it ends.
      last.catch(() => {});
    }
    await last;
  } finally {
    await Promise.allSettled([former, last]);
  }
}
