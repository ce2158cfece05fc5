import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { importFile } from '#server/import/import.ts';
import { FACT_COLUMNS } from '#server/listings/facts.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { fixtureFile, IMPORT_COLUMNS, importRows, writeImportFile } from '#tests/support/import/import-file.ts';
import { repetitions } from '#tests/support/long-run.ts';

const api = await createTestApi();
const other = await createTestDatabase();
afterAll(async () => {
  await api.close();
  await other.drop();
});
await makeAccount(api.db, { id: 1, username: 'admin', email: null });
const administrator = await api.signedInVisitor(1);

const COLUMNS = Object.values(FACT_COLUMNS).flat();

/** The facts of all public listings, by name and address. */
const readFacts = async ({ db }: Pick<typeof other, 'db'>) =>
  db
    .selectFrom('listings')
    .select(COLUMNS)
    .where('status', '=', 'active')
    .orderBy(sql`title collate "C", address`)
    .execute();

const readMarked = async () =>
  (await api.db.selectFrom('listings').select('title').where('may_have_closed', '=', true).execute()).map(
    ({ title }) => title,
  );

it.each([
  ['all listings', '/api/admin/exports/listings?format=csv'],
  ['the listings of a filter', '/api/admin/ads.csv'],
])('An export of %s makes the same listings elsewhere, and changes nothing here', async (_, path) => {
  await api.db.deleteFrom('listings').execute();
  await other.db.deleteFrom('listings').execute();
  const { id: owner_id } = await makeAccount(api.db);
  const moreIds = (
    await api.db
      .selectFrom('categories')
      .select('id')
      .where('slug', 'in', ['bakeries', 'hvac'])
      .orderBy('slug', 'desc')
      .execute()
  ).map(({ id }) => id);
  // What an import would mend, and what spreadsheets would evaluate.
  for (const title of ['=1+1 TUTORS, LLC', "'=x", '\'Round 12" Pizza', 'RALPHS #154', 'Same Twice', 'Same Twice']) {
    await makeListing(api.db, {
      more_category_ids: moreIds,
      ...{ title, business_name: title, owner_id, address: '1 main street, irvine', phone: '949.555.0100' },
      ...{ description: '- First\nsecond, "third"\n\n+1', website: 'https://x.example/', email: 'a@x.example' },
      special_hours: JSON.stringify([{ on: '2020-12-25', hours: 'closed' }]),
    });
  }
  await makeListing(api.db, { title: 'Hidden', status: 'draft', owner_id });
  await importFile(api.db, fixtureFile('guards.csv'));
  await importRows(
    api.database,
    Array.from({ length: repetitions(100, 5000) }, (_, n) => ({
      ...{
        name: `${'bcdfghjklm'[n % 10]}${n.toString(36)} plumbing`,
        address: `${n} N Main St`,
        phone: '',
        website: '',
      },
      ...(n % 2 && { lat: '', lng: '' }),
    })),
  );
  await importRows(api.database, [
    { source: 'Other', id: '1', name: 'b0 plumbing', address: '0 N Main St', phone: '949 555 0199' },
  ]);
  const marked = { id: 'marked', name: 'Tarnished Spoon Cafe', address: '77 Far Rd', phone: '' };
  await importRows(api.database, [marked]);
  await importRows(api.database, [{ ...marked, category_raw: 'closed' }]);
  const before = await readFacts(api);
  const file = writeImportFile(String((await administrator.get(path)).body));

  const here = await importFile(api.db, file);
  expect(here).toMatchObject({ added: 0, updated: 0, unchanged: before.length, merged: 0, skips: { status: 1 } });
  expect(await readFacts(api)).toEqual(before);
  expect(await readMarked()).toEqual(['Tarnished Spoon Cafe']);
  expect(await importFile(other.db, file)).toMatchObject({ added: before.length, merged: 0, mended: 0 });
  expect(await readFacts(other)).toEqual(before);
});

it('An export says that there are no further categories, unless it is of an earlier release; unknown ones skip their row', async () => {
  await api.db.deleteFrom('listings').execute();
  await importRows(api.database, [{ more_categories: 'hvac; bakeries' }], [...IMPORT_COLUMNS, 'more_categories']);
  const csv = String((await administrator.get('/api/admin/exports/listings?format=csv')).body);
  const readMore = async () => (await readFacts(api)).map(({ more_category_ids }) => more_category_ids.length);
  const send = (text: string) => importFile(api.db, writeImportFile(text));
  expect(csv).toContain('hvac bakeries');
  expect(await send(csv.replace('more_category_slugs', 'more_slugs'))).toMatchObject({ unchanged: 1 });
  expect(await send(csv.replace('hvac bakeries', 'hvac unicorns'))).toMatchObject({ skips: { export: 1 } });
  expect(await readMore()).toEqual([2]);
  expect(await send(csv.replace('hvac bakeries', ''))).toMatchObject({ updated: 1 });
  expect(await readMore()).toEqual([0]);
});
