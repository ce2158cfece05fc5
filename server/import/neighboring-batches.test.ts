import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { importRows, toCsv, writeImportFile } from '#tests/support/import/import-file.ts';
import { overlap } from './batches.ts';
import { importFile } from './import.ts';

const database = await createTestDatabase();
const { db } = database;
/** Deletes the imports, and what they have written. */
async function clear() {
  for (const table of ['listings', 'imports', 'merged_rows', 'doubtful_pairs'] as const)
    await db.deleteFrom(table).execute();
}
beforeEach(clear);
afterAll(() => database.drop());

const BATCH = 500;
/** A row of which only the id is valid, so that it costs nothing. */
const filler = (n: number) => ({ id: `f:${n}`, name: '-' });
/** These rows as the last ones of their batch, each before the next batch begins. */
const toEnds = (...rows: Record<string, string>[]) =>
  rows.flatMap((row, batch) => [...Array.from({ length: BATCH - 1 }, (_, n) => filler(batch * BATCH + n)), row]);
const listings = () => db.selectFrom('listings').selectAll().orderBy('id').execute();

describe('A row of the next batch', () => {
  it('is merged into one that is being written, which takes over its facts', async () => {
    const [first, second] = [
      { id: 'a', phone: '', website: '' },
      { id: 'b', phone: '', source: 'Other' },
    ];
    const third = { id: 'c', website: '', source: 'Third' };
    const summary = await importRows(database, [...toEnds(first), second, ...toEnds(third).slice(1)]);
    expect(summary).toMatchObject({ added: 1, merged: 2 });
    expect(await listings()).toMatchObject([
      {
        ...{ source_id: 'a', phone: '(949) 555-0100', website: 'https://golden-hour.example' },
        facts: { phone: { source: 'Third' }, website: { source: 'Other' } },
      },
    ]);
    const merged = await db.selectFrom('merged_rows').select(['source_id', 'taken']).orderBy('source_id').execute();
    expect(merged).toMatchObject([
      { source_id: 'b', taken: { website: {} } },
      { source_id: 'c', taken: { phone: {} } },
    ]);
  });

  it('leaves a listing what the one before gave it', async () => {
    await importRows(database, [{ id: 'a', phone: '', website: '', lat: '', lng: '' }]);
    const rows: Record<string, string>[] = [
      { id: 'b', source: 'Other', website: '' },
      { id: 'c', source: 'Third', phone: '' },
    ];
    expect(await importRows(database, toEnds(...rows))).toMatchObject({ added: 0, merged: 2 });
    expect(await listings()).toMatchObject([
      { source_id: 'a', phone: '(949) 555-0100', website: 'https://golden-hour.example' },
    ]);
  });

  it('of the same source is no second row of the business', async () => {
    await importRows(database, [{ id: 'a', phone: '' }]);
    const row = { source: 'Other', phone: '(949) 555-0199', address: '102 Main St' };
    const again = { ...row, phone: '', address: '100 Main St', name: 'Golden Hour Plumbers' };
    const apart = await importRows(database, [
      { ...row, id: 'b', address: '100 Main St' },
      { ...again, id: 'c' },
    ]);
    await clear();
    await importRows(database, [{ id: 'a', phone: '' }]);
    const [b = {}, c = {}] = [
      { ...row, id: 'b', address: '100 Main St' },
      { ...again, id: 'c' },
    ];
    expect(await importRows(database, [...toEnds(b), c])).toMatchObject({
      ...{ merged: apart.merged, doubtful: apart.doubtful, added: apart.added },
    });
  });
});

it('A dry run counts the same as the import, across its batches, and leaves nothing', async () => {
  await importRows(database, [
    { id: 'a', phone: '' },
    { id: 'x', name: 'Blue Door', address: '9 Other Rd' },
    { id: 'y', name: 'Red Door', address: '77 Other Rd', phone: '(949) 555-0111' },
  ]);
  const owner = await makeAccount(db);
  await db.updateTable('listings').set({ owner_id: owner.id }).where('source_id', '=', 'y').execute();
  const other = { source: 'Other', phone: '(949) 555-0199' };
  const unlike = { phone: '(949) 555-0188', website: '', lat: '', lng: '' };
  const changed = { address: '9 Other Rd', phone: '(949) 555-0177' };
  const rows = toEnds(
    { ...other, id: 'b' },
    { ...other, id: 'c', name: 'Golden Hour Plumbers', phone: '' },
    { id: 'd', source: 'Third', name: 'Green Door', address: '500 Third St' },
    { id: 'e', source: 'Fourth', name: 'GREEN DOOR', address: '502 3rd Street' },
    // Resembles only the row before, which is no listing.
    { ...unlike, id: 'f', source: 'Fifth', name: 'Green Door', address: '502 Third St' },
    { ...changed, id: 'x', name: 'Blue Door' },
    { id: 'y', name: 'Red Door', address: '77 Other Rd', phone: '(949) 555-0122' },
  );
  const path = writeImportFile(toCsv([...rows, { id: 'a', phone: '' }]));
  const before = await listings();
  const { importId: _, kinds, ...dry } = await importFile(db, path, { dryRun: true });
  expect(kinds).toEqual([]);
  expect(await listings()).toEqual(before);
  const { rows: left } = await sql`
    select from pg_class where relname = 'dry_run_rows' union all select from merged_rows union all select from doubtful_pairs`.execute(
    db,
  );
  expect(left).toEqual([]);
  expect(dry).toMatchObject({ updated: 1, claimed: 1, unchanged: 1 });
  expect(await importFile(db, path)).toMatchObject(dry);
});

describe('Two items at a time', () => {
  async function* items(count: number) {
    for (let n = 1; n <= count; n++) yield n;
  }

  it('end in their order, and begin before the former has ended', async () => {
    const log: string[] = [];
    await overlap(items(4), async (item, former) => {
      log.push(`begin ${item}`);
      await former;
      // The first items take longest.
      for (let turns = 20; turns > 5 * item; turns--) await Promise.resolve();
      log.push(`end ${item}`);
    });
    expect(log.filter((line) => line.startsWith('end'))).toEqual(['end 1', 'end 2', 'end 3', 'end 4']);
    expect(log.indexOf('begin 2')).toBeLessThan(log.indexOf('end 1'));
    expect(log.indexOf('begin 3')).toBeGreaterThan(log.indexOf('end 1'));
  });

  it('end with the failure of either, when the other one has ended', async () => {
    for (const failing of [1, 2]) {
      const ended: number[] = [];
      const work = async (item: number, former: Promise<void>) => {
        if (item === failing) throw new Error(`item ${item}`);
        await former.finally(() => ended.push(item));
      };
      await expect(overlap(items(3), work)).rejects.toThrow(`item ${failing}`);
      expect(ended).toContain(3 - failing);
    }
  });
});

it('A batch is not written after one that failed', async () => {
  const rows = Array.from({ length: 3 * BATCH }, (_, n) => filler(n));
  const path = writeImportFile(toCsv([...rows, { id: 'last' }]));
  let batches = 0;
  const failing = importFile(db, path, {
    onWarning: ({ line }) => {
      if (line === BATCH + 2) throw new Error('cut off');
    },
    onBatch: () => {
      batches++;
    },
  });
  await expect(failing).rejects.toThrow('cut off');
  expect(batches).toBe(1);
  expect(await db.selectFrom('imports').select(['position', 'summary']).execute()).toMatchObject([
    { position: BATCH, summary: { read: BATCH, skipped: BATCH } },
  ]);
  expect(await importFile(db, path)).toMatchObject({ read: 3 * BATCH + 1, skipped: 3 * BATCH, added: 1 });
});
