import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type ExportSchedules, MAX_EXPORT_SCHEDULES } from '#contract/admin/scheduled-exports.ts';
import { openFolderStore } from '#server/platform/storage/backup/folder-store.ts';
import type { BackupStore } from '#server/platform/storage/backup/store.ts';
import { makeAccount, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { makeDueExports } from './make.ts';
import { lastTime, nextTime } from './schedules.ts';

const folder = mkdtempSync(join(tmpdir(), 'scheduled-exports-'));
const api = await createTestApi({ env: { BACKUP_TO: folder } });
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});
const { db } = api;
await makeAccount(db, { id: 1, username: 'admin', email: null });
const administrator = await api.signedInVisitor(1);
const auditLog = trackAuditLog(db);
const store = openFolderStore(folder);

const FORM = { subject: 'listings', format: 'csv', every: 'day', hour: 3, keep: 2 };

beforeEach(async () => {
  await db.deleteFrom('export_schedules').execute();
  await db.deleteFrom('listings').execute();
  rmSync(join(folder, 'exports'), { recursive: true, force: true });
});

const make = (options: { recipient?: string; to?: BackupStore; signal?: AbortSignal } = {}) =>
  makeDueExports({
    ...{ db, recipient: options.recipient ?? null, store: options.to ?? store, log: api.http.log },
    signal: options.signal ?? new AbortController().signal,
  });
const list = async (): Promise<ExportSchedules> => (await administrator.get('/api/admin/export-schedules')).body;
const readOnly = async () => (await list()).schedules[0] as ExportSchedules['schedules'][0];
const listFiles = () => readdirSync(folder, { recursive: true }).filter((name) => /\.gz/.test(String(name)));

/** A schedule that began so many days ago, in which nothing was made. */
async function schedule(form: Partial<typeof FORM> = {}, days = 2): Promise<number> {
  const { status, body } = await administrator.post('/api/admin/export-schedules', { ...FORM, ...form });
  expect(status, JSON.stringify(body)).toBe(200);
  const { id } = body.schedules.at(-1);
  await sql`update export_schedules set created_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(
    db,
  );
  return id;
}
/** As if a day had passed since the files were due. */
const letADayPass = () =>
  sql`update export_files set due_at = due_at - interval '1 day', name = name || due_at::text`.execute(db);

describe('A scheduled export', () => {
  it('is made once when it is due, compressed, with every row, readable by the program alone', async () => {
    const listings = [await makeListing(db), await makeListing(db)];
    await schedule();
    await Promise.all([make(), make()]);
    await make();
    const { files } = await readOnly();
    expect(files).toMatchObject([{ state: 'complete', rows: 2, failure: null }]);
    const [name = ''] = listFiles().map(String);
    expect(name).toMatch(/^exports\/\d+\/[\da-f]{32}\/listings-\d{4}-\d\d-\d\d\.csv\.gz$/);
    expect(statSync(join(folder, name))).toMatchObject({ size: files[0]?.bytes });
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    const [heading, ...lines] = gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .trimEnd()
      .split('\n');
    expect(heading).toMatch(/^id,status,title,/);
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(listings.map(({ id }) => id));
    expect(listFiles()).toHaveLength(1);
    expect(await db.selectFrom('export_files').select('attempts').execute()).toEqual([{ attempts: 1 }]);
  });

  it('is not made before its first time', async () => {
    await schedule({}, 0);
    await make();
    expect((await readOnly()).files).toEqual([]);
    expect(Date.parse((await readOnly()).nextAt)).toBeGreaterThan(Date.now());
  });

  it.each([
    ['day', 5, '2026-03-09T11:59:00Z', '2026-03-08T12:00:00Z', '2026-03-09T12:00:00Z'],
    // The clock goes forward in the night of March 8.
    ['day', 5, '2026-03-08T12:00:00Z', '2026-03-08T12:00:00Z', '2026-03-09T12:00:00Z'],
    ['week', 0, '2026-03-09T06:59:00Z', '2026-03-02T08:00:00Z', '2026-03-09T07:00:00Z'],
    ['month', 23, '2026-04-01T06:00:00Z', '2026-03-02T07:00:00Z', '2026-04-02T06:00:00Z'],
  ])('every %s at %i is due at %s since %s, and next at %s', async (every, hour, now, last, next) => {
    const at = (time: typeof lastTime) => sql.raw(time.compile(db).sql.replaceAll('now()', `timestamptz '${now}'`));
    const { rows } = await sql<{ last: Date; next: Date }>`
      select ${at(lastTime)} as last, ${at(nextTime)} as next from (values (${every}::text, ${hour}::int)) as s (every, hour)`.execute(
      db,
    );
    expect(rows).toEqual([{ last: new Date(last), next: new Date(next) }]);
  });

  it('is encrypted for the key of backups', async () => {
    await makeListing(db, { title: 'A secret bakery' });
    await schedule({ format: 'jsonl' });
    const identity = await generateX25519Identity();
    await make({ recipient: await identityToRecipient(identity) });
    const [name = ''] = listFiles().map(String);
    expect(name).toMatch(/\.jsonl\.gz\.age$/);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const text = gunzipSync(await decrypter.decrypt(readFileSync(join(folder, name)))).toString();
    expect(JSON.parse(text)).toMatchObject({ title: 'A secret bakery' });
  });

  it('keeps its newest files only', async () => {
    await schedule();
    for (let day = 0; day < 3; day++) {
      await letADayPass();
      await make();
    }
    expect((await readOnly()).files).toHaveLength(2);
  });

  it('that fails says why, is tried again, and given up after five attempts', async () => {
    await schedule();
    const full: BackupStore = { ...store, write: () => Promise.reject(new Error('No space left')) };
    for (let attempt = 0; attempt < 7; attempt++) await make({ to: full });
    expect((await readOnly()).files).toMatchObject([{ state: 'failed', failure: 'No space left', rows: null }]);
    const { attempts } = await db.selectFrom('export_files').select('attempts').executeTakeFirstOrThrow();
    expect(attempts).toBe(5);
    await db.updateTable('export_files').set({ attempts: 4 }).execute();
    await make();
    expect((await readOnly()).files).toMatchObject([{ state: 'complete', failure: null }]);
  });

  it('that was cut off by the end of its process is made by another one after six hours', async () => {
    await schedule();
    const stop = new AbortController();
    const stopping: BackupStore = {
      ...store,
      async write() {
        stop.abort();
        throw stop.signal.reason;
      },
    };
    await make({ to: stopping, signal: stop.signal });
    expect((await readOnly()).files).toMatchObject([{ state: 'failed', failure: 'The program was stopped' }]);
    await sql`update export_files set failure = null`.execute(db);
    await make();
    expect((await readOnly()).files).toMatchObject([{ state: 'making' }]);
    await sql`update export_files set started_at = now() - interval '7 hours'`.execute(db);
    await make();
    expect((await readOnly()).files).toMatchObject([{ state: 'complete' }]);
  });
});

describe('An administrator', () => {
  it('downloads a file, which is in the audit log', async () => {
    await makeListing(db);
    await schedule();
    await make();
    const [file] = (await readOnly()).files;
    const { status, headers } = await administrator.get(`/api/admin/export-files/${file?.id}`);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="listings-[\d-]+\.csv\.gz"$/);
    expect(headers['cache-control']).toContain('no-store');
    expect((await auditLog.readNew()).at(-1)).toMatchObject({ kind: 'data-exported', actor_id: 1 });
    rmSync(join(folder, 'exports'), { recursive: true });
    expect(await administrator.get(`/api/admin/export-files/${file?.id}`)).toMatchObject({
      status: 404,
      body: { message: 'This file isn’t where it was stored.' },
    });
    expect((await administrator.get('/api/admin/export-files/999999')).status).toBe(404);
  });

  it('removes a schedule with its files, also one that is being made', async () => {
    const id = await schedule();
    await make();
    expect(listFiles()).toHaveLength(1);
    expect((await administrator.send('DELETE', `/api/admin/export-schedules/${id}`)).body.schedules).toEqual([]);
    expect(listFiles()).toEqual([]);
    expect((await auditLog.readNew()).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['export-scheduled', 'listings as csv each day at 3:00, the newest 2'],
      ['export-unscheduled', 'listings as csv each day at 3:00, the newest 2'],
    ]);
    expect((await administrator.send('DELETE', `/api/admin/export-schedules/${id}`)).status).toBe(404);

    const other = await schedule();
    const slow: BackupStore = {
      ...store,
      async write(name, content) {
        await store.write(name, content);
        await administrator.send('DELETE', `/api/admin/export-schedules/${other}`);
        await store.write(name, (async function* () {})());
      },
    };
    await make({ to: slow });
    expect(listFiles()).toEqual([]);
  });

  it('schedules as many as can be', async () => {
    for (let n = 0; n < MAX_EXPORT_SCHEDULES; n++) await schedule();
    const refused = await administrator.post('/api/admin/export-schedules', FORM);
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringMatching(/^At most 20 exports/) } });
  });

  it.each([
    ['an unknown table', { subject: 'sessions' }],
    ['an hour of another day', { hour: 24 }],
    ['no files to keep', { keep: 0 }],
    ['too many files', { keep: 61 }],
    ['half a file', { keep: 1.5 }],
    ['an unknown interval', { every: 'minute' }],
  ])('cannot schedule %s', async (_, change) => {
    expect((await administrator.post('/api/admin/export-schedules', { ...FORM, ...change })).status).toBe(400);
  });

  it('has to prove who they are before scheduling, removing and downloading', async () => {
    const { token } = await makeSession(db, 1, {
      verified_at: new Date(Date.now() - 11 * 60_000),
      verified_by: 'totp',
    });
    const visitor = api.visitor();
    visitor.cookies.set('session', token);
    const id = await schedule();
    for (const [method, path] of [
      ['POST', 'export-schedules'],
      ['DELETE', `export-schedules/${id}`],
      ['GET', 'export-files/1'],
    ] as const)
      expect(await visitor.send(method, `/api/admin/${path}`, method === 'POST' ? FORM : undefined)).toMatchObject({
        status: 403,
        body: { code: 'step-up-required' },
      });
    expect((await visitor.get('/api/admin/export-schedules')).body).toMatchObject({
      isPlaceSet: true,
      isEncrypted: false,
    });
  });
});
