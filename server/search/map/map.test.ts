import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { SearchMap } from '#contract/search.ts';
import { makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';

type Api = Awaited<ReturnType<typeof createTestApi>>;

const FREE_POINT = { lat: 33.6821, lng: -117.8362 };

let api: Api;
beforeAll(async () => {
  api = await createTestApi();
  const { db } = api;
  const paid = { level: 'premium', paid_until: new Date(Date.now() + 86_400_000) } as const;
  const at = (lat: number, lng: number) => ({ ...paid, lat, lng });
  // In Irvine two with pins at a distance and three without a pin nearby; in San Diego a single free one.
  await makeListing(db, { title: 'Pinned North', ...at(33.72, -117.76) });
  await makeListing(db, { title: 'Pinned South', ...at(33.62, -117.86) });
  await makeListing(db, {
    title: 'Once Paid',
    level: 'premium',
    paid_until: new Date(Date.now() - 1000),
    lat: 33.7,
    lng: -117.8,
  });
  await makeListing(db, { title: 'Free One' });
  await makeListing(db, { title: 'Free Two', ...FREE_POINT });
  await makeListing(db, { title: 'Far Away', zip: '92101' });
  // None of these is public.
  await makeListing(db, { title: 'Expired', expires_at: new Date(Date.now() - 1000), ...at(33.7, -117.8) });
  await makeListing(db, { title: 'Hidden', status: 'hidden', ...at(33.7, -117.8) });
  await makeListing(db, { title: 'Draft', status: 'draft' });
  await makeListing(db, { title: 'Of Somebody Suspended', owner_suspended: true });
});
afterAll(() => api.close());

const map = async (query = ''): Promise<SearchMap> => {
  const { status, body } = await api.get(`/api/search/map?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const getTotal = async (query: string): Promise<number> => (await api.get(`/api/search/about?${query}`)).body.total;
const sumCounts = ({ pins, dots, clusters }: SearchMap) =>
  clusters.reduce((sum, { count }) => sum + count, pins.length + dots.length);
const contains = ([west, south, east, north]: SearchMap['box'], { lat, lng }: { lat: number; lng: number }) =>
  lng >= west && lng <= east && lat >= south && lat <= north;

const middleOf = (zip: string) =>
  api.db.selectFrom('zip_codes').select(['lat', 'lng']).where('zip', '=', zip).executeTakeFirstOrThrow();

const IRVINE = '-117.9,33.6,-117.7,33.75';

describe('The map of the results', () => {
  it('counts all results of the search in its bounding box', async () => {
    for (const query of [
      '',
      'q=free',
      'q=pinned',
      'place=irvine',
      `box=${IRVINE}`,
      `q=free&box=${IRVINE}`,
      'near=92614&within=10',
    ]) {
      expect(sumCounts(await map(query)), query).toBe(await getTotal(query));
    }
    expect(sumCounts(await map())).toBe(6);
    expect(sumCounts(await map(`box=${IRVINE}`))).toBe(5);
    expect(sumCounts(await map('box=-116,34,-115,35'))).toBe(0);
  });

  it('shows paid listings as pins at their point', async () => {
    const { pins } = await map(`box=${IRVINE}`);
    expect(pins.map(({ title, lat, lng }) => ({ title, lat, lng })).sort((a, b) => a.lat - b.lat)).toEqual([
      { title: 'Pinned South', lat: 33.62, lng: -117.86 },
      { title: 'Pinned North', lat: 33.72, lng: -117.76 },
    ]);
  });

  it('shows a free listing with an exact point as a dot there, and never as a pin', async () => {
    for (const query of [
      'q=free+two',
      'q=free+two&box=-117.84,33.68,-117.83,33.69',
      'q=free+two&box=-120,32.4,-114,35.9',
    ])
      expect(await map(query), query).toMatchObject({
        pins: [],
        dots: [{ title: 'Free Two', ...FREE_POINT }],
        clusters: [],
      });
    expect(await map('q=once+paid')).toMatchObject({ pins: [], dots: [{ title: 'Once Paid' }], clusters: [] });
  });

  it('counts a listing of which only the ZIP code is known, in an area of half a mile', async () => {
    const { pins, dots, clusters } = await map('q=far+away');
    expect([pins, dots, clusters]).toMatchObject([[], [], [{ count: 1, pins: [] }]]);
    const [west, south, east, north] = clusters[0]?.box ?? [0, 0, 0, 0];
    expect([69 * (north - south), 57.3 * (east - west)]).toEqual([expect.closeTo(0.5, 2), expect.closeTo(0.5, 2)]);
  });

  it('shows a count within the area of the map, also where the middle of its cell lies outside', async () => {
    const { lat, lng } = await middleOf('92101');
    const box: SearchMap['box'] = [lng - 0.0002, lat - 0.0002, lng + 0.0002, lat + 0.0002];
    const { clusters } = await map(`q=far+away&box=${box.map((side) => side.toFixed(5))}`);
    expect(clusters).toHaveLength(1);
    expect(contains(box.map((side) => Number(side.toFixed(5))) as SearchMap['box'], clusters[0] as never)).toBe(true);
  });

  it('shows no pin of a paid listing of which only the ZIP code is known', async () => {
    const id = await api.createListing({ title: 'Paid Somewhere', level: 'premium' });
    onTestFinished(async () => void (await api.db.deleteFrom('listings').where('id', '=', id).execute()));
    const { pins, clusters } = await map('q=paid+somewhere');
    expect([pins, clusters]).toMatchObject([[], [{ count: 1 }]]);
  });

  it('shows a listing as a pin until its paid term ends, then as a dot', async () => {
    const id = await api.createListing({ title: 'Pin Until Noon', level: 'premium', lat: 33.66, lng: -117.82 });
    onTestFinished(async () => void (await api.db.deleteFrom('listings').where('id', '=', id).execute()));
    expect((await map('q=until+noon')).pins).toMatchObject([{ id }]);
    await api.db.updateTable('listings').set({ paid_until: new Date() }).where('id', '=', id).execute();
    expect(await map('q=until+noon')).toMatchObject({ pins: [], dots: [{ id }], clusters: [] });
  });

  it('names the listings whose exact points are near each other, which zooming does not separate', async () => {
    const at = { zip: '92101', level: 'premium', lat: 32.7203, lng: -117.1603 } as const;
    const ids = [
      await api.createListing({ title: 'Suite One', ...at }),
      await api.createListing({ title: 'Suite Two', ...at }),
      await api.createListing({ title: 'Suite Three', ...at, lat: 32.7204 }),
    ];
    const remove = async (...gone: number[]) =>
      void (await api.db.deleteFrom('listings').where('id', 'in', gone).execute());
    onTestFinished(() => remove(...ids));
    for (const query of ['q=suite', 'q=suite&box=-117.161,32.719,-117.159,32.721', 'q=suite&box=-118,32,-117,33']) {
      const { pins, clusters } = await map(query);
      expect([pins, clusters.map(({ count }) => count)], query).toEqual([[], [3]]);
      expect(clusters[0]?.pins.map(({ title }) => title).sort(), query).toEqual([
        'Suite One',
        'Suite Three',
        'Suite Two',
      ]);
    }

    // Farther away or without an exact point: the cluster is one that zooms in. One without a pin has a dot.
    const getPins = async () => (await map('q=suite&box=-118,32,-117,33')).clusters.map((cluster) => cluster.pins);
    const apart = await api.createListing({ title: 'Suite Apart', ...at, lat: 32.7208 });
    expect(await getPins()).toEqual([[]]);
    await remove(apart);
    const free = await api.createListing({ title: 'Suite Free', zip: '92101', lat: at.lat, lng: at.lng });
    expect((await getPins()).map((pins) => pins.filter(({ isDot }) => isDot))).toEqual([
      [{ id: free, title: 'Suite Free', isDot: true }],
    ]);
    await remove(free);
    expect(await getPins()).toEqual([[expect.anything(), expect.anything(), expect.anything()]]);
    const areas = [1, 2].map(() => api.createListing({ title: 'Somewhere', zip: '92101', level: 'premium' }));
    onTestFinished(async () => remove(...(await Promise.all(areas))));
    await Promise.all(areas);
    expect((await map('q=somewhere')).clusters).toMatchObject([{ count: 2, pins: [] }]);
    const { lat, lng } = await middleOf('92101');
    const exact = await api.createListing({ title: 'Somewhere', zip: '92101', level: 'premium', lat, lng });
    onTestFinished(() => remove(exact));
    expect((await map('q=somewhere')).clusters).toMatchObject([{ count: 3, pins: [] }]);
  });

  it('names no more listings than fit around a point', async () => {
    const names = Array.from({ length: 13 }, (_, i) => `Tower ${i}`);
    const ids: number[] = [];
    for (const title of names.slice(1))
      ids.push(await api.createListing({ title, level: 'premium', lat: 32.73, lng: -117.15 }));
    onTestFinished(async () => void (await api.db.deleteFrom('listings').where('id', 'in', ids).execute()));
    expect((await map('q=tower')).clusters.map(({ pins }) => pins.length)).toEqual([12]);
    ids.push(await api.createListing({ title: 'Tower 0', level: 'premium', lat: 32.73, lng: -117.15 }));
    expect((await map('q=tower')).clusters).toMatchObject([{ count: 13, pins: [] }]);
  });

  it('divides clusters when zoomed in', async () => {
    const wide = await map('box=-119.9,32.5,-114.1,35.8');
    expect(wide.pins).toEqual([]);
    const irvine = wide.clusters.find(({ count }) => count === 5);
    expect(irvine).toBeDefined();
    const close = await map(`box=${irvine?.box.join()}`);
    expect(sumCounts(close)).toBe(5);
    expect(close.pins).toHaveLength(2);
  });

  it('has the same clusters when panned', async () => {
    const before = await map('box=-118.0,33.5,-117.6,33.9');
    const after = await map('box=-118.02,33.51,-117.62,33.91');
    expect(after.clusters).toEqual(before.clusters);
    expect(after.pins).toEqual(before.pins);
  });

  it('without a bounding box has the smallest one that contains the results', async () => {
    const { box, pins } = await map('q=pinned');
    expect(pins).toHaveLength(2);
    for (const pin of pins) expect(contains(box, pin)).toBe(true);
    expect(box[2] - box[0]).toBeLessThan(0.15);
    expect((await map('q=nothing+of+the+kind')).box).toEqual([-120, 32.4, -114, 35.9]);
  });

  it('opens where the nearest results of a place are, as many as the list shows, and everywhere with a distance', async () => {
    const ids = await Promise.all(
      Array.from({ length: 21 }, (_, i) =>
        api.createListing({
          title: `Kiosk ${i}`,
          zip: '92614',
          lat: 33.68 + (i < 20 ? i / 10_000 : 0.2),
          lng: -117.83,
        }),
      ),
    );
    onTestFinished(async () => void (await api.db.deleteFrom('listings').where('id', 'in', ids).execute()));
    const near = await map('q=kiosk&near=92614');
    expect(sumCounts(near)).toBe(20);
    expect(near.box[3]).toBeLessThan(33.7);
    expect(sumCounts(await map('q=kiosk&near=92614&within=25'))).toBe(21);
    expect(sumCounts(await map('q=kiosk'))).toBe(21);
  });

  it('with a bounding box ignores the default distance from a place, but not a requested one', async () => {
    const box = '-117.3,32.6,-117,32.9';
    expect(sumCounts(await map('near=92614'))).toBe(5);
    expect(sumCounts(await map(`near=92614&box=${box}`))).toBe(1);
    expect(await getTotal(`near=92614&box=${box}`)).toBe(1);
    expect(sumCounts(await map(`near=92614&within=25&box=${box}`))).toBe(0);
  });

  it('shows the results of a corrected spelling', async () => {
    expect(sumCounts(await map('q=pinnd'))).toBe(2);
  });

  it('changes immediately when listings are added or removed', async () => {
    const { id } = await makeListing(api.db, { title: 'Freshly Posted', zip: '92101' });
    expect(sumCounts(await map('q=freshly'))).toBe(1);
    await api.db.updateTable('listings').set({ owner_suspended: true }).where('id', '=', id).execute();
    expect(sumCounts(await map('q=freshly'))).toBe(0);
  });

  it.each([
    ['a side that is no number', 'NaN,33,-117,34'],
    ['east and west swapped', '-117,33,-118,34'],
    ['south and north swapped', '-118,34,-117,33'],
    ['no area', '-118,33,-118,33'],
    ['sides beyond the earth', '-999,-999,999,999'],
    ['three sides', '-118,33,-117'],
    ['an exponent', '-1e2,33,-99,34'],
    ['a very long number', `-118.${'1'.repeat(200)},33,-117,34`],
    ['SQL', "-118,33,-117,34');drop table listings;--"],
  ])('refuses a box with %s', async (_, box) => {
    for (const call of ['map', 'about']) {
      const { status, body } = await api.get(`/api/search/${call}?box=${encodeURIComponent(box)}`);
      expect([status, body.message]).toEqual([400, expect.any(String)]);
    }
  });

  it('accepts very large and very small boxes', async () => {
    expect(sumCounts(await map('box=-180,-90,180,90'))).toBe(6);
    expect(sumCounts(await map('box=-118.00000001,33,-118,90'))).toBe(0);
  });
});
