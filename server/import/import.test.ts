import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_KEYS } from '#server/platform/db/invalidate.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import {
  IMPORT_COLUMNS,
  importRows,
  recordInvalidations,
  toCsv,
  writeImportFile,
} from '#tests/support/import/import-file.ts';
import { importFile } from './import.ts';
import type { ImportWarning } from './summary.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const listings = () => database.db.selectFrom('listings').selectAll().orderBy('id').execute();

describe('A file', () => {
  it('becomes free, unclaimed listings without end', async () => {
    const summary = await importRows(database, [{}]);
    expect(summary).toMatchObject({ read: 1, added: 1, mended: 0, skipped: 0, warnings: [] });
    expect(await listings()).toMatchObject([
      {
        title: 'Golden Hour Plumbing',
        business_name: 'Golden Hour Plumbing',
        address: '100 Main St',
        city: 'Irvine',
        state: 'CA',
        zip: '92614',
        phone: '(949) 555-0100',
        website: 'https://golden-hour.example',
        location_id: 3,
        lat: 33.6801,
        lng: -117.8302,
        point_source: 'import',
        origin: 'import',
        source: 'Examples',
        source_id: 'ex:1',
        level: 'free',
        owner_id: null,
        expires_at: null,
      },
    ]);
  });

  it('is in the city whose limits have its point, and else in the named one', async () => {
    const { mended } = await importRows(database, [
      { city: 'Newport Beach' },
      { name: 'Without a Point', city: 'Newport Beach', lat: '', lng: '' },
    ]);
    expect(mended).toBe(1);
    const places = Object.fromEntries(
      (await database.db.selectFrom('places').select(['id', 'slug']).execute()).map(({ id, slug }) => [id, slug]),
    );
    expect((await listings()).map((row) => [row.city, places[row.place_id ?? 0]])).toEqual([
      ['Irvine', 'irvine'],
      ['Newport Beach', 'newport-beach'],
    ]);
  });

  it('has its category and the parent of that as top category', async () => {
    await importRows(database, [{}, { name: 'Somewhere Else', category: 'home-services' }]);
    const slugs = Object.fromEntries(
      (await database.db.selectFrom('categories').select(['id', 'slug']).execute()).map(({ id, slug }) => [id, slug]),
    );
    expect((await listings()).map((row) => [slugs[row.category_id], slugs[row.top_category_id]])).toEqual([
      ['plumbers', 'home-services'],
      ['home-services', 'home-services'],
    ]);
  });

  it('may have more columns, in any order, and describes when a market is open', async () => {
    const columns = ['months', 'notes', ...IMPORT_COLUMNS.toReversed(), 'days', 'hours'];
    await importRows(database, [{ days: 'Sun.', hours: '8:30am - 1pm', months: 'Apr - Oct', notes: 'x' }], columns);
    expect((await listings())[0]?.description).toContain('Open Sundays from 8:30 am to 1 pm, April to October.');
  });

  it('names the right line, also after records of several lines', async () => {
    const { warnings } = await importRows(database, [
      { name: 'Two\nlines', address: '1\nMain\nSt' },
      { name: '' },
      { zip: '00000', city: 'Reno', county: 'Washoe' },
    ]);
    expect(warnings.map(({ line, id, action }) => [line, id, action])).toEqual([
      [6, 'ex:2', 'skipped'],
      [7, 'ex:3', 'skipped'],
    ]);
    expect((await listings())[0]).toMatchObject({ title: 'Two lines', address: '1 Main St' });
  });

  it('changes nothing in a dry run, and returns the same counts', async () => {
    const invalidations = await recordInvalidations(database);
    const summary = await importFile(database.db, writeImportFile(toCsv([{}])), { dryRun: true });
    expect(summary).toMatchObject({ read: 1, added: 1 });
    expect(await listings()).toEqual([]);
    expect(await invalidations.takeReceived()).toEqual([]);
    await invalidations.close();
  });

  it('is imported once by two concurrent imports', async () => {
    // More rows than a batch has, most of which are skipped at once.
    const path = writeImportFile(
      toCsv(Array.from({ length: 600 }, (_, n) => ({ name: n % 10 === 0 ? `Business ${n} Ltd` : '-' }))),
    );
    const summaries = await Promise.all([importFile(database.db, path), importFile(database.db, path)]);
    expect(summaries.map(({ added, unchanged }) => [added, unchanged]).sort()).toEqual([
      [0, 60],
      [60, 0],
    ]);
  });
});

const FACTS = { phone: { by: 'owner', date: '2025-01' }, website: { source: 'Other', date: '2099-03' } };

describe('The same file again', () => {
  it('names what it replaces, in a dry run too, and keeps what says more of the same', async () => {
    const full = {
      phone: '(949) 555-0100 x12',
      website: 'https://golden-hour.example/irvine',
    };
    await importRows(database, [full]);
    expect(await importRows(database, [{}])).toMatchObject({ unchanged: 1, updated: 0, warnings: [] });
    expect(await listings()).toMatchObject([full]);
    const warnings: ImportWarning[] = [];
    const path = writeImportFile(toCsv([{ phone: '(949) 555-0177', website: '' }]));
    for (const dryRun of [true, false]) {
      const result = await importFile(database.db, path, { dryRun, onWarning: (warning) => warnings.push(warning) });
      expect(result.updated).toBe(1);
    }
    const reason =
      "phone '(949) 555-0100 x12' is now '(949) 555-0177'; website 'https://golden-hour.example/irvine' is gone";
    expect(warnings.map(({ line, action, reason }) => [line, action, reason])).toEqual(
      Array(2).fill([2, 'updated', reason]),
    );
  });

  it('marks a listing whose status or end says that it has closed', async () => {
    await importRows(database, [{}, { name: 'Other Plumbing', address: '7 Elm St', phone: '' }]);
    const columns = [...IMPORT_COLUMNS, 'status', 'expires', 'date'];
    const rows: Record<string, string>[] = [
      { status: 'Out of Business' },
      { id: 'ex:2', expires: '03/31/2023', date: '2026-08' },
    ];
    expect(await importRows(database, rows, columns)).toMatchObject({ closures: 2, skips: { closed: 2 } });
    expect((await listings()).map(({ may_have_closed }) => may_have_closed)).toEqual([true, true]);
  });

  it('changes nothing', async () => {
    const rows: Record<string, string>[] = [{}, { name: 'SECOND PLUMBER', phone: '9495550101', zip: '92614-1234' }];
    await importRows(database, rows);
    const before = await listings();
    const invalidations = await recordInvalidations(database);
    expect(await importRows(database, rows)).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    expect(await listings()).toEqual(before);
    expect(await invalidations.takeReceived()).toEqual([]);
    await invalidations.close();
  });

  it('keeps the point of an address that was found meanwhile, until the address changes', async () => {
    const row = { lat: '', lng: '' };
    await importRows(database, [row]);
    const point = { lat: 33.69, lng: -117.82, point_source: 'geocoder' as const };
    await database.db.updateTable('listings').set(point).execute();
    expect(await importRows(database, [row])).toMatchObject({ unchanged: 1 });
    expect(await importRows(database, [{ ...row, phone: '(949) 555-0177' }])).toMatchObject({ updated: 1 });
    expect(await listings()).toMatchObject([{ phone: '(949) 555-0177', ...point }]);
    await importRows(database, [{ ...row, address: '200 Main St' }]);
    expect(await listings()).toMatchObject([{ lat: null, lng: null, point_source: null }]);
  });

  it('updates a changed listing, and invalidates its old and new places', async () => {
    await importRows(database, [{}, { name: 'Second Plumber' }]);
    const [before, other] = await listings();
    const invalidations = await recordInvalidations(database);
    const moved = {
      phone: '(949) 555-0199',
      zip: '92262',
      city: 'Palm Springs',
      county: 'Riverside',
      lat: '',
      lng: '',
    };
    expect(await importRows(database, [moved, { name: 'Second Plumber' }])).toMatchObject({ updated: 1, unchanged: 1 });

    const [after, same] = await listings();
    expect(after).toMatchObject({
      id: before?.id,
      phone: '(949) 555-0199',
      city: 'Palm Springs',
      location_id: 4,
      lat: null,
    });
    expect(after?.created_at).toEqual(before?.created_at);
    expect(same).toEqual(other);
    expect(await invalidations.takeReceived()).toEqual([
      [
        ...['category:home-services', 'category:plumbers', 'city:irvine', 'city:palm-springs', 'counts'],
        ...['county:orange-county', 'county:riverside-county', `listing:${before?.id}`, 'location:orange-county'],
        ...['location:palm-springs', 'recent', 'zip:92262', 'zip:92614'],
      ],
    ]);
    await invalidations.close();
  });

  it('keeps the facts that an owner changed, and those that another source said later', async () => {
    await importRows(database, [{}]);
    await database.db
      .updateTable('listings')
      .set({ phone: '1', website: 'https://w.example', facts: JSON.stringify(FACTS) })
      .execute();
    const file = writeImportFile(toCsv([{ address: '200 Main St', phone: '(949) 555-0199' }]));
    await importFile(database.db, file, { date: '2099-02' });
    expect(await listings()).toMatchObject([
      { address: '200 Main St', phone: '1', website: 'https://w.example', source_date: '2099-02', facts: FACTS },
    ]);
  });

  it('leaves a listing that an account has claimed', async () => {
    await importRows(database, [{}]);
    const owner = await makeAccount(database.db);
    await database.db.updateTable('listings').set({ owner_id: owner.id, phone: '(949) 555-0123' }).execute();
    const before = await listings();
    expect(await importRows(database, [{ phone: '(949) 555-0199' }])).toMatchObject({ claimed: 1, updated: 0 });
    expect(await listings()).toEqual(before);
  });

  it('leaves a listing that an account claims during the import', async () => {
    const { db } = database;
    await importRows(database, [{}]);
    const owner = await makeAccount(db);
    const countLockWaiters = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length;
    };
    const importing = await db.transaction().execute(async (trx) => {
      await trx.updateTable('listings').set({ owner_id: owner.id }).execute();
      const started = importRows(database, [{ phone: '(949) 555-0199' }]);
      await expect.poll(countLockWaiters).toBe(1);
      return { started };
    });
    expect(await importing.started).toMatchObject({ claimed: 1, updated: 0 });
    expect(await listings()).toMatchObject([{ owner_id: owner.id, phone: '(949) 555-0100' }]);
  });

  it('does not restore a deleted listing', async () => {
    await importRows(database, [{}]);
    await database.db
      .updateTable('listings')
      .set({ status: 'deleted', deleted_from: 'active', deleted_at: new Date() })
      .execute();
    expect(await importRows(database, [{ phone: '(949) 555-0199' }])).toMatchObject({ added: 0, updated: 1 });
    expect(await listings()).toMatchObject([{ status: 'deleted' }]);
  });
});

describe('Invalidation', () => {
  it('covers exactly what shows the new listing', async () => {
    const invalidations = await recordInvalidations(database);
    await importRows(database, [{}]);
    const [listing] = await listings();
    expect(await invalidations.takeReceived()).toEqual([
      [
        ...['category:home-services', 'category:plumbers', 'city:irvine', 'counts', 'county:orange-county'],
        ...[`listing:${listing?.id}`, 'location:orange-county', 'recent', 'zip:92614'],
      ],
    ]);
    await invalidations.close();
  });

  it('covers everything when there are too many keys', async () => {
    const invalidations = await recordInvalidations(database);
    await importRows(
      database,
      Array.from({ length: 200 }, (_, index) => ({ name: `Business ${index} Ltd` })),
    );
    expect(await invalidations.takeReceived()).toEqual([[ALL_KEYS]]);
    await invalidations.close();
  });
});
