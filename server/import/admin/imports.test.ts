import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { importFile } from '#server/import/import.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { toCsv, writeImportFile } from '#tests/support/import/import-file.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
await makeAccount(db, { id: 1, username: 'admin', email: null });
const admin = await api.signedInVisitor(1);

const WORDS = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elder', 'Fir', 'Ginkgo', 'Hazel'];
const rows = WORDS.map(
  (word, n): Record<string, string> => ({
    ...{ id: `a:${n}`, name: `${word} Plumbing`, address: `${n * 11 + 3} ${word} St` },
    ...{ phone: '', website: '', lat: '', lng: '' },
  }),
);
const importRows = (subset: typeof rows, date: string) =>
  importFile(db, writeImportFile(toCsv(subset)), { date, refresh: true });
const readTitles = async () => {
  const listings = await db.selectFrom('listings').select(['title', 'status']).orderBy('source_id').execute();
  return listings.filter(({ status }) => status === 'active').map(({ title }) => title.split(' ')[0]);
};
const readAudit = () => db.selectFrom('audit').select(['kind', 'reason', 'actor_id']).orderBy('id').execute();

it('The administrator decides on listings that may have closed, and undoes an import', async () => {
  await importRows(rows, '2024-11');
  await importRows(rows.slice(3), '2025-03');
  const list = await admin.get('/api/admin/possible-closures?limit=2');
  expect(list.headers['x-total-count']).toBe('3');
  expect(list.body).toMatchObject([
    { listing: { title: 'Cedar Plumbing', city: 'Irvine' }, title: 'Examples', date: '2025-03', reason: 'missing' },
    { listing: { title: 'Birch Plumbing' } },
  ]);
  const [cedar, birch] = list.body.map(({ id }: { id: number }) => id);
  const decide = (verb: string, ids: number[]) => admin.post(`/api/admin/possible-closures/${verb}`, { ids });
  expect((await decide('hide', [cedar])).body).toEqual({ message: '1 listing hidden.' });
  // One that is not marked stays as it is.
  expect((await decide('hide', [cedar, birch + 5])).body).toEqual({ message: '0 listings hidden.' });
  expect((await decide('keep', [birch])).body).toEqual({ message: '1 listing kept.' });
  expect(await readTitles()).toEqual(WORDS.filter((word) => word !== 'Cedar'));
  expect((await readAudit()).slice(-2)).toEqual([
    { kind: 'listing-hidden', reason: 'Closed, according to Examples, 2025-03', actor_id: 1 },
    { kind: 'listing-kept', reason: null, actor_id: 1 },
  ]);
  // What visitors reported stays, and is decided elsewhere.
  await sql`insert into possible_closures (listing_id, source, date, reason) values (${birch}, 'visitors', '2025-03', 'reported')`.execute(
    db,
  );
  expect((await decide('hide', [birch])).body).toEqual({ message: '0 listings hidden.' });
  // No import marks a kept listing again.
  await importRows(rows.slice(3), '2025-04');
  const marked = (await admin.get('/api/admin/possible-closures')).body;
  expect(marked.map(({ listing }: { listing: { title: string } }) => listing.title)).toEqual(['Alder Plumbing']);

  const imports = (await admin.get('/api/admin/imports')).body;
  expect(imports).toMatchObject([
    { rows: 5, added: 0, marked: 1 },
    { rows: 5, added: 0, marked: 3 },
    { file: expect.stringMatching(/\.csv$/), state: 'finished', rows: 8, added: 8, undo: null },
  ]);
  const [{ id }] = imports.slice(-1);
  expect((await admin.post(`/api/admin/imports/${id}/undo`)).body).toMatchObject({ state: 'undoing' });
  const readRun = async () => (await admin.get('/api/admin/imports')).body.at(-1);
  await expect.poll(readRun).toMatchObject({ state: 'undone', undo: { removed: 3, restored: 0, kept: 5 } });
  // The later imports have the others, too.
  expect(await readTitles()).toEqual(WORDS.slice(3));
  expect((await readAudit()).at(-1)).toMatchObject({ kind: 'import-undone', actor_id: 1 });
  expect((await admin.post(`/api/admin/imports/${id}/undo`)).status).toBe(409);
  expect((await admin.post('/api/admin/imports/999/undo')).status).toBe(404);
  await sql`update imports set finished_at = now() - interval '91 days' where state = 'finished'`.execute(db);
  const old = (await admin.get('/api/admin/imports')).body[0];
  expect(old.canUndo).toBe(false);
  const { body } = await admin.post(`/api/admin/imports/${old.id}/undo`);
  expect(body.message).toBe('This import ended more than 90 days ago: it can no longer be undone.');
});
