import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ImportOptions, importFile } from '#server/import/import.ts';
import { merge } from '#server/import/matching/merge.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { makeClaim } from '#tests/fixtures/ownership-factories.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { recordInvalidations, toCsv, writeImportFile } from '#tests/support/import/import-file.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { deleteOldImportHistory, historyQuery } from './retention.ts';
import { undoImport } from './undo.ts';
import { previewUndo } from './undo-preview.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const STREETS = ['Oak', 'Elm', 'Main', 'Pine', 'Lake', 'Hill', 'Park', 'Bay', 'Mill', 'Reed'];
/** Rows of different businesses: the name of each has a word of its own. */
const makeRows = (count: number, columns: Record<string, string> = {}) =>
  Array.from({ length: count }, (_, n): Record<string, string> => {
    const word = `${'bcdfghjklm'[n % 10]}${'aeiou'[n % 5]}${n.toString(26).replace(/\d/g, (d) => 'qrstvwxyzp'[Number(d)] ?? '')}`;
    return {
      id: `r:${n}`,
      // Mended, so that every row is reported.
      name: `${word} plumbing`.toUpperCase(),
      address: `${100 + n * 7} ${STREETS[n % 10]} St`,
      phone: `(949) 555-${1000 + n}`,
      website: '',
      lat: '',
      lng: '',
      ...columns,
    };
  });
/** Rows of a batch, the first ones of businesses; the others are skipped, which takes no time. */
const makeBatch = (count: number, columns: Record<string, string> = {}) => [
  ...makeRows(count, columns),
  ...Array.from({ length: 500 - count }, (_, n) => ({ id: `f:${n}`, name: '-' })),
];
const importRows = (rows: Record<string, string>[], options?: ImportOptions) =>
  importFile(database.db, writeImportFile(toCsv(rows)), options);
const readListings = async () =>
  (await database.db.selectFrom('listings').selectAll().orderBy('source_id').execute()).map(
    ({ updated_at, completeness, ...listing }) => listing,
  );
const readRuns = () => database.db.selectFrom('imports').selectAll().orderBy('id').execute();
const readMarks = async () => {
  const { rows } = await sql<{ source_id: string; date: string; reason: string }>`
    select source_id, c.date, reason from possible_closures c join listings l on l.id = listing_id order by 1`.execute(
    database.db,
  );
  return rows;
};
const patch = (sourceId: string, columns: object) =>
  database.db.updateTable('listings').set(columns).where('source_id', '=', sourceId).execute();

describe('An import that is cut off', () => {
  it('continues where it was, and doubles nothing', async () => {
    const cuts = repetitions(1, 20);
    const rows = makeRows(cuts * 500 + 260);
    const path = writeImportFile(toCsv(rows));
    const ids = new Set<number | null>();
    for (let cut = 1; cut <= cuts; cut++) {
      const progress = { rows: 0 };
      const isCutOff = importFile(database.db, path, {
        onStart: ({ id, position }) => {
          ids.add(id);
          expect(position).toBe((cut - 1) * 500);
          progress.rows = position;
        },
        // In the middle of its second batch.
        onWarning: ({ line }) => {
          if (line > cut * 500 + 250) throw new Error('cut off');
        },
      });
      await expect(isCutOff).rejects.toThrow('cut off');
    }
    const { importId, ...summary } = await importFile(database.db, path);
    expect(ids).toEqual(new Set([importId]));
    expect(summary).toMatchObject({ read: rows.length, added: rows.length, skipped: 0, mended: rows.length });
    expect((await readListings()).map(({ source_id }) => source_id)).toEqual(rows.map(({ id }) => id).sort());
    expect(await readRuns()).toMatchObject([{ id: importId, state: 'finished', position: rows.length }]);
  });

  it('is another import with other options, and refuses ids that it had already', async () => {
    const [next = {}] = makeRows(21).slice(20);
    const rows = [...makeBatch(20), next, { ...makeRows(1)[0], name: 'The same id' }];
    const path = writeImportFile(toCsv(rows));
    const interrupted = importFile(database.db, path, {
      onWarning: ({ line }) => {
        if (line === 502) throw new Error('cut off');
      },
    });
    await expect(interrupted).rejects.toThrow('cut off');
    expect(await importFile(database.db, path, { date: '2099-01' })).toMatchObject({ added: 1, unchanged: 20 });
    expect(await importFile(database.db, path)).toMatchObject({ added: 20, unchanged: 1, skips: { repeated: 1 } });
    expect(await readRuns()).toMatchObject([{ state: 'finished' }, { state: 'finished' }]);
  });
});

it('A file whose last row refuses it has shown nothing to visitors', async () => {
  await importRows(makeRows(3));
  const before = await readListings();
  const rows = [...makeBatch(20, { phone: '(949) 555-0999' }), ...makeRows(30).slice(20)];
  const invalidations = await recordInvalidations(database);
  const path = writeImportFile(`${toCsv(rows)}x,Joe\0s,`);
  await expect(importFile(database.db, path)).rejects.toThrow(ImportError);
  expect(await invalidations.takeReceived()).toEqual([]);
  await invalidations.close();
  expect(await readListings()).toEqual(before);
  expect(await readRuns()).toHaveLength(1);
});

it('A dry run leaves nothing, and counts the same', async () => {
  const rows = makeRows(12);
  const { kinds, ...dry } = await importRows(rows, { dryRun: true });
  expect(kinds).toEqual([]);
  const { rows: left } = await sql`
    select from imports union all select from import_listings union all select from listings
    union all select from sources where name = 'Examples' union all select from listing_search`.execute(database.db);
  expect([dry.importId, left]).toEqual([null, []]);
  expect(await importRows(rows)).toMatchObject({ ...dry, importId: 1 });
  const { rows: indexed } = await sql`select from listing_search`.execute(database.db);
  expect(indexed).toHaveLength(12);
});

describe('Undoing an import', () => {
  it('removes what it added and restores what it changed', async () => {
    await importRows(makeRows(4));
    const before = await readListings();
    const changed = makeRows(7, { phone: '(949) 555-0199', address: '9 Other Rd' });
    const { importId } = await importRows(
      changed.map((row, n) => ({ ...row, address: `${n * 9 + 1} Other Rd` })),
      { date: '2099-01' },
    );
    expect(await readListings()).toHaveLength(7);
    const invalidations = await recordInvalidations(database);
    expect(await undoImport(database.db, importId ?? 0)).toEqual({ removed: 3, restored: 4, kept: 0 });
    expect((await invalidations.takeReceived()).flat()).toContain(`listing:${before[0]?.id}`);
    await invalidations.close();
    expect(await readListings()).toEqual(before);
    expect((await readRuns())[1]).toMatchObject({ state: 'undone' });
    await expect(undoImport(database.db, importId ?? 0)).rejects.toThrow(/^There is no import 2 that can be undone/);
  });

  it('keeps what was claimed, saved, edited or imported again since', async () => {
    const { importId } = await importRows(makeRows(6));
    const { id } = await makeAccount(database.db);
    await patch('r:0', { owner_id: id });
    await patch('r:1', { version: 2 });
    const saved = (await readListings()).find(({ source_id }) => source_id === 'r:2');
    await database.db
      .insertInto('saved_listings')
      .values({ account_id: id, listing_id: saved?.id ?? 0 })
      .execute();
    await importRows(makeRows(4, { phone: '(949) 555-0199' }).slice(3));
    expect(await undoImport(database.db, importId ?? 0)).toEqual({ removed: 2, restored: 0, kept: 4 });
    expect((await readListings()).map(({ source_id }) => source_id)).toEqual(['r:0', 'r:1', 'r:2', 'r:3']);
  });

  it.each([
    ['mailed', 1],
    ['waiting', 1],
    ['declined', 0],
  ] as const)('of a listing with a claim that is %s keeps %i', async (status, kept) => {
    const { importId } = await importRows(makeRows(1));
    const [listing] = await readListings();
    const { id } = await makeAccount(database.db);
    const decided = status === 'declined' && { decided_at: new Date(), reason: 'No proof' };
    await makeClaim(database.db, { account_id: id, listing_id: Number(listing?.id), status, ...decided });
    expect(await undoImport(database.db, importId ?? 0)).toEqual({ removed: 1 - kept, restored: 0, kept });
  });

  it('undoes merges', async () => {
    await importRows(makeRows(2, { phone: '' }));
    const before = await readListings();
    const { importId, merged } = await importRows(makeRows(1, { source: 'Other' }), { date: '2099-01' });
    expect([merged, (await readListings())[0]?.phone]).toEqual([1, '(949) 555-1000']);
    await undoImport(database.db, importId ?? 0);
    expect(await readListings()).toEqual(before);
    expect(await database.db.selectFrom('merged_rows').select('source').execute()).toEqual([]);
  });

  it('leaves a business to the other imports that have it, one after the other', async () => {
    const [row = {}] = makeRows(1, { name: 'Harbor Sample Deli', category: 'sandwiches-delis' });
    const sources = ['Permits A', 'Permits B', 'Permits C'];
    const imports: number[] = [];
    for (const [n, source] of sources.entries()) {
      const { importId } = await importRows([
        { ...row, source, phone: '', website: n === 2 ? 'https://c.example' : '' },
      ]);
      imports.push(importId ?? 0);
    }
    const [listing] = await readListings();
    const readRest = async () => (await readListings()).map(({ id, source, website }) => [id, source, website]);
    const kept = { claimed: 0, edited: 0, saved: 0, otherImport: 1, importedAgain: 0, gone: 0 };
    expect(await previewUndo(database.db, imports[0] ?? 0)).toEqual({ removed: 0, restored: 0, kept });
    expect(await undoImport(database.db, imports[0] ?? 0)).toEqual({ removed: 0, restored: 0, kept: 1 });
    expect(await readRest()).toEqual([[listing?.id, 'Permits B', 'https://c.example']]);
    // The next file of B knows it.
    expect(await importRows([{ ...row, source: 'Permits B', phone: '' }])).toMatchObject({ unchanged: 1, merged: 0 });
    expect(await undoImport(database.db, imports[2] ?? 0)).toEqual({ removed: 0, restored: 1, kept: 0 });
    expect(await readRest()).toEqual([[listing?.id, 'Permits B', null]]);
    expect(await undoImport(database.db, imports[1] ?? 0)).toEqual({ removed: 0, restored: 0, kept: 1 });
    expect(await undoImport(database.db, 4)).toEqual({ removed: 1, restored: 0, kept: 0 });
    expect(await readListings()).toEqual([]);
  });

  it('returns a listing that was merged by hand into one that it removes', async () => {
    const [row = {}] = makeRows(1);
    const { importId } = await importRows([row]);
    await importRows([{ ...row, name: 'Elsewhere', address: '5 Far Rd', phone: '', source: 'Other' }]);
    const ids = (await readListings()).map(({ id }) => id) as [number, number];
    const admin = await makeAccount(database.db);
    const [first] = (await readListings()).filter(({ source }) => source === 'Examples');
    await database.db.transaction().execute((trx) => merge(trx, { ids, by: admin.id, keep: first?.id }));
    expect(await undoImport(database.db, importId ?? 0)).toEqual({ removed: 1, restored: 0, kept: 0 });
    expect(await readListings()).toMatchObject([{ source: 'Other', status: 'active' }]);
  });

  it('leaves the merges of another import between its beginning and its end', async () => {
    const rows = [...makeBatch(20), ...makeRows(21).slice(20)];
    const path = writeImportFile(toCsv(rows));
    const interrupted = importFile(database.db, path, {
      onWarning: ({ line }) => {
        if (line === 502) throw new Error('cut off');
      },
    });
    await expect(interrupted).rejects.toThrow('cut off');
    expect(await importRows(makeRows(1, { source: 'Other' }))).toMatchObject({ merged: 1 });
    const { importId } = await importFile(database.db, path);
    await patch('r:0', { version: 2 });
    await undoImport(database.db, importId ?? 0);
    expect(await database.db.selectFrom('merged_rows').select('source').execute()).toEqual([{ source: 'Other' }]);
  });

  it('is refused 90 days after its end, when what it needs is deleted, but not before', async () => {
    const rows = makeRows(2);
    const ids = [];
    for (const row of rows) ids.push((await importRows([row])).importId ?? 0);
    const [old = 0, recent = 0] = ids;
    const setAge = (id: number, days: number) =>
      sql`update imports set finished_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(
        database.db,
      );
    await setAge(old, 91);
    await setAge(recent, 89);
    await sql`set enable_seqscan = off`.execute(database.db);
    const plan = await explain(database.db, historyQuery(5000).compile(database.db));
    expect(plan.filter((line) => /Seq Scan on import_listings/.test(line))).toEqual([]);
    await deleteOldImportHistory(database.db);
    expect(await database.db.selectFrom('import_listings').select('import_id').execute()).toEqual([
      { import_id: recent },
    ]);
    await expect(undoImport(database.db, old)).rejects.toThrow(
      `Import ${old} ended more than 90 days ago: it can no longer be undone.`,
    );
    expect(await undoImport(database.db, recent)).toMatchObject({ removed: 1 });
    expect(await readListings()).toMatchObject([{ source_id: 'r:0' }]);
  });
});

describe('A refresh', () => {
  const refresh = (rows: Record<string, string>[], date: string) => importRows(rows, { date, refresh: true });

  it('marks what its file lacks or says is closed, and no other import marks what is missing', async () => {
    const rows = makeRows(8);
    expect(await refresh(rows, '2024-11')).toMatchObject({ refresh: { marked: 0 } });
    await importRows(rows.slice(1), { date: '2025-01' });
    expect(await readMarks()).toEqual([]);
    const closed = rows.map((row, n) => (n === 7 ? { ...row, category_raw: 'closed' } : row));
    await importRows(closed.slice(1), { date: '2025-02' });
    expect(await readMarks()).toEqual([{ source_id: 'r:7', date: '2025-02', reason: 'closed' }]);
    const promised = await importRows(closed.slice(1), { date: '2025-03', refresh: true, dryRun: true });
    expect(promised).toMatchObject({ closures: 1, refresh: { marked: 2, partial: [] } });
    const { kinds, ...promise } = promised;
    expect(await refresh(closed.slice(1), '2025-03')).toMatchObject({ ...promise, importId: expect.any(Number) });
    expect(await readMarks()).toEqual([
      { source_id: 'r:0', date: '2025-03', reason: 'missing' },
      { source_id: 'r:7', date: '2025-03', reason: 'closed' },
    ]);
    // The facts of the others are as old as the new file, without being written.
    const dates = (await readListings()).map(({ source_date }) => source_date);
    expect(dates).toEqual(['2024-11', ...Array.from({ length: 6 }, () => null), '2024-11']);
    const source = await database.db.selectFrom('sources').select('date').where('name', '=', 'Examples').execute();
    expect(source).toEqual([{ date: '2025-03' }]);
    await importRows(rows.slice(0, 1), { date: '2025-04' });
    expect(await readMarks()).toMatchObject([{ source_id: 'r:7' }]);
  });

  it('leaves what has an owner, what an administrator keeps, and rows that are skipped for another reason', async () => {
    const rows = makeRows(8);
    await importRows(rows);
    const { id } = await makeAccount(database.db);
    await patch('r:0', { owner_id: id });
    await patch('r:1', { facts: JSON.stringify({ open: { by: 'administrator', date: '2025-01' } }) });
    await refresh([{ ...rows[2], name: '?' }, ...rows.slice(4)], '2099-01');
    expect(await readMarks()).toMatchObject([{ source_id: 'r:3' }]);
  });

  it('gives its source the former date when it is undone', async () => {
    const rows = makeRows(3);
    await refresh(rows, '2024-11');
    await patch('r:1', { source_date: '2024-05' });
    const before = await readListings();
    const { importId } = await refresh(rows, '2025-03');
    expect((await readListings()).map(({ source_date }) => source_date)).toEqual([null, null, null]);
    await undoImport(database.db, importId ?? 0);
    expect(await readListings()).toEqual(before);
    const readDate = () => database.db.selectFrom('sources').select('date').where('name', '=', 'Examples').execute();
    expect(await readDate()).toEqual([{ date: '2024-11' }]);
    // A later refresh has precedence.
    const { importId: second } = await refresh(rows, '2025-03');
    await refresh(rows, '2025-04');
    await undoImport(database.db, second ?? 0);
    expect(await readDate()).toEqual([{ date: '2025-04' }]);
  });

  it('of which the undo gives back the marks that it removed or replaced, but not those of an import that is undone', async () => {
    const rows = makeRows(5);
    const closed = rows.map((row, n) => (n < 2 ? { ...row, category_raw: 'closed' } : row));
    await importRows(rows);
    const { importId: first } = await importRows(closed, { date: '2025-02' });
    const before = await readMarks();
    expect(before).toHaveLength(2);
    const [listings, { importId: second }] = [
      await readListings(),
      await refresh([...closed.slice(0, 1), ...rows.slice(1)], '2025-03'),
    ];
    expect(await readMarks()).toEqual([{ source_id: 'r:0', date: '2025-03', reason: 'closed' }]);
    expect(await undoImport(database.db, second ?? 0)).toMatchObject({ removed: 0, kept: 0 });
    expect(await readMarks()).toEqual(before);
    expect((await readListings()).map((listing) => ({ ...listing, source_date: null }))).toEqual(
      listings.map((listing) => ({ ...listing, source_date: null })),
    );
    const { importId: third } = await importRows(rows, { date: '2025-03' });
    await undoImport(database.db, first ?? 0);
    await undoImport(database.db, third ?? 0);
    expect(await readMarks()).toEqual([]);
  });

  it('with half of a source marks the other half', async () => {
    await importRows(makeRows(8));
    expect((await refresh(makeRows(4), '2099-01')).refresh).toEqual({ marked: 4, partial: [] });
  });

  it('leaves what visitors reported, also of a business that its file lists', async () => {
    await importRows(makeRows(3));
    const [first] = await readListings();
    await sql`insert into possible_closures (listing_id, source, date, reason)
      values (${first?.id}, 'visitors', '2025-03', 'reported')`.execute(database.db);
    await refresh(makeRows(3), '2099-01');
    expect(await readMarks()).toMatchObject([{ source_id: 'r:0', reason: 'reported' }]);
  });

  it('with a part of a source marks nothing', async () => {
    await importRows(makeRows(8));
    const result = await refresh(makeRows(3), '2099-01');
    expect(result.refresh).toEqual({ marked: 0, partial: ['Examples'] });
    expect(await readMarks()).toEqual([]);
  });
});
