import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { importRows } from '#tests/support/import/import-file.ts';
import { listingForm, newIdempotencyKey, sendListingForm } from '#tests/support/listing-form.ts';

const api = await createListeningApi();
afterAll(api.close);
api.removeNewListingsAfterEach();
const { db } = api;

let ownerId: number;
let owner: Visitor;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  ({ id: ownerId } = await makeAccount(db));
  owner = await api.signedInVisitor(ownerId);
});

const ENGLISH = {
  title: 'Golden Hour Plumbing',
  description: 'Leaks, drains and water heaters, seen to the same day.',
};
const SPANISH = { title: 'Plomería Hora Dorada', description: 'Fugas, desagües y calentadores. El mismo día.' };
const IN_BOTH = listingForm({ translations: { es: SPANISH } });

const post = async (form: object): Promise<number> => {
  const { status, body } = await sendListingForm(owner, form, newIdempotencyKey());
  expect(status, JSON.stringify(body)).toBe(201);
  return body.ad.id;
};
const edit = (id: number, form: object, version = 1) => owner.send('PUT', `/api/user/ads/${id}`, { ...form, version });
const read = async (id: number, lang = 'en') => (await api.get(`/api/ads/${id}?lang=${lang}`)).body;
const readForm = async (id: number) => (await owner.get(`/api/user/ads/${id}`)).body.form;
const findRow = (id: number) => db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const inSpanish = { ...SPANISH, titleLanguage: 'es', textLanguage: 'es' };
const inEnglish = { ...ENGLISH, titleLanguage: 'en', textLanguage: 'en' };

describe('a listing in two languages', () => {
  it('is read in the language of the request, on its page, in lists, searches, comparisons, maps and feeds', async () => {
    const id = await post(IN_BOTH);
    await db
      .updateTable('listings')
      .set({
        level: 'premium',
        paid_until: new Date(Date.now() + 86_400_000),
        lat: 33.68,
        lng: -117.83,
        point_source: 'owner',
      })
      .where('id', '=', id)
      .execute();
    const map = '/api/search/map?box=-117.9,33.6,-117.7,33.8&zoom=14';
    for (const [lang, shown] of Object.entries({ en: inEnglish, es: inSpanish })) {
      expect(await read(id, lang)).toMatchObject({ ...shown, businessName: 'Golden Hour Plumbing' });
      const lists = ['ads/recent?', 'city/irvine/ads?', `ads?ids=${id}&`, 'ads/featured?'];
      for (const path of lists) {
        expect((await api.get(`/api/${path}lang=${lang}`)).body[0], path).toMatchObject({ id, ...shown });
      }
      const found = (await api.get(`/api/search?q=plumbing&lang=${lang}`)).body;
      expect(found[0]).toMatchObject({ id, ...shown });
      const compared = (await api.get(`/api/compare?ids=${id}&lang=${lang}`)).body;
      expect(compared.listings[0]).toMatchObject({ id, ...shown });
      const { pins, clusters } = (await api.get(`${map}&lang=${lang}`)).body;
      expect([...pins, ...clusters.flatMap((cluster: { pins: object[] }) => cluster.pins)]).toMatchObject([
        { id, title: shown.title },
      ]);
      const feed = await api.get(`${lang === 'en' ? '' : '/es'}/city/irvine/atom.xml`);
      expect(feed.body).toContain(`<title>${shown.title}</title>`);
      expect(feed.body).toContain(`<summary>${shown.description}</summary>`);
    }
  });

  it('has a first sentence in that language on rows', async () => {
    const id = await post(IN_BOTH);
    expect((await read(id, 'es')).intro).toBe('Fugas, desagües y calentadores.');
    expect((await read(id)).intro).toBe(ENGLISH.description);
  });

  it('without one of the texts shows the original, and says in which language that is', async () => {
    const titled = await post(listingForm({ translations: { es: { title: SPANISH.title, description: '' } } }));
    expect(await read(titled, 'es')).toMatchObject({
      ...{ title: SPANISH.title, titleLanguage: 'es' },
      ...{ description: ENGLISH.description, textLanguage: 'en' },
    });
    const described = await post(listingForm({ translations: { es: { description: SPANISH.description } } }));
    expect(await read(described, 'es')).toMatchObject({
      ...{ title: ENGLISH.title, titleLanguage: 'en' },
      ...{ description: SPANISH.description, textLanguage: 'es' },
    });
    expect(await read((await makeListing(db)).id, 'es')).toMatchObject(inEnglish);
  });

  it('can be written in Spanish, and then has English texts', async () => {
    const id = await post(listingForm({ ...SPANISH, language: 'es', translations: { en: ENGLISH } }));
    expect(await read(id, 'es')).toMatchObject(inSpanish);
    expect(await read(id)).toMatchObject(inEnglish);
    const alone = await post(listingForm({ ...SPANISH, language: 'es' }));
    expect(await read(alone)).toMatchObject(inSpanish);
  });

  it('is answered to its owner with both, in whatever language the account is', async () => {
    const id = await post(IN_BOTH);
    for (const lang of ['en', 'es']) {
      const { body } = await owner.get(`/api/user/ads/${id}?lang=${lang}`);
      expect(body.title).toBe(ENGLISH.title);
      expect(body.form).toMatchObject({ ...ENGLISH, language: 'en', translations: { es: SPANISH } });
      const list = (await owner.get(`/api/user/ads?lang=${lang}`)).body;
      expect(list[0].title).toBe(ENGLISH.title);
    }
    expect((await owner.get(`/api/user/ads/${id}/preview?lang=es`)).body).toMatchObject(inSpanish);
    expect((await owner.get(`/api/user/ads/${id}/preview?lang=en`)).body).toMatchObject(inEnglish);
  });

  it('is trimmed, and stored without empty texts and without its own language', async () => {
    const id = await post(
      listingForm({
        translations: {
          en: { title: 'Not a translation' },
          es: { title: `  ${SPANISH.title} `, description: 'Fugas, desagües\r\ny calentadores.  ' },
        },
      }),
    );
    const stored = { es: { title: SPANISH.title, description: 'Fugas, desagües\ny calentadores.' } };
    expect((await findRow(id)).translations).toEqual(stored);
    const { status } = await edit(id, listingForm({ translations: { es: { title: ' ', description: '\n' } } }));
    expect(status).toBe(200);
    expect((await findRow(id)).translations).toEqual({});
  });

  it('is shown as edited at once', async () => {
    const id = await post(IN_BOTH);
    expect((await read(id, 'es')).title).toBe(SPANISH.title);
    expect((await api.get('/api/ads/recent?lang=es')).body[0].title).toBe(SPANISH.title);
    await edit(id, listingForm({ translations: { es: { ...SPANISH, title: 'Otro título' } } }));
    await api.awaitInvalidations();
    expect((await read(id, 'es')).title).toBe('Otro título');
    expect((await api.get('/api/ads/recent?lang=es')).body[0].title).toBe('Otro título');
  });

  it('keeps both in a copy, in the export of the account and in an export of the staff', async () => {
    const id = await post(IN_BOTH);
    const copy = (await owner.post(`/api/user/ads/${id}/duplicate`)).body.ad;
    expect(await readForm(copy.id)).toMatchObject({ language: 'en', translations: { es: SPANISH } });
    const { listings } = (await owner.get('/api/user/export')).body;
    expect(listings).toContainEqual(expect.objectContaining({ id, language: 'en', translations: { es: SPANISH } }));
  });
});

describe('a text in another language', () => {
  it.each<[string, object, string, string]>([
    ['a short title', { es: { title: 'Hola' } }, 'translations.es.title', 'Title must be at least 5 characters'],
    [
      'a long title',
      { es: { title: 'ñ'.repeat(101) } },
      'translations.es.title',
      'Title must be less than 100 characters',
    ],
    [
      'a short description',
      { es: { description: 'Muy corta.' } },
      'translations.es.description',
      'Description must be at least 20 characters',
    ],
    [
      'a long description',
      { es: { description: 'ñ'.repeat(1001) } },
      'translations.es.description',
      'Description must be less than 1000 characters',
    ],
    ['a zero byte', { es: { title: 'Plome\0ría' } }, 'translations.es.title', 'You can’t use control characters here'],
    [
      'half a character',
      { es: { title: 'Plome\ud800ría' } },
      'translations.es.title',
      'You can’t use control characters here',
    ],
    [
      'a line break in a title',
      { es: { title: 'Hola\nmundo' } },
      'translations.es.title',
      'You can’t use control characters here',
    ],
    ['a number', { es: { title: 12345 } }, 'translations.es.title', 'Invalid input: expected string, received number'],
    ['another language', { fr: { title: 'Bonjour' } }, 'translations', 'Unrecognized key: "fr"'],
    ['no object', { es: 'Hola' }, 'translations.es', 'Invalid input: expected object, received string'],
  ])('is refused with %s', async (_what, translations, path, message) => {
    for (const route of ['/api/ads', '/api/drafts']) {
      const { status, body } = await sendListingForm(owner, listingForm({ translations }), newIdempotencyKey(), route);
      expect(status).toBe(400);
      expect(body.issues).toContainEqual({ path, message });
    }
  });

  it('is refused in Spanish on Spanish pages', async () => {
    const form = listingForm({ translations: { es: { title: 'Hola' } } });
    const { body } = await sendListingForm(owner, form, newIdempotencyKey(), '/api/ads?lang=es');
    expect(body.issues[0].message).not.toBe('Title must be at least 5 characters');
  });

  it('may be as long as the original, and consists of any characters', async () => {
    const longest = { title: '🌮'.repeat(50), description: '"\\\n<&>'.repeat(166) };
    const id = await post(listingForm({ translations: { es: longest } }));
    expect(await read(id, 'es')).toMatchObject({ title: longest.title, description: longest.description });
    const feed = (await api.get('/es/city/irvine/rss.xml')).body;
    expect(feed).not.toContain('<&>');
  });

  it('ignores what is neither title nor description', async () => {
    const id = await post(
      listingForm({ translations: { es: { ...SPANISH, level: 'premium', businessName: 'Otro' } } }),
    );
    expect((await findRow(id)).translations).toEqual({ es: SPANISH });
  });

  it.each([
    '[]',
    '"es"',
    '{"es":[]}',
    '{"es":{"title":1}}',
    '{"es":{"headline":"Hola"}}',
    '{"español":{"title":"Hola"}}',
    '{"es":{"title":""}}',
  ])('is not stored as %s by anything', async (translations) => {
    const { id } = await makeListing(db);
    const update = db.updateTable('listings').set({ translations }).where('id', '=', id).execute();
    await expect(update).rejects.toThrow('listings_translations_check');
  });

  it('is not stored longer than the original may be by anything', async () => {
    const { id } = await makeListing(db);
    for (const text of [{ title: 'x'.repeat(101) }, { description: 'x'.repeat(1001) }]) {
      const translations = JSON.stringify({ es: text });
      const update = db.updateTable('listings').set({ translations }).where('id', '=', id).execute();
      await expect(update).rejects.toThrow('listings_translations_check');
    }
    const update = db.updateTable('listings').set({ language: 'Spanish' }).where('id', '=', id).execute();
    await expect(update).rejects.toThrow('listings_language_check');
  });

  it('makes the same form sent twice one listing, and another text another', async () => {
    const send = (form: object) => owner.post('/api/ads', form);
    const [first, again] = [await send(IN_BOTH), await send(IN_BOTH)];
    expect(again.body.ad.id).toBe(first.body.ad.id);
    const other = await send(listingForm({ translations: { es: { ...SPANISH, title: 'Otro título' } } }));
    expect(other.body.ad.id).not.toBe(first.body.ad.id);
  });
});

it('changed texts refresh the search row', async () => {
  const id = await post(IN_BOTH);
  const version = async () =>
    (await sql<{ xmin: string }>`select xmin::text from listing_search where listing_id = ${id}`.execute(db)).rows[0]
      ?.xmin;
  const before = await version();
  await db.updateTable('listings').set({ confirmed_at: new Date() }).where('id', '=', id).execute();
  expect(await version()).toBe(before);
  await db.updateTable('listings').set({ translations: '{}' }).where('id', '=', id).execute();
  expect(await version()).not.toBe(before);
});

it('an import leaves the texts in other languages as they are', async () => {
  const row = { source: 'Examples', id: 'ex:1', name: 'Golden Hour Plumbing' };
  await importRows(api.database, [row]);
  const { id } = await db.selectFrom('listings').select('id').where('source_id', '=', 'ex:1').executeTakeFirstOrThrow();
  await db
    .updateTable('listings')
    .set({ translations: JSON.stringify({ es: SPANISH }) })
    .where('id', '=', id)
    .execute();
  await importRows(api.database, [{ ...row, phone: '(949) 555-0123' }]);
  expect(await findRow(id)).toMatchObject({ phone: '(949) 555-0123', translations: { es: SPANISH } });
});

describe('a listing that an import described', () => {
  const irvine = { origin: 'open-data', owner_id: null, business_name: 'Harbor Tacos' } as const;

  it('is described in the language of the request, from its facts', async () => {
    const { id } = await makeListing(db, { ...irvine, description: 'Harbor Tacos is in Irvine.' });
    const { description, textLanguage, city, county, category } = await read(id, 'es');
    expect(description).toBe(`Harbor Tacos está en ${city.name}, ${county.name}, en la categoría ${category.name}.`);
    expect(county.name).toMatch(/^Condado/);
    expect(textLanguage).toBe('es');
    expect((await read(id)).description).toBe('Harbor Tacos is in Irvine.');
  });

  it.each([
    [
      'Harbor Tacos is in Irvine, listed under Mexican. Hours: Con cita previa. It is on California’s list.',
      'Horario: Con cita previa.',
    ],
    ['Harbor Tacos, a grocery store, is at 1 Main St in Irvine. Hours: 9 AM to 5.30 PM.', 'Horario: 9 AM to 5.30 PM.'],
    ['Harbor Tacos is a farmers market in Irvine.', 'en la categoría'],
    // The source wrote it.
    ['Harbor Tacos makes tacos by the harbor.', 'Harbor Tacos makes tacos by the harbor.'],
  ])('has the hours that could not be read, and what the source wrote: %s', async (description, part) => {
    const { id } = await makeListing(db, { ...irvine, description });
    expect((await read(id, 'es')).description).toContain(part);
  });

  it('keeps what somebody wrote since', async () => {
    const { id } = await makeListing(db, { ...irvine, description: 'Tacos by the harbor.', version: 2 });
    expect(await read(id, 'es')).toMatchObject({ description: 'Tacos by the harbor.', textLanguage: 'en' });
  });
});
