// Long because each test takes a file the whole way, from the upload on, and all of them share its steps.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportUpload } from '#contract/imports/uploads.ts';
import { removeOldUploads } from '#server/import/uploads/discard-upload.ts';
import { rememberFile, withRememberedOptions } from '#server/import/uploads/mappings.ts';
import { runUpload } from '#server/import/uploads/run-upload.ts';
import { createUploadProcesses } from '#server/import/uploads/upload-process.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { writeImportFile } from '#tests/support/import/import-file.ts';
import { isLongRun } from '#tests/support/long-run.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'import-uploads-'));
const folder = join(dataDir, 'imports');
const api = await createTestApi({ env: { DATA_DIR: dataDir } });
const { db } = api;
await makeAccount(db, { id: 1, username: 'admin', email: null });
const admin = await api.signedInVisitor(1);
afterAll(async () => {
  await api.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  const tables = [
    'import_uploads',
    'import_mappings',
    'import_kinds',
    'import_listings',
    'imports',
    'listings',
    'limits',
  ] as const;
  for (const table of tables) await db.deleteFrom(table).execute();
  await db.deleteFrom('sources').where('name', '=', 'City register').execute();
  rmSync(folder, { recursive: true, force: true });
});

const HEADER = 'Business Name;Street;Town;Postal;Tel;Type;Open';
const WORDS = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elder', 'Fir', 'Ginkgo', 'Hazel'];
const toFile = (lines: string[]) => Buffer.from([HEADER, ...lines].join('\n'), 'latin1');
const rows = WORDS.map(
  (word, n) => `${word} Café;${n * 11 + 3} ${word} St;Irvine;92614;949-555-${1000 + n};plumber;Mon-Fri 9-5`,
);
const SOURCE = {
  date: '2026-08',
  source: 'City register',
  title: 'The city',
  license: 'CC0',
  url: 'https://city.example/data',
};

const path = '/api/admin/import-uploads';
const sendPart = (id: number, offset: number, bytes: Buffer, type = 'application/octet-stream') =>
  admin.send('PUT', `${path}/${id}/content?offset=${offset}`, bytes, { 'content-type': type });
async function upload(bytes: Buffer, file = 'places.csv'): Promise<ImportUpload> {
  const { body } = await admin.post(path, { file, size: bytes.length });
  return (await sendPart(body.id, 0, bytes)).body;
}
const preview = async (id: number, options: object | null = null) =>
  (await admin.post(`${path}/${id}/preview`, { options })).body;
const readUpload = async (id: number): Promise<ImportUpload> =>
  (await admin.get(path)).body.find((found: ImportUpload) => found.id === id);
const waitForEnd = async (id: number) => {
  await expect.poll(async () => (await readUpload(id)).state).toMatch(/ready|imported|stopped/);
  return readUpload(id);
};
const readAudit = async () =>
  (await db.selectFrom('audit').select(['kind', 'reason']).orderBy('id').execute()).map(Object.values);

describe('Uploading a file', () => {
  it('writes its parts in order, and takes no other', async () => {
    const bytes = toFile(rows);
    const { status, body } = await admin.post(path, { file: '../../etc/passwd', size: bytes.length });
    expect([status, body.state, body.received]).toEqual([201, 'uploading', 0]);
    expect((await sendPart(body.id, 0, bytes.subarray(0, 40))).body).toMatchObject({
      state: 'uploading',
      received: 40,
    });
    expect((await sendPart(body.id, 0, Buffer.alloc(40))).status).toBe(409);
    expect((await sendPart(body.id, 40, Buffer.concat([bytes.subarray(40), Buffer.from('more')]))).status).toBe(413);
    expect((await sendPart(body.id, 40, Buffer.alloc(0))).status).toBe(400);
    expect((await sendPart(body.id, 40, bytes.subarray(40), 'text/plain')).status).toBe(415);
    expect((await admin.post(`${path}/${body.id}/preview`, { options: null })).status).toBe(409);
    expect((await sendPart(body.id, 40, bytes.subarray(40))).body).toMatchObject({
      state: 'ready',
      file: '../../etc/passwd',
    });
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^[0-9a-f]{32}\.data$/);
    expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
    expect([statSync(folder).mode & 0o777, statSync(join(folder, name)).mode & 0o777]).toEqual([0o700, 0o600]);
    expect((await readAudit()).at(-1)).toEqual(['import-uploaded', '../../etc/passwd']);
    expect((await admin.send('DELETE', `${path}/${body.id}`)).status).toBe(200);
    expect([readdirSync(folder), (await admin.get(path)).body]).toEqual([[], []]);
  });

  it('refuses files that are too large, for us or for the disk', async () => {
    const announce = (size: number) => admin.post(path, { file: 'a.csv', size });
    expect((await announce(2 * 1024 ** 3 + 1)).body.issues[0].message).toMatch(/larger than 2 GB/);
    expect((await announce(0)).body.issues[0].message).toBe('The file is empty.');
    expect((await admin.post(path, { file: 'a\0.csv', size: 1 })).status).toBe(400);
    expect((await sendPart(999, 0, Buffer.from('x'))).status).toBe(404);
    const { body } = await announce(8 * 1024 ** 2);
    expect((await sendPart(body.id, 0, Buffer.alloc(4 * 1024 ** 2 + 1))).status).toBe(413);
  });
});

describe('What is remembered', () => {
  const table = Buffer.from(
    'Business,Kind,Address,City,Postal,Telephone\nElder Deli,plumber,5 Elder St,Irvine,92614,\n',
  );

  it('of the command are the columns that it read, and the page guesses the others', async () => {
    const file = writeImportFile(table);
    const mapping = { name: 'Business', category_raw: 'Kind', zip: 'Postal' };
    await rememberFile(db, file, { mapping, source: 'Examples' });
    const { id } = await upload(table);
    expect((await preview(id)).options).toMatchObject({
      source: 'Examples',
      mapping: { ...mapping, address: 'Address', city: 'City', phone: 'Telephone', website: '' },
    });
  });

  it('is nothing of a dry run alone, and the name of a source goes with the source, whatever its columns', async () => {
    const { id } = await upload(table);
    const options = { ...(await preview(id)).options, ...SOURCE };
    await admin.post(`${path}/${id}/dry-run`, { options });
    await waitForEnd(id);
    expect(await db.selectFrom('import_mappings').selectAll().execute()).toEqual([]);
    await admin.post(`${path}/${id}/start`, { options });
    await waitForEnd(id);
    const blank = { title: '', license: '', url: '' };
    const next = await upload(table);
    const { options: remembered } = await preview(next.id);
    expect(remembered).toMatchObject({ ...SOURCE, date: '' });
    const other = await preview(next.id, { ...remembered, ...blank, source: 'County register' });
    expect(other.options).toMatchObject({ source: 'County register', ...blank });
    const { date: _, ...ofSource } = SOURCE;
    expect((await preview(next.id, { ...remembered, ...blank })).options).toMatchObject(ofSource);
  });
});

describe('An uploaded file', () => {
  it('has kinds of business that are given categories once for its source', async () => {
    const kinds = ['FOOD MKT RETAIL (2,000+ SF)', 'FOOD MKT RETAIL (2,000+ SF)', 'Plumber', '', 'XYZ-12'];
    const lines = kinds.map((kind, n) => `${WORDS[n]} Place;${n * 11 + 3} ${WORDS[n]} St;Irvine;92614;;${kind};`);
    const [, known, none, other] = [...new Set(kinds)];
    const { id } = await upload(toFile(lines));
    const options = { ...(await preview(id)).options, ...SOURCE };
    await admin.post(`${path}/${id}/dry-run`, { options });
    const { dryRun } = await waitForEnd(id);
    expect(dryRun?.kinds).toEqual([
      { kind: kinds[0], rows: 2, category: expect.any(String), isCertain: false },
      { kind: none, rows: 1, category: 'local-services', isCertain: false },
      { kind: other, rows: 1, category: 'local-services', isCertain: false },
      { kind: known, rows: 1, category: 'plumbers', isCertain: true },
    ]);
    expect(dryRun?.mends.review).toBe(4);
    await admin.post(`${path}/${id}/start`, {
      options: { ...options, kinds: { [kinds[0] ?? '']: 'grocery-stores', 'XYZ-12': 'florists' } },
    });
    expect((await waitForEnd(id)).state).toBe('imported');
    const readCategories = async () =>
      (
        await db
          .selectFrom('listings')
          .innerJoin('categories', 'categories.id', 'category_id')
          .select('slug')
          .orderBy('listings.id')
          .execute()
      ).map(({ slug }) => slug);
    expect(await readCategories()).toEqual([
      'grocery-stores',
      'grocery-stores',
      'plumbers',
      'local-services',
      'florists',
    ]);
    // The next file of the source, whichever its columns.
    const next = await upload(toFile([`Hazel Roses;200 Hazel St;Irvine;92614;;xyz-12;`]));
    await admin.post(`${path}/${next.id}/start`, { options });
    await waitForEnd(next.id);
    expect((await readCategories()).at(-1)).toBe('florists');
  });

  it('is shown with a guess of its columns, previewed, counted, imported and undone', async () => {
    const lines = [...rows, ';1 Main St;Irvine;92614;;plumber;', '=cmd|x;2 Main St;Nowhere;99999;;plumber;'];
    const { id } = await upload(toFile(lines));
    const guess = await preview(id);
    expect(guess.columns[0]).toEqual({ name: 'Business Name', samples: ['Alder Café', 'Birch Café', 'Cedar Café'] });
    expect(guess.options.mapping).toMatchObject({
      name: 'Business Name',
      zip: 'Postal',
      city: 'Town',
      phone: 'Tel',
      lat: '',
    });
    expect(guess).toMatchObject({ missing: ['source'], hasSource: false, isRemembered: false, rows: [] });
    const options = {
      ...guess.options,
      ...SOURCE,
      mapping: { ...guess.options.mapping, hours: 'Open' },
    };
    const shown = await preview(id, options);
    expect(shown).toMatchObject({
      missing: [],
      format: expect.stringMatching(/^CSV, Windows-1252, semicolons/),
      error: null,
    });
    expect(shown.rows).toHaveLength(10);
    expect(shown.rows[0]).toMatchObject({ line: 2, title: 'Alder Café', category: 'Plumbers', city: 'Irvine 92614' });
    expect(shown.rows[0]).toMatchObject({ phone: '(949) 555-1000', hours: 'Mon–Fri 09:00–17:00, Sat–Sun closed' });
    expect(shown.rows[8].refused).toBe('no name');

    expect((await admin.post(`${path}/${id}/dry-run`, { options })).body.state).toBe('dry-run');
    const counted = await waitForEnd(id);
    expect(counted).toMatchObject({ state: 'ready', dryRun: { read: 10, added: 8, skipped: 2 }, message: null });
    expect(await db.selectFrom('listings').select('id').execute()).toEqual([]);
    const { headers, body: report } = await admin.get(`${path}/${id}/dry-run.csv`);
    expect(headers['content-disposition']).toBe(`attachment; filename="dry-run-${id}.csv"`);
    expect(report).toContain(`"'=cmd|x","skipped"`);

    expect((await admin.post(`${path}/${id}/start`, { options })).body.state).toBe('importing');
    const imported = await waitForEnd(id);
    expect(imported).toMatchObject({ state: 'imported', message: null });
    const [run] = (await admin.get('/api/admin/imports')).body;
    expect(run).toMatchObject({ id: imported.importId, file: 'places.csv', added: 8, hasReport: true });
    expect((await admin.get(`/api/admin/imports/${run.id}/report.csv`)).body).toContain('"skipped","no name"');
    const source = await db.selectFrom('sources').selectAll().where('name', '=', 'City register').executeTakeFirst();
    expect(source).toMatchObject({
      title: 'The city',
      license: 'CC0',
      url: 'https://city.example/data',
      date: '2026-08',
    });
    expect((await admin.post(`${path}/${id}/start`, { options })).status).toBe(409);

    // The next file of the source.
    const next = await upload(toFile(rows.slice(2)));
    expect(await preview(next.id)).toMatchObject({
      isRemembered: true,
      options: { ...SOURCE, date: '', mapping: options.mapping },
    });

    // The command knows it too.
    const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.data')) ?? '');
    expect(await withRememberedOptions(db, { file, source: 'Other' })).toMatchObject({
      source: 'Other',
      mapping: { zip: 'Postal' },
    });
    await rememberFile(db, file, {
      source: SOURCE.source,
      mapping: { name: 'Tel', zip: 'Postal', category_raw: 'Type' },
    });
    expect(await withRememberedOptions(db, { file })).toEqual({
      ...{ file, source: SOURCE.source },
      mapping: { ...options.mapping, name: 'Tel' },
    });

    const [listing] = await db.selectFrom('listings').select('id').orderBy('id').execute();
    await db
      .updateTable('listings')
      .set({ version: 2 })
      .where('id', '=', listing?.id ?? 0)
      .execute();
    const undo = `/api/admin/imports/${run.id}/undo`;
    const kept = { claimed: 0, edited: 1, saved: 0, otherImport: 0, importedAgain: 0, gone: 0 };
    expect((await admin.get(undo)).body).toEqual({ removed: 7, restored: 0, kept });
    expect((await admin.get('/api/admin/imports/999/undo')).status).toBe(404);
    await admin.post(undo);
    await expect
      .poll(async () => (await admin.get('/api/admin/imports')).body[0])
      .toMatchObject({ state: 'undone', undo: { removed: 7, restored: 0, kept: 1 } });
    expect((await readAudit()).slice(-4).map(([kind]) => kind)).toEqual([
      'import-uploaded',
      'import-started',
      'import-uploaded',
      'import-undone',
    ]);
  });

  it('with columns that are not used is read without them, and a broken one says why', async () => {
    const { id } = await upload(toFile(rows));
    const { options } = await preview(id);
    const mapped = (mapping: object) =>
      preview(id, { ...options, ...SOURCE, mapping: { ...options.mapping, ...mapping } });
    expect((await mapped({ phone: '' })).rows[0].phone).toBe('');
    expect(await mapped({ name: '', zip: '', city: '' })).toMatchObject({ missing: ['name', 'place'], rows: [] });
    for (const name of ['Na\0me', 'Na\ud83dme']) {
      const body = { options: { ...options, ...SOURCE, mapping: { ...options.mapping, name } } };
      expect((await admin.post(`${path}/${id}/start`, body)).body.issues[0].message).toBe('Use text only');
    }
    expect((await mapped({ name: 'Nothing' })).error).toMatch(/^places\.csv has no column 'Nothing'\./);
    const people = await upload(Buffer.from('Customer,City,Open Balance\nJane Sample,Irvine,3\n'), 'customers.csv');
    const asked = await preview(people.id);
    expect(asked).toMatchObject({
      asksBusinesses: true,
      rows: [],
      error: expect.stringMatching(/^customers\.csv looks like a list of customers/),
    });
    const confirmed = { ...asked.options, ...SOURCE, areBusinesses: true, category: 'plumbers' };
    const mapping = { ...asked.options.mapping, name: 'Customer' };
    expect(await preview(people.id, { ...confirmed, mapping })).toMatchObject({
      asksBusinesses: false,
      error: null,
      rows: [{ title: 'Jane Sample' }],
    });
    const zip = await upload(Buffer.from('PK\x03\x04 and so on'), 'places.xlsx');
    expect((await preview(zip.id)).error).toMatch(/^places\.xlsx is a spreadsheet or a ZIP archive/);
    const broken = await upload(Buffer.concat([toFile(rows), Buffer.from('\0')]), 'broken.csv');
    await admin.post(`${path}/${broken.id}/start`, { options: { ...options, ...SOURCE } });
    const refused = await waitForEnd(broken.id);
    expect(refused).toMatchObject({
      state: 'ready',
      importId: null,
      message: 'broken.csv is not text: it holds NUL bytes.',
    });
    expect(await db.selectFrom('listings').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('imports').select('id').execute()).toEqual([]);
  });

  it('is imported one at a time, can be canceled, and continues where it was', async () => {
    const { id } = await upload(toFile(rows));
    const { options } = await preview(id);
    const start = (body: object | null) => admin.post(`${path}/${id}/start`, { options: body });
    expect((await start(null)).body.message).toBe('Choose the columns first.');
    const other = await upload(toFile(rows.slice(1)), 'other.csv');
    const setOther = (columns: object) =>
      db.updateTable('import_uploads').set(columns).where('id', '=', other.id).execute();
    await setOther({ state: 'importing', alive_at: new Date(), options: JSON.stringify({ ...options, ...SOURCE }) });
    expect((await start({ ...options, ...SOURCE, date: '' })).body.issues).toEqual([
      { path: 'options.date', message: 'Enter the month of the data, or say that you don’t know it' },
    ]);
    expect((await start({ ...options, ...SOURCE })).body.message).toMatch(/^other\.csv is being read/);
    expect((await admin.send('DELETE', `${path}/${other.id}`)).status).toBe(409);
    expect((await admin.post(`${path}/${other.id}/cancel`)).body).toMatchObject({
      state: 'importing',
      progress: { rows: 0 },
    });
    expect((await admin.post(`${path}/${id}/cancel`)).status).toBe(409);
    // Its process is lost.
    await setOther({ alive_at: new Date(Date.now() - 60_000) });
    const message = 'It stopped because the server was restarted.';
    expect(await readUpload(other.id)).toMatchObject({ state: 'stopped', message, progress: null });
    expect((await admin.post(`${path}/${other.id}/start`, { options: { ...options, date: '2026-08' } })).status).toBe(
      409,
    );
    await admin.post(`${path}/${other.id}/start`, { options: null });
    expect(await waitForEnd(other.id)).toMatchObject({ state: 'imported' });
    expect((await readAudit()).map(([kind]) => kind)).toContain('import-canceled');
  });

  it('that is canceled has stopped after its batch, and is continued or undone', async () => {
    const { id } = await upload(toFile(rows));
    const { options } = await preview(id);
    const chosen = JSON.stringify({ ...options, ...SOURCE });
    const begun = { state: 'importing' as const, options: chosen, is_canceled: true };
    await db.updateTable('import_uploads').set(begun).where('id', '=', id).execute();
    await runUpload({ db, folder }, { uploadId: id, isDryRun: false, account: 1 });
    const { importId, ...stopped } = await readUpload(id);
    expect([stopped.state, importId]).toEqual(['stopped', expect.any(Number)]);
    await db
      .updateTable('import_uploads')
      .set({ ...begun, alive_at: new Date() })
      .where('id', '=', id)
      .execute();
    const figures = { added: 8, updated: 0, merged: 0, skipped: 0 };
    expect((await readUpload(id)).progress).toMatchObject({ rows: 8, figures });
    await db.updateTable('import_uploads').set({ state: 'stopped' }).where('id', '=', id).execute();
    const [run] = (await admin.get('/api/admin/imports')).body;
    expect(run).toMatchObject({ id: importId, state: 'running', rows: 8, added: 8, hasReport: true });
    await admin.post(`${path}/${id}/start`, { options: null });
    expect(await waitForEnd(id)).toMatchObject({ state: 'imported', importId });
    expect((await admin.get('/api/admin/imports')).body).toMatchObject([{ id: importId, state: 'finished', added: 8 }]);
  });

  it('is removed 30 days after its import, and the report with it', async () => {
    const { id } = await upload(toFile(rows));
    const { options } = await preview(id);
    await admin.post(`${path}/${id}/start`, { options: { ...options, ...SOURCE } });
    const { importId } = await waitForEnd(id);
    await removeOldUploads({ db, folder });
    expect(readdirSync(folder)).toHaveLength(3);
    const past = new Date(Date.now() - 30.5 * 24 * 60 * 60 * 1000);
    await db.updateTable('import_uploads').set({ ended_at: past }).execute();
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), past, past);
    await removeOldUploads({ db, folder });
    expect([readdirSync(folder), (await admin.get(path)).body]).toEqual([[], []]);
    expect((await admin.get(`/api/admin/imports/${importId}/report.csv`)).status).toBe(404);
    expect((await admin.get('/api/admin/imports')).body[0].hasReport).toBe(false);
  });
});

it.runIf(isLongRun)('A file is read in a process of its own, which continues after the server has ended', async () => {
  const processes = createUploadProcesses({ DATA_DIR: dataDir, DATABASE_URL: api.database.env.DATABASE_URL });
  const many = Array.from({ length: 30 }, (_, n) =>
    rows.map((row) => row.replace('Café', `Plumbing ${n}`).replace(';', `;${n}`)),
  ).flat();
  const { id } = await upload(toFile([...many, ...many, ...many]));
  const file = readdirSync(folder)[0] ?? '';
  const shown = await processes.preview({ path: join(folder, file), name: 'places.csv', options: null });
  expect(shown.missing).toEqual(['source']);
  const options = { ...shown.options, ...SOURCE };
  const begin = {
    state: 'importing' as const,
    options: JSON.stringify(options),
    alive_at: new Date(),
    begun_at: new Date(),
  };
  await db.updateTable('import_uploads').set(begin).where('id', '=', id).execute();
  const run = processes.run({ uploadId: id, isDryRun: false, account: 1 }, folder);
  // Before it has begun to read.
  await processes.close();
  await run;
  expect((await readUpload(id)).state).not.toBe('imported');
  await db.updateTable('import_uploads').set(begin).where('id', '=', id).execute();
  await processes.run({ uploadId: id, isDryRun: false, account: 1 }, folder);
  expect(await readUpload(id)).toMatchObject({ state: 'imported' });
});
