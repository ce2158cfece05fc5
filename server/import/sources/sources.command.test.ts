import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { toOvertureParquet } from '#tests/support/place-files.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { startOpenDataServer } from '#tests/support/servers/open-data-server.ts';

const server = await startOpenDataServer();
const dataDir = mkdtempSync(join(tmpdir(), 'sources-command-'));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  server.reset();
  rmSync(join(dataDir, 'imports'), { recursive: true, force: true });
  for (const table of ['import_uploads', 'open_data_sources', 'listings'] as const)
    await database.db.deleteFrom(table).execute();
});
afterAll(async () => {
  await server.close();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const run = (...args: string[]) =>
  runCommand('server/import/sources/sources.command.ts', {
    args,
    cwd: dataDir,
    env: { DATABASE_URL: String(database.env.DATABASE_URL), DATA_DIR: dataDir },
  });
const titles = async () =>
  (await database.db.selectFrom('listings').select('title').orderBy('title').execute()).map(({ title }) => title);

const place = (id: string, name: string, lat = 33.68) => ({
  ...{ id, name, lat, lng: -117.83, category: 'coffee_shop', confidence: 0.9 },
  address: { freeform: `${id} Main St`, locality: 'Irvine', postcode: '92614', region: 'US-CA' },
});
const putRelease = (release: string, ...places: ReturnType<typeof place>[]) =>
  server.put(`release/${release}/theme=places/type=place/part-0.parquet`, toOvertureParquet(places));

it('The list names each source, its license, and what a person has to do', async () => {
  const { code, stdout } = await run();
  expect(code).toBe(0);
  expect(stdout).toMatch(/^overture +Overture Maps places\n/);
  expect(stdout).toMatch(/monthly; CDLA-Permissive-2\.0/);
  expect(stdout).toMatch(/License Master.*then --from FILE/);
});

it('A source is downloaded, shown, tried, and imported when told to; a newer release marks what it lacks', async () => {
  putRelease(
    '2026-10-15.0',
    place('11', 'Alder Cafe'),
    place('22', 'Birch Cafe'),
    place('33', 'Cedar Cafe'),
    place('4', 'Paris', 48),
  );
  const tried = await run('add', 'overture', '--from', server.url);
  expect(tried).toMatchObject({ code: 0, stderr: '' });
  expect(tried.stdout).toMatch(/Release 2026-10-15\.0: 1 file\n/);
  expect(tried.stdout).toMatch(/GeoJSON, Overture Maps\n {2}Alder Cafe \| Coffee.* \| 11 Main St \| Irvine 92614/);
  expect(tried.stdout).toMatch(/Dry run: nothing was changed\.\n +read +3\n +added +3\n/);
  expect(tried.stdout).toMatch(/Nothing was imported\. The file is at \/admin/);
  expect(await titles()).toEqual([]);

  const imported = await run('add', 'overture', '--from', server.url, '--yes');
  expect(imported.stdout).toMatch(
    /Imported, [\d.]+ s in all\.\n +read +3\n +added +3\n[\s\S]*To undo it: npm run import -- --undo \d+\n$/,
  );
  expect(await titles()).toEqual(['Alder Cafe', 'Birch Cafe', 'Cedar Cafe']);

  putRelease('2026-11-19.0', place('11', 'Alder Cafe'), place('22', 'Birch Cafe'));
  const { stdout } = await run('add', 'overture', '--from', server.url, '--yes', '--refresh');
  expect(stdout).toMatch(/unchanged +2\n[\s\S]*marked +1 /);
  // The file of the first call, which nobody imported, gave way.
  const uploads = await database.db.selectFrom('import_uploads').select(['file', 'state']).orderBy('id').execute();
  expect(uploads).toEqual([
    { file: 'Overture Maps places, 2026-10-15.0', state: 'imported' },
    { file: 'Overture Maps places, 2026-11-19.0', state: 'imported' },
  ]);
  expect(readdirSync(join(dataDir, 'imports')).filter((name) => name.endsWith('.data'))).toHaveLength(2);
  const [{ import_id: last, release } = {}] = await database.db.selectFrom('open_data_sources').selectAll().execute();
  expect([typeof last, release]).toEqual(['number', '2026-11-19.0']);
});

it('A table keeps the name, license and link of its source', async () => {
  server.put(
    'file.csv',
    'Facility ID,Facility Name,Address,City/Town,State,ZIP Code,Telephone Number,Hospital Type\n' +
      '1,RIVERSIDE HOSPITAL,4445 MAGNOLIA AVE,RIVERSIDE,CA,92501,(951) 788-3000,Acute Care Hospitals\n',
  );
  const { code, stdout } = await run('add', 'cms-hospitals', '--from', `${server.url}file.csv`, '--yes');
  expect([code, await titles()]).toEqual([0, ['Riverside Hospital']]);
  expect(stdout).toMatch(/Downloaded 100 %/);
  const source = await database.db
    .selectFrom('sources')
    .selectAll()
    .where('name', '=', 'CMS hospitals')
    .executeTakeFirst();
  expect(source).toMatchObject({
    title: 'Centers for Medicare & Medicaid Services',
    ...{ date: '2026-11', license: 'Public domain', url: 'https://data.cms.gov/provider-data/dataset/xubh-q36u' },
  });
});

it.each([
  [['add', 'nowhere'], /^There is no source 'nowhere'\. The sources are overture, /],
  [['add', 'cslb'], /can’t be downloaded by a program/],
  [['add', 'overture', '--from', 'http://127.0.0.1:9/'], /the connection failed/],
  [['add', 'san-diego', '--from', '/dev/null'], /the columns have changed\. Missing: account_key/],
])('%j fails with what is wrong', async (args, message) => {
  const { code, stderr } = await run(...args);
  expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
  expect(await titles()).toEqual([]);
});
