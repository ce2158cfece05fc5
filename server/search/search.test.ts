import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundListing } from '#contract/search.ts';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { createTestApi } from '#tests/support/api.ts';

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

describe('The order of results', () => {
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

  it('is by match: the whole name, a word in the name, a prefix in the name, the description', async () => {
    expect(await findTitles('q=walnut')).toEqual([
      'Walnut',
      'Walnut Lane Cabinets',
      'Walnuts & Almonds',
      'Black Walnut Furniture',
      'Walnutty Bakery',
      'Quince & Co',
    ]);
  });

  it('is by date or by name if requested', async () => {
    expect((await findTitles('q=walnut&sort=newest'))[0]).toBe('Quince & Co');
    expect((await findTitles('q=walnut&sort=name'))[0]).toBe('Black Walnut Furniture');
  });
});

it('A kind of business beside a name is a whole word, any other last word a prefix', async () => {
  const add = (title: string, category: string) => api.createListing({ title, category });
  await add('Quillon Pizza', 'pizza');
  await add('Pizzazz Salon by Quillon', 'hair-salons');
  expect(await findTitles('q=quillon pizza')).toEqual(['Quillon Pizza']);
  expect(await findTitles('q=quillon pizzaz')).toEqual(['Pizzazz Salon by Quillon']);
});

describe('A dish that only some businesses of its category serve', () => {
  beforeAll(async () => {
    const add = (title: string, days: number, category = 'fast-food') =>
      api.createListing({ title, category, created_at: inDays(-days) });
    await add('Taco Bell', 1);
    await add('Wendy’s', 2);
    await add('Wendy’s Nails', 1, 'nail-salons');
    await add('Magpie Burger Bar', 3, 'american-restaurants');
  });

  it('is found first by names and by the chains that are known for it', async () => {
    const find = async (q: string) => (await findTitles(`q=${q}`)).filter((title) => title !== 'In-N-Out Burger');
    expect(await find('burger')).toEqual(['Wendy’s', 'Magpie Burger Bar', 'Taco Bell']);
    expect(await find('hamburguesas')).toEqual(['Wendy’s', 'Taco Bell', 'Magpie Burger Bar']);
    expect((await find('fast food'))[0]).toBe('Taco Bell');
  });
});

describe('The branches of a chain', () => {
  const BY_PLACE = [
    'Pomelo Market, Anaheim, 92801',
    'Pomelo Market, Irvine, 92614',
    'Pomelo Market, Irvine, 92618',
    'Pomelo Market, Torrance, 90501',
  ];
  beforeAll(async () => {
    // The newest first.
    for (const [days, zip] of ['90501', '92618', '92801', '92614'].entries())
      await api.createListing({ title: 'Pomelo Market', zip, created_at: inDays(-days) });
    await api.createListing({ title: 'Pomelo Market Café', zip: '92614', created_at: inDays(-9) });
  });
  const findPlaces = async (query: string) =>
    (await find(query)).ads.map(({ title, city, zipCode }) => [title, city.name, zipCode].join(', '));

  it('are by county, that with most of them first, then by city and ZIP code, before what has a longer name', async () => {
    expect(await findPlaces('q=pomelo market')).toEqual([...BY_PLACE, 'Pomelo Market Café, Irvine, 92614']);
    expect((await findPlaces('q=pomelo market&place=orange-county')).slice(0, 3)).toEqual(BY_PLACE.slice(0, 3));
  });

  it('are by distance near a place, and newest first if requested', async () => {
    expect((await findPlaces('q=pomelo market&near=90501&within=100'))[0]).toBe('Pomelo Market, Torrance, 90501');
    expect((await findPlaces('q=pomelo market&sort=newest'))[1]).toBe('Pomelo Market, Irvine, 92618');
  });

  it('continue in this order on the next page', async () => {
    const { link } = await find('q=pomelo market&limit=2');
    const next = /^<\/api\/search\?([^>]+)>/.exec(link ?? '')?.[1] ?? '';
    expect(await findPlaces(next)).toEqual(BY_PLACE.slice(2));
  });
});

describe('A search near a place', () => {
  beforeAll(async () => {
    await api.createListing({ title: 'Tamarind Irvine', zip: '92614', lat: 33.68, lng: -117.83 });
    await api.createListing({ title: 'Tamarind Tustin', zip: '92780', lat: 33.737, lng: -117.823 });
    await api.createListing({ title: 'Tamarind Long Beach', zip: '90802' });
    await api.createListing({ title: 'Tamarind San Diego', zip: '92101' });
  });

  it('returns the nearest results first, with their distance, up to 25 miles away', async () => {
    const { ads } = await find('q=tamarind&near=92614');
    expect(ads.map(({ title }) => title)).toEqual(['Tamarind Irvine', 'Tamarind Tustin', 'Tamarind Long Beach']);
    const [first, second] = ads;
    expect(first?.miles).toBeLessThan(1);
    expect(second?.miles).toBeGreaterThan(2);
    expect(second?.miles).toBeLessThan(6);
  });

  it('returns a nearer one before one farther away that is called exactly so', async () => {
    await api.createListing({ title: 'Galangal', zip: '90802' });
    await api.createListing({ title: 'Galangal Irvine', zip: '92614' });
    expect(await findTitles('q=galangal&near=92614')).toEqual(['Galangal Irvine', 'Galangal']);
    expect(await findTitles('q=galangal')).toEqual(['Galangal', 'Galangal Irvine']);
  });

  it.each([
    ['a slug', 'q=tamarind&near=irvine'],
    ['a name', 'q=tamarind&near=Irvine'],
    ['a misspelled name', 'q=tamarind&near=irivne'],
    ['a point', 'q=tamarind&near=33.68,-117.83'],
    ['words', 'q=tamarind near irvine'],
    ['words in Spanish', 'q=tamarind cerca de irvine'],
    ['words with the state', 'q=tamarind in Irvine, CA'],
    ['words with a ZIP code', 'q=tamarind Irvine CA 92614'],
    ['words after a ZIP code', 'q=92614 tamarind'],
    ['a ZIP+4 code', 'q=tamarind&near=92614-1234'],
    ['a city and a ZIP code', 'q=tamarind&near=Irvine 92614'],
    ['a city, the state and a ZIP code', 'q=tamarind&near=Irvine, CA 92614'],
    ['a city, the state and a ZIP+4 code', 'q=tamarind&near=Irvine, CA 92614-1234'],
    ['words with a city, the state and a ZIP code', 'q=tamarind, Irvine, CA, 92614'],
    ['words with a ZIP+4 code', 'q=tamarind 92614-1234'],
    ['words with a ZIP+4 code and a space', 'q=tamarind 92614 1234'],
    ['words with a ZIP+4 code and a dash', 'q=tamarind near 92614–1234'],
    ['words with a ZIP+4 code in nine digits', 'q=926141234 tamarind'],
    ['words that contradict the field', 'q=tamarind near irvine&near=san-diego'],
  ])('accepts the place as %s', async (_form, query) => {
    expect((await findTitles(query))[0]).toBe('Tamarind Irvine');
  });

  it.each(['la cañada', 'La Canada', 'la cañada flintridge'])('knows %s', async (place) => {
    await api.createListing({ title: 'Cumin Foothill', zip: '91011' });
    await api.createListing({ title: 'Cumin Downtown', zip: '90013' });
    expect((await findTitles(`q=cumin near ${place}`))[0]).toBe('Cumin Foothill');
    expect((await findTitles(`q=cumin in ${place}`))[0]).toBe('Cumin Foothill');
  });

  it('returns results in a place first if the query says "in"', async () => {
    await api.createListing({ title: 'Cardamom Vista', zip: '92083' });
    await api.createListing({ title: 'Cardamom Oceanside', zip: '92057' });
    await api.createListing({ title: 'Cardamom Carlsbad', zip: '92008' });
    expect((await findTitles('q=cardamom near oceanside'))[0]).toBe('Cardamom Carlsbad');
    expect((await findTitles('q=cardamom in oceanside'))[0]).toBe('Cardamom Oceanside');
  });

  it('has the maximum distance of the parameter `within`', async () => {
    expect(await findTitles('q=tamarind&near=92614&within=2')).toEqual(['Tamarind Irvine']);
    expect(await findTitles('q=tamarind&near=92614&within=100')).toHaveLength(4);
  });

  it('in a county returns all of its results, without distances', async () => {
    const { ads } = await find('q=tamarind in orange county');
    expect(ads.map(({ title }) => title).sort()).toEqual(['Tamarind Irvine', 'Tamarind Tustin']);
    expect(ads.map(({ miles }) => miles)).toEqual([null, null]);
  });

  it('measures listings of every level from their own point', async () => {
    const point = { lat: 33.7, lng: -117.9, zip: '92614' };
    await api.createListing({ title: 'Sumac Free', ...point });
    await api.createListing({ title: 'Sumac Paid', level: 'enhanced', ...point });
    const { ads } = await find('q=sumac&near=92614');
    const distance = { miles: expect.closeTo(4, 0), distanceUnknown: false };
    expect(ads).toEqual([expect.objectContaining(distance), expect.objectContaining(distance)]);
  });

  it('gives no distance where only the ZIP code is known, whose middle still determines the order', async () => {
    await api.createListing({ title: 'Fennel Beyond', zip: '92780', lat: 33.737, lng: -117.823 });
    await api.createListing({ title: 'Fennel Somewhere', level: 'premium', zip: '92614' });
    const { ads } = await find('q=fennel&near=92614&sort=nearest');
    expect(ads).toMatchObject([
      { title: 'Fennel Somewhere', miles: null, distanceUnknown: true },
      { title: 'Fennel Beyond', miles: expect.closeTo(4, 0), distanceUnknown: false },
    ]);
    const everywhere = await find('q=fennel');
    expect(everywhere.ads.map(({ distanceUnknown }) => distanceUnknown)).toEqual([false, false]);
    const inCounty = await find('q=fennel in orange county');
    expect(inCounty.ads.map(({ distanceUnknown }) => distanceUnknown)).toEqual([false, false]);
  });

  it('reports its interpretation', async () => {
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
    // A ZIP code that is none is not misspelled.
    expect(await about('q=tamarind&near=92601')).toMatchObject({ near: null, unknownNear: '92601' });
  });
});

describe('Filters', () => {
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
    ['a public website', 'website=true', ['Saffron Paid']],
    ['public pictures', 'photos=true', ['Saffron Paid']],
    ['a bounding box', 'box=-118.3,33.7,-118.1,33.85', ['Saffron Bare']],
    ['a category in a city', 'category=plumbers&place=tustin', ['Saffron Paid']],
  ])('select listings by %s', async (_name, filter, titles) => {
    expect(await findTitles(`q=saffron&${filter}`)).toEqual(titles);
  });

  it('have the numbers of results that they leave, and are left out where there are none', async () => {
    const countsOf = async (query: string) => (await api.get(`/api/search/filters?${query}`)).body;
    await api.createListing({
      title: 'Saffron Idiomas',
      languages: ['Español', 'Korean'],
      hours: '{"monday":"all-day"}',
    });
    expect(await countsOf('q=saffron')).toEqual({ website: 1, photos: 1, open: 1, es: 1, ko: 1 });
    expect(await countsOf('q=saffron&language=ko')).toEqual({ open: 1, es: 1, ko: 1 });
    expect(await countsOf('q=safron paid')).toEqual({ website: 1, photos: 1 });
    expect(await countsOf('category=plumbers&place=tustin')).toMatchObject({ website: 1, photos: 1 });
    expect((await api.get('/api/search/filters?place=atlantis')).status).toBe(404);
  });

  it('with an unknown place or category are answered with 404', async () => {
    expect((await api.get('/api/search?place=atlantis')).status).toBe(404);
    expect((await api.get('/api/search?category=atlantis')).status).toBe(404);
    expect((await api.get('/api/search/about?place=atlantis')).status).toBe(404);
  });

  it('with few results come with broader searches and their counts', async () => {
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
    ['q=saffron pizza&open=24h', 'With any opening hours', { q: 'saffron pizza' }],
    ['q=saffron pizza&box=-118.3,33.7,-118.1,33.85', 'Anywhere in Southern California', { q: 'saffron pizza' }],
    [
      'q=saffron bare near vista&within=25',
      'Within 100 miles of Vista',
      { q: 'saffron bare', near: 'vista', within: '100' },
    ],
  ])('%s can be broadened: %s', async (query, label, search) => {
    const { total, wider } = await about(query);
    expect(total).toBe(0);
    expect(wider).toContainEqual({ label, search, count: 1 });
  });
});

it('The most complete is first where nothing else decides', async () => {
  await api.createListing({ title: 'Tamarillo Full', address: '17605 Harvard Ave' });
  await api.createListing({ title: 'Tamarillo Bare', address: null, phone: null });
  expect(await findTitles('q=tamarillo')).toEqual(['Tamarillo Full', 'Tamarillo Bare']);
});

it('The nearest matches are found where none is within the usual distance', async () => {
  await api.createListing({ title: 'Paprika Far', place: 'el-centro' });
  expect(await findTitles('q=paprika near vista')).toEqual(['Paprika Far']);
  expect((await about('q=paprika near vista')).remarks).toEqual([
    'There are none within 25 miles of Vista. These are the nearest.',
  ]);
  expect(await findTitles('q=paprika near vista&within=25')).toEqual([]);
});

describe('The places of the results', () => {
  const placesOf = async (query: string) =>
    (await about(query)).places.map(({ slug, count }: { slug: string; count: number }) => `${slug} ${count}`);
  beforeAll(async () => {
    for (const place of ['irvine', 'irvine', 'irvine', 'tustin', 'los-angeles'])
      await api.createListing({ title: 'Pistachio Stores', place });
    await api.createListing({ title: 'Pistachio Stores', place: 'irvine', expires_at: inDays(-1) });
  });

  it('are the counties and cities, with their numbers; in a county its cities', async () => {
    expect(await placesOf('q=pistachio')).toEqual([
      'orange-county 4',
      'los-angeles-county 1',
      'irvine 3',
      ...['los-angeles 1', 'tustin 1'].toSorted(),
    ]);
    expect(await placesOf('q=pistachio&place=orange-county')).toEqual([]);
    await api.createListing({ title: 'Pistachio Stores', place: 'tustin' });
    expect(await placesOf('q=pistachio&place=orange-county')).toEqual(['irvine 3', 'tustin 2']);
    expect(await findTitles('q=pistachio&place=orange-county')).toHaveLength(5);
  });

  it('are not offered to a search that names its own, or finds little', async () => {
    for (const where of ['near irvine', 'in irvine', '&near=92614', '&place=irvine', '&box=-118.3,33.5,-117,34.2'])
      expect(await placesOf(`q=pistachio ${where}`), where).toEqual([]);
    expect(await placesOf('q=pistachio tustin')).toEqual([]);
  });
});

describe('The filter "open now"', () => {
  it.each([
    ['2026-03-08T09:59:00Z', 6, '01:59'],
    // Daylight saving time begins: clocks go from 2 to 3.
    ['2026-03-08T10:00:00Z', 6, '03:00'],
    ['2026-07-06T06:30:00Z', 6, '23:30'],
    ['2026-07-06T07:30:00Z', 0, '00:30'],
    ['2026-11-01T09:30:00Z', 6, '01:30'],
  ])('uses the local time in Los Angeles: %s', async (at, daysAfterMonday, clock) => {
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
  ])('converts the opening hours on %s %j to the minutes %s', async (day, openingHours, minutes) => {
    const hours = JSON.stringify({ [day]: openingHours });
    const { rows } = await sql<object>`select opening_minutes(${hours}::jsonb)::text as minutes`.execute(api.db);
    expect(rows).toEqual([{ minutes }]);
  });

  it('finds a number in digits as in words', async () => {
    for (const title of ['7-Eleven', 'Seven Eleven Liquor', 'Five Below']) await api.createListing({ title });
    expect((await findTitles('q=7-11')).toSorted()).toEqual(['7-Eleven', 'Seven Eleven Liquor']);
    expect((await findTitles('q=seven eleven')).toSorted()).toEqual(['7-Eleven', 'Seven Eleven Liquor']);
    expect(await findTitles('q=5 below')).toEqual(['Five Below']);
  });

  it('finds those that are open, then those whose hours are unknown, and none that are closed', async () => {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const everyDay = (hours: unknown) => JSON.stringify(Object.fromEntries(days.map((day) => [day, hours])));
    await api.createListing({ title: 'Nutmeg Always', hours: everyDay('all-day'), created_at: inDays(-3) });
    await api.createListing({ title: 'Nutmeg Never', hours: everyDay('closed') });
    await api.createListing({ title: 'Nutmeg Silent' });
    const gone = await api.createListing({ title: 'Nutmeg Gone', may_have_closed: true });
    await sql`insert into possible_closures (listing_id, source, date, reason) values (${gone}, 'visitors', '2026-01', 'reported')`.execute(
      api.db,
    );
    await api.createListing({ title: 'Nutmeg Daily', hours: everyDay('all-day'), created_at: inDays(-2) });
    expect(await findTitles('q=nutmeg&open=now')).toEqual(['Nutmeg Daily', 'Nutmeg Always', 'Nutmeg Silent']);
    expect(await findTitles('q=nutmeg&open=now&sort=name')).toEqual(['Nutmeg Always', 'Nutmeg Daily', 'Nutmeg Silent']);
    const everywhere = await findTitles('open=now&limit=100');
    expect(everywhere.filter((title) => title.startsWith('Nutmeg'))).toEqual([
      'Nutmeg Daily',
      'Nutmeg Always',
      'Nutmeg Silent',
    ]);
    expect((await about('q=nutmeg&open=now')).total).toBe(3);
    const pages = [await find('q=nutmeg&open=now&limit=1')];
    for (let page = 1; page < 3; page++)
      pages.push(await find(/\?(.*)>/.exec(pages.at(-1)?.link ?? '')?.[1] ?? 'q=nothing'));
    expect(pages.flatMap(({ ads }) => ads.map(({ title }) => title))).toEqual([
      'Nutmeg Daily',
      'Nutmeg Always',
      'Nutmeg Silent',
    ]);
    expect(await findTitles('q=nutmeg&open=24h')).toEqual(['Nutmeg Daily', 'Nutmeg Always']);
  });
});

describe('Pages of results', () => {
  beforeAll(async () => {
    for (let i = 0; i < 7; i++) await api.createListing({ title: `Juniper ${i}`, created_at: inDays(-i) });
  });

  it('contain every result once', async () => {
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
  ])('are refused with the cursor %s', async (cursor) => {
    const { status, body } = await api.get(`/api/search?q=juniper&cursor=${cursor}`);
    expect(status).toBe(400);
    expect(body.message).toBe('Invalid cursor');
  });
});

describe('Misspelled words', () => {
  beforeAll(async () => {
    for (let i = 0; i < 5; i++) await api.createListing({ title: `Peppermint Tea ${i}` });
    await api.createListing({ title: 'Pepermint Records' });
  });

  it('find the results of the best correction, which is reported', async () => {
    expect((await findTitles('q=pepperment'))[0]).toMatch(/^Peppermint Tea/);
    expect(await about('q=pepperment')).toMatchObject({
      corrected: true,
      corrections: ['peppermint', 'pepermint'],
      total: 5,
    });
  });

  it('that some listing contains find it, and the usual spelling is suggested', async () => {
    for (let i = 5; i < 30; i++) await api.createListing({ title: `Peppermint Tea ${i}` });
    expect(await findTitles('q=pepermint')).toEqual(['Pepermint Records']);
    expect(await about('q=pepermint')).toMatchObject({ corrected: false, corrections: ['peppermint'], total: 1 });
  });

  it('without similar words are dropped', async () => {
    expect((await findTitles('q=peppermint zzyzxq'))[0]).toMatch(/^Peppermint/);
    expect(await about('q=peppermint zzyzxq')).toMatchObject({ corrected: true, corrections: ['peppermint'] });
    expect(await about('q=zzyzxq')).toMatchObject({ corrected: false, corrections: [], total: 0 });
  });

  it('are not assumed when all words are known but the area has no results', async () => {
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
  ])('are found by %s', async (query, title, corrections) => {
    expect((await findTitles(`q=${query}`))[0]).toBe(title);
    expect((await about(`q=${query}`)).corrections).toEqual(corrections);
  });

  it('are found by the new name after a change', async () => {
    const id = await api.createListing({ title: 'Saltbush Tavern' });
    expect(await findTitles('q=saltbushtavrn')).toEqual(['Saltbush Tavern']);
    await sql`update listings set title = 'Sagebrush Tavern', business_name = 'Sagebrush Tavern' where id = ${id}`.execute(
      api.db,
    );
    expect(await findTitles('q=sagebrushtavrn')).toEqual(['Sagebrush Tavern']);
  });
});
