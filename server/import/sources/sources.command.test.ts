import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { canMount, mountSmallDisk } from '#tests/faults/outages/small-disk.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { toOvertureParquet } from '#tests/support/place-files.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { startOpenDataServer } from '#tests/support/servers/open-data-server.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

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
  await database.db.deleteFrom('sources').where('name', '=', 'CMS hospitals').execute();
});
afterAll(async () => {
  await server.close();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const COMMAND = 'server/import/sources/sources.command.ts';
const getEnv = () => ({ DATABASE_URL: String(database.env.DATABASE_URL), DATA_DIR: dataDir });
const run = (...args: string[]) => runCommand(COMMAND, { args, cwd: dataDir, env: getEnv() });
const HOSPITALS =
  'Facility ID,Facility Name,Address,City/Town,State,ZIP Code,Telephone Number,Hospital Type\n' +
  '1,RIVERSIDE HOSPITAL,4445 MAGNOLIA AVE,RIVERSIDE,CA,92501,(951) 788-3000,Acute Care Hospitals\n';

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
  server.put('file.csv', HOSPITALS);
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

it('A download that was killed continues where it was', async () => {
  const file = Buffer.from(HOSPITALS + '"x","y","z","w","AL","1","",""\n'.repeat(20_000));
  const etag = `"${createHash('sha256').update(file).digest('hex')}"`;
  const half = file.length / 2;
  const hanging = new Promise<void>((resolve) =>
    server.handle('/file.csv', (_, response) => {
      response.writeHead(200, { etag, 'content-length': file.length });
      response.write(file.subarray(0, half), () => resolve());
    }),
  );
  const args = ['add', 'cms-hospitals', '--from', `${server.url}file.csv`, '--yes'];
  const killed = spawn(process.execPath, [COMMAND, ...args], { env: { PATH: process.env.PATH, ...getEnv() } });
  await hanging;
  const part = () => readdirSync(join(dataDir, 'imports')).find((name) => name.endsWith('.part'));
  await expect
    .poll(() => statSync(join(dataDir, 'imports', part() ?? '')).size, { timeout: scaleTimeout(10_000) })
    .toBeGreaterThan(half - 100_000);
  killed.kill('SIGKILL');
  await once(killed, 'exit');

  server.reset();
  server.put('file.csv', file);
  expect(await run(...args)).toMatchObject({ code: 0, stderr: '' });
  expect(server.requested).toEqual([expect.stringMatching(/^\/file\.csv bytes=[1-9]\d+-$/)]);
  expect(await titles()).toEqual(['Riverside Hospital']);
});

it('A proxy of the environment is used, and looks the name up itself', async () => {
  server.put('file.csv', HOSPITALS);
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? '');
    get(server.url + new URL(request.url ?? '').pathname.slice(1), (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    });
  });
  await once(proxy.listen(0, 'localhost'), 'listening');
  onTestFinished(() => void proxy.close());
  const env = { ...getEnv(), HTTP_PROXY: `http://localhost:${(proxy.address() as AddressInfo).port}` };
  const args = ['add', 'cms-hospitals', '--from', 'http://mirror.example/file.csv', '--yes'];
  expect(await runCommand(COMMAND, { args, cwd: dataDir, env })).toMatchObject({ code: 0, stderr: '' });
  expect(asked).toEqual(['http://mirror.example/file.csv']);
  expect(await titles()).toEqual(['Riverside Hospital']);
});

it.runIf(canMount)('A full disk is said, and once there is room the same command continues', async () => {
  const disk = mountSmallDisk(2);
  onTestFinished(disk.unmount);
  const file = Buffer.from(HOSPITALS + '"x","y","z","w","AL","1","",""\n'.repeat(20_000));
  // Without a length, the room can't be checked before.
  server.handle('/file.csv', (_, response) => {
    response.write(file.subarray(0, 1000));
    response.end(file.subarray(1000));
  });
  writeFileSync(join(disk.folder, 'other'), Buffer.alloc(1_700_000));
  const args = ['add', 'cms-hospitals', '--from', `${server.url}file.csv`, '--yes'];
  const env = { ...getEnv(), DATA_DIR: disk.folder };
  expect(await runCommand(COMMAND, { args, cwd: dataDir, env })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/the server’s disk is full\.\n$/),
  });
  expect(await titles()).toEqual([]);
  rmSync(join(disk.folder, 'other'));
  expect(await runCommand(COMMAND, { args, cwd: dataDir, env })).toMatchObject({ code: 0, stderr: '' });
  expect(await titles()).toEqual(['Riverside Hospital']);
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
