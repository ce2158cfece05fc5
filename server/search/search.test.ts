import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundListing } from '#contract/search.ts';
import { encodeCursor } from '#server/http/cursor.ts';
import { createTestApi } from '../../tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
api.removeNewListingsAfterEach();

const inDays = (n: number) => new Date(Date.now() + n * 86_400_000);
const find = async (query: string) => {
  const { status, body, headers } = await api.get(`/api/search?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return { ads: body as FoundListing[], link: headers.link as string | undefined };
};
const findTitles = async (query: string) => (await find(query)).ads.map(({ title }) => title);
const about = async (query: string) => (await api.get(`/api/search/about?${query}`)).body;

describe('The order of what is found', () => {
  beforeAll(async () => {
    await api.createListing({
      title: 'Quince & Co',
      description: 'Jams, of which the walnut one is best.',
      created_at: inDays(-1),
    });
    await api.createListing({ title: 'Walnut Lane Cabinets', created_at: inDays(-2) });
    await api.createListing({ title: 'Walnut', created_at: inDays(-3) });
    await api.createListing({ title: 'Black Walnut Furniture', created_at: inDays(-4) });
    await api.createListing({ title: 'Walnuts & Almonds', created_at: inDays(-5) });
    await api.createListing({ title: 'Walnutty Bakery', created_at: inDays(-6) });
  });

  it('is by text: the name itself, the word in the name, its beginning, and what is only said', async () => {
    expect(await findTitles('q=walnut')).toEqual([
      'Walnut',
      'Walnut Lane Cabinets',
      'Black Walnut Furniture',
      'Walnuts & Almonds',
      'Walnutty Bakery',
      'Quince & Co',
    ]);
  });

  it('is by time or by name where that is asked for', async () => {
    expect((await findTitles('q=walnut&sort=newest'))[0]).toBe('Quince & Co');
    expect((await findTitles('q=walnut&sort=name'))[0]).toBe('Black Walnut Furniture');
  });
});

describe('Near a place', () => {
  beforeAll(async () => {
    await api.createListing({ title: 'Tamarind Irvine', zip: '92614' });
    await api.createListing({ title: 'Tamarind Tustin', zip: '92780' });
    await api.createListing({ title: 'Tamarind Long Beach', zip: '90802' });
    await api.createListing({ title: 'Tamarind San Diego', zip: '92101' });
  });

  it('the nearest come first, with their miles, and none from more than 25 away', async () => {
    const { ads } = await find('q=tamarind&near=92614');
    expect(ads.map(({ title }) => title)).toEqual(['Tamarind Irvine', 'Tamarind Tustin', 'Tamarind Long Beach']);
    const [here, there] = ads;
    expect(here?.miles).toBe(0);
    expect(there?.miles).toBeGreaterThan(2);
    expect(there?.miles).toBeLessThan(6);
  });

  it.each([
    ['a slug', 'q=tamarind&near=irvine'],
    ['a name', 'q=tamarind&near=Irvine'],
    ['a misspelt name', 'q=tamarind&near=irivne'],
    ['a point', 'q=tamarind&near=33.68,-117.83'],
    ['words', 'q=tamarind near irvine'],
    ['words in Spanish', 'q=tamarind cerca de irvine'],
    ['words with the state', 'q=tamarind in Irvine, CA'],
    ['words with a ZIP code', 'q=tamarind Irvine CA 92614'],
    ['words after a ZIP code', 'q=92614 tamarind'],
    ['words that say otherwise than the field', 'q=tamarind near irvine&near=san-diego'],
  ])('it may be given as %s', async (_how, query) => {
    expect((await findTitles(query))[0]).toBe('Tamarind Irvine');
  });

  it('what lies in a place comes first where it is said to be in it', async () => {
    await api.createListing({ title: 'Cardamom Vista', zip: '92083' });
    await api.createListing({ title: 'Cardamom Oceanside', zip: '92057' });
    await api.createListing({ title: 'Cardamom Carlsbad', zip: '92008' });
    expect((await findTitles('q=cardamom near oceanside'))[0]).toBe('Cardamom Carlsbad');
    expect((await findTitles('q=cardamom in oceanside'))[0]).toBe('Cardamom Oceanside');
  });

  it('so many miles away may be told', async () => {
    expect(await findTitles('q=tamarind&near=92614&within=2')).toEqual(['Tamarind Irvine']);
    expect(await findTitles('q=tamarind&near=92614&within=100')).toHaveLength(4);
  });

  it('a county is all of it, and has no middle to measure from', async () => {
    const { ads } = await find('q=tamarind in orange county');
    expect(ads.map(({ title }) => title).sort()).toEqual(['Tamarind Irvine', 'Tamarind Tustin']);
    expect(ads.map(({ miles }) => miles)).toEqual([null, null]);
  });

  it('free listings are measured from their ZIP code, paid ones from where they are', async () => {
    const point = { lat: 33.7, lng: -117.9, zip: '92614' };
    await api.createListing({ title: 'Sumac Free', ...point });
    await api.createListing({ title: 'Sumac Paid', level: 'enhanced', ...point });
    const { ads } = await find('q=sumac&near=92614');
    const milesOf = (title: string) => ads.find((ad) => ad.title === title)?.miles;
    expect(milesOf('Sumac Free')).toBe(0);
    expect(milesOf('Sumac Paid')).toBeGreaterThan(3);
  });

  it('says how it was understood', async () => {
    expect(await about('q=tamarind near irvine')).toMatchObject({
      q: 'tamarind',
      near: { name: 'Irvine', path: '/city/irvine' },
      unknownNear: null,
      asksWhere: false,
      total: 3,
    });
    expect(await about('q=tamarind near me')).toMatchObject({ q: 'tamarind', near: null, asksWhere: true, total: 4 });
    expect(await about('q=tamarind near me&near=33.68,-117.83')).toMatchObject({ asksWhere: false, total: 3 });
    expect(await about('q=tamarind near tokyo')).toMatchObject({ q: 'tamarind', near: null, unknownNear: 'tokyo' });
    expect(await about('q=tamarind in las vegas')).toMatchObject({ q: 'tamarind', unknownNear: 'las vegas' });
    expect(await about('q=tamarind&near=nowhere at all')).toMatchObject({ unknownNear: 'nowhere at all' });
  });
});

describe('Only what is asked for', () => {
  const photo = { id: 1, name: 'a'.repeat(20), widths: [640], width: 640, height: 480, alt: '' };
  beforeAll(async () => {
    const own = { website: 'https://saffron.example', photos: JSON.stringify([photo]) };
    await api.createListing({ title: 'Saffron Pizza', category: 'pizza', zip: '92614', ...own });
    await api.createListing({ title: 'Saffron Paid', category: 'plumbers', zip: '92780', level: 'enhanced', ...own });
    await api.createListing({
      title: 'Saffron Past',
      category: 'thai-restaurants',
      level: 'enhanced',
      paid_until: inDays(-1),
      ...own,
    });
    await api.createListing({ title: 'Saffron Bare', category: 'plumbers', zip: '90802', level: 'premium' });
  });

  it.each([
    ['a category', 'category=pizza', ['Saffron Pizza']],
    ['a top category', 'category=restaurants&sort=name', ['Saffron Past', 'Saffron Pizza']],
    ['a city', 'place=tustin', ['Saffron Paid']],
    ['a county', 'place=los-angeles-county', ['Saffron Bare']],
    ['a ZIP code', 'place=92780', ['Saffron Paid']],
    ['a website that visitors see', 'website=true', ['Saffron Paid']],
    ['pictures that visitors see', 'photos=true', ['Saffron Paid']],
    ['a part of the map', 'box=-118.3,33.7,-118.1,33.85', ['Saffron Bare']],
    ['a category in a city', 'category=plumbers&place=tustin', ['Saffron Paid']],
  ])('of %s', async (_what, filter, titles) => {
    expect(await findTitles(`q=saffron&${filter}`)).toEqual(titles);
  });

  it('and nothing of what is no place or category', async () => {
    expect((await api.get('/api/search?place=atlantis')).status).toBe(404);
    expect((await api.get('/api/search?category=atlantis')).status).toBe(404);
    expect((await api.get('/api/search/about?place=atlantis')).status).toBe(404);
  });

  it('with what else could be looked for, where there is little', async () => {
    const { total, wider } = await about('q=saffron&category=plumbers&place=irvine');
    expect(total).toBe(0);
    const search = { q: 'saffron', category: 'plumbers' };
    expect(wider).toEqual([
      { label: 'Within 50 miles of Irvine', count: 2, search: { ...search, near: 'irvine', within: '50' } },
      { label: 'Anywhere in Southern California', count: 2, search },
      { label: 'In all categories', count: 2, search: { q: 'saffron', place: 'irvine' } },
    ]);
    for (const { search, count } of wider)
      expect(await findTitles(`${new URLSearchParams(search)}`)).toHaveLength(count);
  });

  it.each([
    ['q=saffron pizza&website=true', 'With or without a website', { q: 'saffron pizza' }],
    ['q=saffron pizza&photos=true', 'With or without photos', { q: 'saffron pizza' }],
    ['q=saffron pizza&open=now', 'Open or closed', { q: 'saffron pizza' }],
    ['q=saffron pizza&box=-118.3,33.7,-118.1,33.85', 'Anywhere in Southern California', { q: 'saffron pizza' }],
    ['q=saffron bare near vista', 'Within 100 miles of Vista', { q: 'saffron bare', near: 'vista', within: '100' }],
  ])('for %s it is: %s', async (query, label, search) => {
    const { total, wider } = await about(query);
    expect(total).toBe(0);
    expect(wider).toContainEqual({ label, search, count: 1 });
  });
});

describe('Open now', () => {
  it.each([
    ['2026-03-08T09:59:00Z', 6, '01:59'],
    // Clocks go from 2 to 3 then.
    ['2026-03-08T10:00:00Z', 6, '03:00'],
    ['2026-07-06T06:30:00Z', 6, '23:30'],
    ['2026-07-06T07:30:00Z', 0, '00:30'],
    ['2026-11-01T09:30:00Z', 6, '01:30'],
  ])('is by the clock of Los Angeles: %s', async (at, daysAfterMonday, clock) => {
    const { rows } = await sql<{ minute: number }>`select minute_of_week(${at}::timestamptz) as minute`.execute(api.db);
    const [hours = 0, minutes = 0] = clock.split(':').map(Number);
    expect(rows).toEqual([{ minute: daysAfterMonday * 1440 + hours * 60 + minutes }]);
  });

  it.each([
    ['monday', [{ opens: '09:00', closes: '17:00' }], '{[540,1020)}'],
    ['saturday', [{ opens: '20:00', closes: '02:00' }], '{[8400,8760)}'],
    ['sunday', [{ opens: '20:00', closes: '02:00' }], '{[0,120),[9840,10080)}'],
    ['tuesday', 'all-day', '{[1440,2880)}'],
    ['tuesday', 'closed', null],
    [
      'friday',
      [
        { opens: '08:00', closes: '12:00' },
        { opens: '13:00', closes: '18:00' },
      ],
      '{[6240,6480),[6540,6840)}',
    ],
  ])('is, for who opens on %s %j, in the minutes %s', async (day, said, minutes) => {
    const hours = JSON.stringify({ [day]: said });
    const { rows } = await sql<object>`select opening_minutes(${hours}::jsonb)::text as minutes`.execute(api.db);
    expect(rows).toEqual([{ minutes }]);
  });

  it('finds who is open around the clock, and not who is closed or says nothing', async () => {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const hours = (said: unknown) => JSON.stringify(Object.fromEntries(days.map((day) => [day, said])));
    await api.createListing({ title: 'Nutmeg Always', hours: hours('all-day') });
    await api.createListing({ title: 'Nutmeg Never', hours: hours('closed') });
    await api.createListing({ title: 'Nutmeg Silent' });
    expect(await findTitles('q=nutmeg&open=now')).toEqual(['Nutmeg Always']);
    expect(await findTitles('open=now')).toEqual(['Nutmeg Always']);
  });
});

describe('Pages of what is found', () => {
  beforeAll(async () => {
    for (let i = 0; i < 7; i++) await api.createListing({ title: `Juniper ${i}`, created_at: inDays(-i) });
  });

  it('follow each other without a gap or a double', async () => {
    const seen: string[] = [];
    let next: string | undefined = 'q=juniper&limit=3';
    while (next) {
      const { ads, link } = await find(next);
      seen.push(...ads.map(({ title }) => title));
      next = /\?(.*)>/.exec(link ?? '')?.[1];
    }
    expect(seen).toEqual(Array.from({ length: 7 }, (_, i) => `Juniper ${i}`));
  });

  it.each([
    ...[0, -1, 500, 1.5].map((offset) => encodeCursor({ offset })),
    encodeCursor({ id: 1 }),
    ...['MA', 'LTE', 'bm9uZQ', '____'],
  ])('cannot start at %s', async (cursor) => {
    const { status, body } = await api.get(`/api/search?q=juniper&cursor=${cursor}`);
    expect(status).toBe(400);
    expect(body.message).toBe('Invalid cursor');
  });
});

describe('Misspelt words', () => {
  beforeAll(async () => {
    for (let i = 0; i < 5; i++) await api.createListing({ title: `Peppermint Tea ${i}` });
    await api.createListing({ title: 'Pepermint Records' });
  });

  it('find what is spelt alike, and say so', async () => {
    expect((await findTitles('q=pepperment'))[0]).toMatch(/^Peppermint Tea/);
    expect(await about('q=pepperment')).toMatchObject({
      corrected: true,
      corrections: ['peppermint', 'pepermint'],
      total: 5,
    });
  });

  it('find who spells it so, with the usual spelling for a choice', async () => {
    for (let i = 5; i < 30; i++) await api.createListing({ title: `Peppermint Tea ${i}` });
    expect(await findTitles('q=pepermint')).toEqual(['Pepermint Records']);
    expect(await about('q=pepermint')).toMatchObject({ corrected: false, corrections: ['peppermint'], total: 1 });
  });

  it('are left out where nothing is like them', async () => {
    expect((await findTitles('q=peppermint zzyzxq'))[0]).toMatch(/^Peppermint/);
    expect(await about('q=peppermint zzyzxq')).toMatchObject({ corrected: true, corrections: ['peppermint'] });
    expect(await about('q=zzyzxq')).toMatchObject({ corrected: false, corrections: [], total: 0 });
  });

  it('are not looked for where words are right and the area is empty', async () => {
    expect(await findTitles('q=peppermint tea&place=el-centro')).toEqual([]);
    expect(await about('q=peppermint tea&place=el-centro')).toMatchObject({ corrections: [], corrected: false });
  });
});

describe('Names of several words', () => {
  beforeAll(async () => {
    for (const title of ['Trader Joe’s #12', 'In-N-Out Burger', 'Whole Foods Market', 'Jack in the Box'])
      await api.createListing({ title });
    await api.createListing({ title: 'Toys R Us' });
    await api.createListing({ title: 'Outfitters of Vista, In and Around' });
  });

  it.each([
    ['traderjoess', 'Trader Joe’s #12', ['trader joes']],
    ['wholefods', 'Whole Foods Market', ['whole foods']],
    ['jackinthebx', 'Jack in the Box', ['jack in the box']],
    ['inandout', 'In-N-Out Burger', []],
    ['in and out', 'In-N-Out Burger', []],
    ['inadnout burger', 'In-N-Out Burger', ['in n out burger']],
    ['toysareus', 'Toys R Us', []],
    ['toys are us', 'Toys R Us', []],
  ])('are found by %s', async (written, title, corrections) => {
    expect((await findTitles(`q=${written}`))[0]).toBe(title);
    expect((await about(`q=${written}`)).corrections).toEqual(corrections);
  });

  it('are found as they are called now', async () => {
    const id = await api.createListing({ title: 'Saltbush Tavern' });
    expect(await findTitles('q=saltbushtavrn')).toEqual(['Saltbush Tavern']);
    await sql`update listings set title = 'Sagebrush Tavern', business_name = 'Sagebrush Tavern' where id = ${id}`.execute(
      api.db,
    );
    await api.invalidateAll();
    expect(await findTitles('q=sagebrushtavrn')).toEqual(['Sagebrush Tavern']);
  });
});
