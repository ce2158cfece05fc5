import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenDataSourceState } from '#contract/imports/open-data.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { createDownloadProcesses } from '#server/import/sources/download-process.ts';
import { runDownload } from '#server/import/sources/downloads.ts';
import { importAndReport, importDueSource, type MonthlyDeps } from '#server/import/sources/monthly.ts';
import { runUpload, type UploadRun } from '#server/import/uploads/run-upload.ts';
import type { WrittenEmail } from '#server/platform/mail/write-email.ts';
import { createHttpClient } from '#server/platform/outbound/http-client.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { startOpenDataServer } from '#tests/support/servers/open-data-server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'open-data-'));
const server = await startOpenDataServer();
const http = createHttpClient({ allowsPrivate: true, retryDelayMs: 1 });
const list = join(dataDir, 'sources.yaml');
const source = (name: string, address: string) => `
  - name: ${name}
    title: The ${name}
    what: Shops
    rows: few
    address: ${address}
    source: ${name}
    attribution: The city
    license: CC0-1.0
    page: https://city.example/data
    cadence: monthly
    shape: table
    isWhole: true
    mapping: { id: Number, name: Shop, category_raw: Kind, address: Street, zip: ZIP }
`;
writeFileSync(
  list,
  `sources:${source('register', `{ kind: file, url: "${server.url}shops.csv" }`)}${source('by-hand', '{ kind: page, url: "https://city.example/form", steps: Choose CSV }')}${[
    'https://127.0.0.1/a',
    'https://10.1.2.3/a',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/a',
    `${server.url}shops.csv`,
  ]
    .map((url, index) => source(`private-${index}`, `{ kind: file, url: "${url}" }`))
    .join('')}`,
);

const database = await createTestDatabase();
const real = createDownloadProcesses({ DATA_DIR: dataDir, DATABASE_URL: database.env.DATABASE_URL });
/** What ended with an error. */
let running: Promise<void> = Promise.resolve();
const api = await createTestApi({
  ...{ database, env: { DATA_DIR: dataDir }, sourceList: list },
  downloadProcesses: {
    run({ name, ...task }) {
      // A process of its own connects to public addresses only; the local server is reached from here.
      running = name.startsWith('private')
        ? real.run({ name, ...task })
        : runDownload({ db: database.db, http, ...task }, name);
      return running;
    },
    close: real.close,
  },
});
const { db } = api;
await makeAccount(db, { id: 1, username: 'admin', email: 'admin@example.com' });
const admin = await api.signedInVisitor(1);
afterAll(async () => {
  await api.close();
  await http.close();
  await server.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  server.reset();
  for (const table of [
    'import_uploads',
    'open_data_sources',
    'open_data_schedules',
    'import_listings',
    'imports',
    'listings',
    'limits',
  ] as const)
    await db.deleteFrom(table).execute();
});

const path = '/api/admin/open-data';
const read = async (name: string): Promise<OpenDataSourceState | undefined> =>
  (await admin.get(path)).body.find((one: OpenDataSourceState) => one.name === name);
const waitForEnd = async (name: string) => {
  await running.catch(() => {});
  await expect.poll(async () => (await read(name))?.progress).toBeNull();
  return read(name);
};
const SHOPS = 'Number,Shop,Kind,Street,ZIP\n1,Alder Books,bookstore,1 Main St,92614\n';

describe('Open data', () => {
  it('is listed with what is known of it', async () => {
    expect(await read('register')).toEqual({
      ...{ name: 'register', title: 'The register', what: 'Shops', rows: 'few', license: 'CC0-1.0' },
      ...{ isMonthly: false, cadence: 'monthly', page: 'https://city.example/data', canDownload: true },
      ...{ progress: null, message: null, release: null, importedAt: null },
    });
  });

  it('is downloaded, and is a file to import with the options of the list; its import is remembered', async () => {
    server.put('shops.csv', SHOPS);
    expect((await admin.post(`${path}/register/download`)).status).toBe(200);
    expect(await waitForEnd('register')).toMatchObject({ message: null, release: '2026-11-10' });
    const [upload] = (await admin.get('/api/admin/import-uploads')).body;
    expect(upload).toMatchObject({
      ...{ file: 'The register, 2026-11-10', state: 'ready' },
      options: { source: 'register', title: 'The city', license: 'CC0-1.0', date: '2026-11', refresh: true },
    });
    const preview = await admin.post(`/api/admin/import-uploads/${upload.id}/preview`, { options: upload.options });
    expect(preview.body.rows).toMatchObject([
      { title: 'Alder Books', category: 'Books, Music & Hobby', refused: null },
    ]);
    await admin.post(`/api/admin/import-uploads/${upload.id}/start`, { options: upload.options });
    await expect.poll(async () => (await read('register'))?.importedAt).toMatch(/^\d{4}-/);
    const { reason } = await db
      .selectFrom('audit')
      .select('reason')
      .where('kind', '=', 'import-uploaded')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(reason).toBe('Open data: The register');
  });

  it('that fails says why, and can be tried again', async () => {
    await admin.post(`${path}/register/download`);
    expect((await waitForEnd('register'))?.message).toMatch(/^The register is no longer at /);
    server.put('shops.csv', SHOPS.replace('Shop', 'Trade'));
    await admin.post(`${path}/register/download`);
    expect((await waitForEnd('register'))?.message).toMatch(/Missing: Shop\. The file has: Number, Trade, /);
    expect((await admin.get('/api/admin/import-uploads')).body).toEqual([]);
  });

  it('runs one at a time, and can be canceled; what its process left counts as stopped', async () => {
    server.handle(
      '/shops.csv',
      (_, response) => void response.writeHead(200, { 'content-length': 99 }).write('Number'),
    );
    await admin.post(`${path}/register/download`);
    expect((await read('register'))?.progress).not.toBeNull();
    const other = await admin.post(`${path}/private-0/download`);
    expect([other.status, other.body.message]).toEqual([
      409,
      'Another download is running. Wait until it has ended, or cancel it.',
    ]);
    expect((await admin.post(`${path}/register/cancel`)).status).toBe(200);
    expect(await waitForEnd('register')).toMatchObject({ message: null, release: null });
    expect((await admin.post(`${path}/register/cancel`)).status).toBe(409);
    await db
      .updateTable('open_data_sources')
      .set({ state: 'downloading', alive_at: new Date(Date.now() - 60_000) })
      .execute();
    expect(await read('register')).toMatchObject({
      progress: null,
      message: expect.stringMatching(/^It stopped because/),
    });
  });

  it('is imported each month if asked to, with the report by email; one that failed is tried the next day', async () => {
    expect((await admin.send('PUT', `${path}/register/schedule`, { isMonthly: true })).status).toBe(200);
    expect((await read('register'))?.isMonthly).toBe(true);
    const days = async () =>
      (
        await db
          .selectFrom('open_data_schedules')
          .select(sql<number>`extract(day from due_at - now())::int`.as('days'))
          .execute()
      )[0]?.days;
    expect(await days()).toBeGreaterThan(26);
    const { due_at: _, ...due } = await db.selectFrom('open_data_schedules').selectAll().executeTakeFirstOrThrow();
    const sent: WrittenEmail[] = [];
    const uploads = { run: (run: UploadRun, folder: string) => runUpload({ db, folder }, run) };
    const jobs = { enqueueEmail: async (_trx: unknown, email: unknown) => void sent.push(email as WrittenEmail) };
    const deps = {
      ...{ db, folder: join(dataDir, 'imports'), list, jobs, uploads, log: api.http.log },
      ...{ site: { name: 'SoCal', origin: 'https://socal.example' } as SiteInfo },
      processes: {
        run: (task: { name: string; folder: string }) => runDownload({ db, http, list, ...task }, task.name),
        close: async () => {},
      },
    };
    await importAndReport(deps, due);
    expect(sent[0]).toMatchObject({ to: 'admin@example.com', subject: 'The register was not imported' });
    expect(sent[0]?.text).toMatch(/is no longer at .*It will be tried again tomorrow/s);
    server.put('shops.csv', SHOPS.replace('Alder', 'Birch'));
    await importAndReport(deps, due);
    expect(sent[1]).toMatchObject({ subject: 'The register was imported' });
    expect(sent[1]?.text).toMatch(/Added: 1\. Updated: 0\./);
    await admin.send('PUT', `${path}/register/schedule`, { isMonthly: false });
    expect((await read('register'))?.isMonthly).toBe(false);
  });

  it('that is due is claimed once, and ends when who asked for it left the staff', async () => {
    await makeAccount(db, { id: 77, username: 'former' });
    await db
      .insertInto('open_data_schedules')
      .values({ name: 'register', account_id: 77, due_at: new Date(0) })
      .execute();
    await importDueSource({ db } as MonthlyDeps);
    expect(await db.selectFrom('open_data_schedules').select('name').execute()).toEqual([]);
  });

  it('that a person has to download is not begun, nor one that the list lacks', async () => {
    const byHand = await admin.post(`${path}/by-hand/download`);
    expect([byHand.status, byHand.body.message]).toEqual([409, 'Download this file from its page.']);
    expect((await admin.post(`${path}/nowhere/download`)).status).toBe(404);
    expect((await admin.post(`${path}/${encodeURIComponent('https://evil.example/')}/download`)).status).toBe(400);
  });

  it.each([
    ['private-0', /refused: 127\.0\.0\.1 is not on the public internet/],
    ['private-1', /refused: 10\.1\.2\.3 is not on/],
    ['private-2', /refused: 169\.254\.169\.254 is not on/],
    ['private-3', /refused: localhost is not on/],
    ['private-4', /refused: http:\/\/127.* is no https address/],
  ])('is never fetched from an address that is not public: %s', async (name, message) => {
    await admin.post(`${path}/${name}/download`);
    expect((await waitForEnd(name))?.message).toMatch(message);
    expect(server.requested).toEqual([]);
  });
});
