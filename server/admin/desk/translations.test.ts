import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Desk } from '#contract/admin/desk.ts';
import type { ListingVersion } from '#contract/admin/listing-versions.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

let admin: Awaited<ReturnType<typeof api.signedInVisitor>>;
beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  admin = await api.signedInVisitor(1);
});

const ENGLISH = {
  title: 'Golden Hour Plumbing',
  description: 'Leaks, drains and water heaters, seen to the same day.',
};
const SPANISH = { title: 'Plomería Hora Dorada', description: 'Fugas, desagües y calentadores. El mismo día.' };
const IN_SPANISH = JSON.stringify({ es: SPANISH });
const unowned = { origin: 'staff', owner_id: null } as const;

const correct = (id: number, changes: object, revision = 0) =>
  admin.send('PATCH', `/api/admin/ads/${id}`, { changes, revision, reason: 'They told us' });
const restore = (id: number, number: number, revision: number) =>
  admin.post(`/api/admin/ads/${id}/versions/${number}/restore`, { revision, reason: 'It was right before' });
const history = async (id: number): Promise<ListingVersion[]> =>
  (await admin.get(`/api/admin/ads/${id}/versions`)).body;
const findRow = (id: number) => db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const texts = async (id: number) => {
  const { title, description, language, translations } = await findRow(id);
  return { title, description, language, translations };
};

describe('the texts of a listing in other languages', () => {
  it('are shown to the staff, corrected with a reason, told to the owner, and restored', async () => {
    const owner = await makeAccount(db, { email_confirmed_at: new Date() });
    const { id } = await makeListing(db, {
      owner_id: owner.id,
      email: 'a@golden-hour.example',
      translations: IN_SPANISH,
    });
    const desk: Desk = (await admin.get(`/api/admin/ads/${id}?lang=es`)).body;
    expect(desk.listing).toMatchObject({ title: ENGLISH.title, form: { translations: { es: SPANISH } } });

    const corrected = { es: { ...SPANISH, title: 'Plomería Hora de Oro' } };
    expect((await correct(id, { translations: corrected })).status).toBe(200);
    await api.awaitInvalidations();
    expect((await api.get(`/api/ads/${id}?lang=es`)).body.title).toBe('Plomería Hora de Oro');
    expect(await history(id)).toMatchObject([
      {
        ...{ number: 1, kind: 'edit', reason: 'They told us' },
        before: { translations: { es: SPANISH } },
        after: { translations: corrected },
      },
    ]);
    expect((await api.waitForEmail(owner.email as string)).text).toContain('- Translation\n');
    expect((await restore(id, 0, 1)).status).toBe(200);
    expect((await findRow(id)).translations).toEqual({ es: SPANISH });
    expect((await history(id))[0]).toMatchObject({ kind: 'restore', after: { translations: { es: SPANISH } } });
  });

  it('are none in the language that the staff says a listing is written in', async () => {
    const { id } = await makeListing(db, { ...SPANISH, ...unowned, translations: IN_SPANISH });
    expect((await correct(id, { language: 'es' })).status).toBe(200);
    expect(await texts(id)).toEqual({ ...SPANISH, language: 'es', translations: {} });
    const [version] = await history(id);
    expect(version).toMatchObject({ before: { language: 'en' }, after: { language: 'es', translations: {} } });
    expect((await correct(id, { translations: { en: ENGLISH, es: SPANISH } }, 1)).status).toBe(200);
    expect((await findRow(id)).translations).toEqual({ en: ENGLISH });
  });

  it('obey the rules of the form', async () => {
    const { id } = await makeListing(db, unowned);
    const { status, body } = await correct(id, { translations: { es: { title: 'Hola' } } });
    expect(status).toBe(400);
    expect(body.issues[0].path).toBe('changes.translations.es.title');
    expect((await correct(id, { language: 'fr' })).status).toBe(400);
  });

  it('are in an export of all listings', async () => {
    const { id } = await makeListing(db, { ...unowned, translations: IN_SPANISH });
    const lines = String((await admin.get('/api/admin/exports/listings?format=jsonl')).body)
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { id, language: 'en', translations: { es: SPANISH } },
    ]);
    const csv = String((await admin.get('/api/admin/exports/listings?format=csv')).body);
    expect(csv).toContain(`,"en","${IN_SPANISH.replaceAll('"', '""')}",`);
  });
});

describe('a merge', () => {
  const merge = async (kept: object, merged: object) => {
    const [first, second] = [
      await makeListing(db, { ...unowned, ...kept }),
      await makeListing(db, { ...unowned, ...merged }),
    ];
    const before = await texts(first.id);
    const decide = (verb: string, more = {}) =>
      admin.post(`/api/admin/ads/${first.id}/${verb}`, { other: second.id, ...more });
    expect((await decide('merge', { keep: first.id })).status).toBe(200);
    const after = await texts(first.id);
    expect((await decide('part')).status).toBe(200);
    expect(await texts(first.id)).toEqual(before);
    expect(after).toMatchObject(ENGLISH);
    return after.translations;
  };

  it('fills in the texts that the kept listing lacks, and parting them takes them away', async () => {
    expect(await merge({}, { translations: IN_SPANISH })).toEqual({ es: SPANISH });
    const titled = JSON.stringify({ es: { title: 'Título propio' } });
    expect(await merge({ translations: titled }, { translations: IN_SPANISH })).toEqual({
      es: { title: 'Título propio', description: SPANISH.description },
    });
    expect(await merge({ translations: IN_SPANISH }, { translations: titled })).toEqual({ es: SPANISH });
  });

  it('takes the original of a listing in another language, but no text that an import wrote', async () => {
    expect(await merge({}, { ...SPANISH, language: 'es' })).toEqual({ es: SPANISH });
    const imported = { origin: 'open-data', source: 'Examples', source_id: 'ex:1' };
    expect(await merge({}, { ...SPANISH, ...imported, language: 'es' })).toEqual({});
    expect(await merge({}, { description: 'Other words in English, which are not taken.' })).toEqual({});
  });

  it('leaves the texts of a listing with an owner as they are', async () => {
    const { id: owner_id } = await makeAccount(db);
    expect(await merge({ origin: 'account', owner_id }, { translations: IN_SPANISH })).toEqual({});
  });
});
