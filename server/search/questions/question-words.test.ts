import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FoundListing, type SearchSummary, searchQuerySchema } from '#contract/search.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { search } from '#server/search/search.ts';
import { makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { openDatabaseAt } from '#tests/support/database-clock.ts';

const api = await createTestApi();
afterAll(api.close);
api.removeNewListingsAfterEach();

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const everyDay = (hours: unknown) => JSON.stringify(Object.fromEntries(DAYS.map((day) => [day, hours])));
const list = async (query: string): Promise<FoundListing[]> => {
  const { status, body } = await api.visitor().get(`/api/search?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const findTitles = async (query: string) => (await list(query)).map(({ title }) => title).sort();
const understand = async (q: string): Promise<SearchSummary> =>
  (await api.visitor().get(`/api/search/about?q=${encodeURIComponent(q)}`)).body;

describe('Words that become filters', () => {
  beforeAll(async () => {
    const plumber = { category: 'plumbers' };
    await api.createListing({ ...plumber, title: 'Cumin Always', hours: everyDay('all-day'), languages: ['SPANISH'] });
    await api.createListing({
      ...plumber,
      title: 'Cumin Nights',
      hours: everyDay([{ opens: '10:00', closes: '04:00' }]),
    });
    await api.createListing({
      ...plumber,
      title: 'Cumin Sunday',
      hours: JSON.stringify({ ...JSON.parse(everyDay('closed')), sunday: 'all-day' }),
    });
    await api.createListing({ ...plumber, title: 'Cumin Español', languages: ['English', 'Español'] });
    const days = everyDay([{ opens: '09:00', closes: '17:00' }]);
    await api.createListing({ ...plumber, title: 'Cumin Days', hours: days });
    await api.createListing({ ...plumber, title: 'Cumin Chino', languages: ['Chinese (Mandarin)'] });
  });

  it.each([
    ['24 hour plumber', ['Cumin Always']],
    ['plumber open 24/7', ['Cumin Always']],
    // Hours that are unknown may be late.
    ['late night plumber', ['Cumin Always', 'Cumin Chino', 'Cumin Español', 'Cumin Nights']],
    ['plomero que habla espanol', ['Cumin Always', 'Cumin Español']],
    ['bilingual plumber', ['Cumin Always', 'Cumin Español']],
    ['plumber in spanish', ['Cumin Always', 'Cumin Español']],
    ['mandarin-speaking plumber', ['Cumin Chino']],
    ['24 hour plumber who speaks spanish', ['Cumin Always']],
    ['plomeros abiertos las 24 horas', ['Cumin Always']],
    ['plomero que hablen español', ['Cumin Always', 'Cumin Español']],
    ['plomero que atienda en español', ['Cumin Always', 'Cumin Español']],
    ['plomero hispanohablante', ['Cumin Always', 'Cumin Español']],
    ['plomero barato abierto hasta tarde', ['Cumin Always', 'Cumin Chino', 'Cumin Español', 'Cumin Nights']],
  ])('select listings: %s', async (q, titles) => {
    const found = await findTitles(`q=${encodeURIComponent(q)}`);
    // On Sundays one more is open late.
    expect(found.filter((title) => title !== 'Cumin Sunday')).toEqual(titles);
  });

  it('are the same as parameters, which win over words', async () => {
    expect(await findTitles('q=plumber&open=24h')).toEqual(['Cumin Always']);
    expect(await findTitles('q=plumber&language=es')).toEqual(['Cumin Always', 'Cumin Español']);
    expect(await findTitles('q=plumber who speaks french&language=zh')).toEqual(['Cumin Chino']);
  });

  it('are reported, and left out of the words', async () => {
    expect(await understand('24 hour plumber who speaks Spanish in irvine')).toMatchObject({
      q: 'plumber',
      near: { name: 'Irvine' },
      understood: {
        categories: [{ name: 'Plumbers', slug: 'plumbers' }],
        open: '24h',
        language: { code: 'es', name: 'Spanish' },
        search: { q: 'plumber', near: 'irvine', open: '24h', language: 'es' },
      },
    });
  });

  it('are reported in the language of the request', async () => {
    const q = encodeURIComponent('plomero que hable español en el condado de orange');
    const { body } = await api.visitor().get(`/api/search/about?lang=es&q=${q}`);
    expect(body).toMatchObject({
      q: 'plomero',
      near: { name: 'Condado de Orange' },
      understood: { categories: [{ name: 'Plomeros', slug: 'plumbers' }], language: { code: 'es', name: 'Español' } },
    });
    const signs = await api.visitor().get('/api/search/about?lang=es&language=ase');
    expect(signs.body.understood.language).toEqual({ code: 'ase', name: 'Lengua de señas americana' });
    const nothing = await api.visitor().get('/api/search/about?lang=es&q=cumin plomero que hable francés en irvine');
    expect(nothing.body.remarks).toEqual(['No sabemos cuáles de estos negocios hablan francés.']);
  });

  it('can be left out again where nothing is found', async () => {
    const { body } = await api.visitor().get('/api/search/about?q=cumin plumber&language=fr');
    const { total, wider }: SearchSummary = body;
    expect(total).toBe(0);
    expect(wider).toContainEqual({ label: 'In any language', count: 6, search: { q: 'cumin plumber' } });
  });

  it('are left out where nobody is known to speak the language, which is said', async () => {
    const { total, understood, remarks } = await understand('cumin plumber who speaks french');
    expect({ total, language: understood.language }).toEqual({ total: 6, language: null });
    expect(remarks).toEqual(['We don’t know which of these speak French.']);
  });

  it.each(['open=later', 'open=', 'open=24h&open=now', 'language=xx', 'language=es,zh', `language=${'e'.repeat(500)}`])(
    'are refused as the parameter %s',
    async (parameter) => {
      expect((await api.get(`/api/search?q=plumber&${parameter}`)).status).toBe(400);
      expect((await api.get(`/api/search/about?q=plumber&${parameter}`)).status).toBe(400);
    },
  );
});

describe('Words that say nothing about a business', () => {
  beforeAll(async () => {
    await api.createListing({ title: 'Open Sesame', category: 'mediterranean-restaurants' });
    await api.createListing({ title: '24 Hour Fitness', category: 'gyms-fitness' });
    await api.createListing({ title: 'Home Depot', category: 'hardware-home-improvement' });
    await api.createListing({ title: 'Saffron Palace Taco', category: 'mexican-restaurants' });
    await api.createListing({ title: 'Palace Antiques', category: 'thrift-stores' });
    await api.createListing({ title: 'Highland Park Lumber', category: 'electricians', zip: '90802' });
    await api.createListing({
      title: 'Turmeric Electric',
      category: 'electricians',
      description: 'We put on shoe covers first. Anything with wires is our trade.',
    });
  });

  it.each([
    ['open sesame', ['Open Sesame']],
    ['24 hour fitness', ['24 Hour Fitness']],
    ['taco place', ['Saffron Palace Taco']],
    ['best place for a taco', ['Saffron Palace Taco']],
    ['shoe shop', []],
    ['parks', []],
    ['beaches', []],
    ['how much does an electrician cost', ['Highland Park Lumber', 'Turmeric Electric']],
  ])('%s', async (q, titles) => {
    expect(await findTitles(`q=${encodeURIComponent(q)}`)).toEqual(titles);
  });

  it('are what they say where nothing else is typed', async () => {
    expect((await understand('shop')).understood.categories).toMatchObject([{ slug: 'shopping' }]);
    expect((await understand('hours')).q).toBe('hours');
  });

  it('are places where they are a place’s name', async () => {
    expect((await understand('plumber in french valley')).understood.language).toBeNull();
    expect((await understand('plumber in mandarin')).understood.language).toMatchObject({ code: 'zh' });
  });
});

it('A phone number is found by its beginning, and without the area code', async () => {
  await api.createListing({ title: 'Anise One', phone: '(714) 867-5309' });
  await api.createListing({ title: 'Anise Two', phone: '(949) 867-5309', address: '7145 Main St' });
  await api.createListing({ title: 'Anise None', phone: null });
  expect(await findTitles('q=phone number 714')).toEqual(['Anise One']);
  expect(await findTitles('q=phone number (714) 867')).toEqual(['Anise One']);
  expect(await findTitles('q=phone number 867-5309')).toEqual(['Anise One', 'Anise Two']);
  expect(await findTitles('q=phone number 1-949-867-5309')).toEqual(['Anise Two']);
  expect((await understand('phone number 714')).q).toBe('phone 714');
});

it.each([
  // A Friday in July: 11 p.m. is 6 a.m. UTC of the next day.
  ['2026-07-10T15:00:00Z', '2026-07-11T06:00:00Z'],
  ['2026-07-11T05:59:00Z', '2026-07-11T06:00:00Z'],
  ['2026-07-11T06:30:00Z', '2026-07-11T06:30:00Z'],
  ['2026-07-11T09:00:00Z', '2026-07-11T09:00:00Z'],
  ['2026-07-11T11:00:00Z', '2026-07-12T06:00:00Z'],
  ['2026-12-01T20:00:00Z', '2026-12-02T07:00:00Z'],
])('“Open late” at %s asks who is open at %s', async (now, late) => {
  const { rows } = await sql<{ at: Date }>`select late_time(${now}::timestamptz) as at`.execute(api.db);
  expect(rows[0]?.at.toISOString()).toBe(new Date(late).toISOString());
});

it('“Open late” at noon finds who is open at 11 p.m., and “open now” who is open at noon', async () => {
  const database = await createTestDatabase();
  await makeListing(database.db, { title: 'Fennel Nights', hours: everyDay([{ opens: '22:00', closes: '23:30' }]) });
  await makeListing(database.db, { title: 'Fennel Days', hours: everyDay([{ opens: '09:00', closes: '17:00' }]) });
  // A special day counts for both times.
  const usual = { hours: everyDay('all-day') };
  const on = '2026-07-10';
  await makeListing(database.db, {
    ...{ ...usual, title: 'Fennel Short Friday' },
    special_hours: JSON.stringify([{ on, hours: [{ opens: '09:00', closes: '17:00' }] }]),
  });
  await makeListing(database.db, {
    ...{ ...usual, title: 'Fennel Long Friday' },
    special_hours: JSON.stringify([{ on, hours: [{ opens: '18:00', closes: '23:30' }] }]),
  });
  const atNoon = await openDatabaseAt(database, '2026-07-10T19:00:00Z');
  const parts = { db: atNoon.db, gazetteer: await openGazetteer(database.db) };
  const titlesOf = async (open: 'late' | 'now') =>
    (await search(parts, searchQuerySchema.parse({ q: 'fennel', open }))).listings.map(({ title }) => title).sort();
  expect(await titlesOf('late')).toEqual(['Fennel Long Friday', 'Fennel Nights']);
  expect(await titlesOf('now')).toEqual(['Fennel Days', 'Fennel Short Friday']);
  await atNoon.close();
  await database.drop();
});
