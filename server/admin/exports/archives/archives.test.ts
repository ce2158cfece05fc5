import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { EXPORT_SUBJECTS } from '#contract/admin/exports.ts';
import { makeAccount, makeListing, makeSession, makeStaff } from '#server/site/seed/factories.ts';
import { makeAccounts } from '#tests/fixtures/bulk-factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { createArchives } from './archives.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'archives-'));
const folder = join(DATA_DIR, 'archives');
const api = await createTestApi({ env: { DATA_DIR } });
const { db } = api;
const archives = createArchives({ DATA_DIR }, { db, log: api.http.log, site: { name: 'SoCal Local' } });
afterAll(async () => {
  await archives.close();
  await api.close();
  rmSync(DATA_DIR, { recursive: true });
});
await makeAccount(db, { id: 1, username: 'admin', email: null });
const administrator = await api.signedInVisitor(1);
const auditLog = trackAuditLog(db);
const PATH = '/api/admin/archives';

beforeEach(async () => {
  await archives.close();
  await db.deleteFrom('data_archives').execute();
  rmSync(folder, { recursive: true, force: true });
});

async function make(): Promise<{ id: number; done: number; total: number; bytes: number }> {
  expect((await administrator.post(PATH)).status).toBe(200);
  await expect.poll(async () => (await administrator.get(PATH)).body[0].state).toBe('ready');
  return (await administrator.get(PATH)).body[0];
}
async function download(id: number) {
  const { headers, rawPayload } = await api.http.inject({
    url: `${PATH}/${id}/file`,
    cookies: Object.fromEntries(administrator.cookies),
  });
  return { headers, body: rawPayload };
}

describe('The download of everything', () => {
  it('has all exports in both formats, with a manifest that is true, and no secrets', async () => {
    await makeAccounts(db, 250);
    const { password_hash } = await makeAccount(db, { username: 'poppy', password_hash: 'scrypt:secret-hash' });
    await makeListing(db, { title: 'Golden Hour Plumbing' });
    await auditLog.readNew();
    const { id, done, total, bytes } = await make();
    // Its own entry of the audit log was written before it was read.
    expect(done).toBeGreaterThanOrEqual(total);
    const { headers, body } = await download(id);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="everything-\d{4}-\d\d-\d\d\.zip"$/),
      'content-length': String(bytes),
    });
    const files = Object.fromEntries(Object.entries(unzipSync(body)).map(([name, data]) => [name, strFromU8(data)]));
    const names = Object.keys(EXPORT_SUBJECTS).flatMap((subject) => [`csv/${subject}.csv`, `jsonl/${subject}.jsonl`]);
    expect(Object.keys(files).toSorted()).toEqual([...names, 'README.txt', 'manifest.json'].toSorted());
    const manifest = JSON.parse(files['manifest.json'] ?? '');
    expect(manifest).toMatchObject({ site: 'SoCal Local', version: expect.stringMatching(/^\d+\.\d+/) });
    for (const { name, rows, bytes: size, sha256 } of manifest.files) {
      const text = files[name] ?? '';
      expect([name, size, sha256]).toEqual([
        name,
        Buffer.byteLength(text),
        createHash('sha256').update(text).digest('hex'),
      ]);
      if (name.startsWith('jsonl/')) expect(text.split('\n').filter(Boolean)).toHaveLength(rows);
    }
    const accounts = manifest.files.find(({ name }: { name: string }) => name === 'csv/accounts.csv');
    expect(accounts.table).toBe('accounts');
    expect(accounts.rows).toBeGreaterThanOrEqual(252);
    expect(files['csv/listings.csv']).toContain('Golden Hour Plumbing');
    expect(JSON.stringify(files)).not.toContain(password_hash);
    expect((await auditLog.readNew()).map(({ kind, actor_id, reason }) => [kind, actor_id, reason])).toEqual([
      ['data-exported', 1, 'everything as zip'],
      ['data-exported', 1, expect.stringMatching(/^everything, everything-.*\.zip$/)],
    ]);
  });

  it('is made once at a time', async () => {
    const all = await Promise.all([1, 2, 3].map(() => administrator.post(PATH)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await expect.poll(async () => (await administrator.get(PATH)).body[0].state).toBe('ready');
  });

  it('says that it stopped when its process is gone, and can be made again', async () => {
    await sql`insert into data_archives (file, alive_at) values (${'a'.repeat(32)}, now() - interval '1 minute')`.execute(
      db,
    );
    const [lost] = (await administrator.get(PATH)).body;
    expect(lost).toMatchObject({ state: 'failed', message: 'It stopped because the server was restarted.' });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${'a'.repeat(32)}.zip`), 'half of it');
    expect((await administrator.get(`${PATH}/${lost.id}/file`)).status).toBe(404);
    await make();
  });

  it('is deleted by hand, after a day, and when there are more than three', async () => {
    const first = await make();
    for (let more = 0; more < 3; more++) await make();
    const rows = (await administrator.get(PATH)).body;
    expect(rows.map(({ id }: { id: number }) => id)).not.toContain(first.id);
    expect(readdirSync(folder)).toHaveLength(3);
    expect((await administrator.send('DELETE', `${PATH}/${rows[0].id}`)).status).toBe(200);
    expect(readdirSync(folder)).toHaveLength(2);
    expect((await administrator.send('DELETE', `${PATH}/${rows[0].id}`)).status).toBe(404);
    writeFileSync(join(folder, 'left-over.zip'), '');
    await sql`update data_archives set created_at = now() - interval '25 hours' where id = ${rows[1].id}`.execute(db);
    await archives.removeOld();
    const left = (await administrator.get(PATH)).body;
    expect(left.map(({ id }: { id: number }) => id)).toEqual([rows[2].id]);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('whose file is gone is not found', async () => {
    const { id } = await make();
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    expect((await administrator.get(`${PATH}/${id}/file`)).status).toBe(404);
  });

  it('leaves no file when it is stopped', async () => {
    await sql`insert into audit (kind) select 'signed-in' from generate_series(1, 20000)`.execute(db);
    await archives.start(1);
    await archives.close();
    const [stopped] = await archives.list();
    expect(stopped).toMatchObject({ state: 'failed', message: 'It stopped because the server was restarted.' });
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  it('is for administrators alone, who verified just now', async () => {
    const moderator = await api.signedInVisitor((await makeStaff(db, 'moderator')).id);
    const visitor = api.visitor();
    const verified_at = new Date(Date.now() - 11 * 60_000);
    visitor.cookies.set('session', (await makeSession(db, 1, { verified_at, verified_by: 'totp' })).token);
    for (const [method, path] of [
      ['GET', `${PATH}/1/file`],
      ['POST', PATH],
      ['DELETE', `${PATH}/1`],
    ] as const) {
      expect((await moderator.send(method, path)).status).toBe(403);
      expect(await visitor.send(method, path)).toMatchObject({ status: 403, body: { code: 'step-up-required' } });
    }
    expect((await moderator.get(PATH)).status).toBe(403);
  });
});
