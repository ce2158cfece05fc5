import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { invalidate } from '#server/page-cache/invalidate.ts';
import { listenForInvalidations } from '#server/page-cache/invalidation-listener.ts';
import { loadBuild } from '#server/page-cache/web-build.ts';
import { type ListingOverrides, makeListing } from '#server/seed/factories.ts';
import { createTestApi } from '../../../tests/support/api.ts';

const VIEWS = 10_000;
const MINUTE_MS = 60_000;

// The pages, counted as they are rendered.
let renderCount = 0;
const built = await loadBuild(resolve(import.meta.dirname, '../../../dist'));
const entry = await built.entry();
const counted: typeof entry = {
  ...entry,
  render: (...page) => {
    renderCount += 1;
    return entry.render(...page);
  },
};
const web = { ...built, entry: async () => counted };
const api = await createTestApi({ web });
const other = await createTestApi({ web, database: api.database });
afterAll(async () => {
  await other.close();
  await api.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const day = (n: number) => new Date(Date.UTC(2025, 3, 1 + n));
let titleCount = 0;
const createFeatured = (columns: ListingOverrides, db = api.db) => {
  titleCount += 1;
  const title = `Featured ${String(titleCount).padStart(3, '0')}`;
  return makeListing(db, { title, level: 'premium', created_at: day(titleCount), ...columns });
};

beforeAll(async () => {
  for (let i = 0; i < 3; i += 1) await createFeatured({ zip: '92614' });
  for (let i = 0; i < 6; i += 1) await createFeatured({ zip: '93301' });
  for (let i = 0; i < 13; i += 1) await createFeatured({ zip: '92501', category: 'bakeries' });
  // What is free, and what is over, is in no ring.
  await createFeatured({ zip: '92614', level: 'free' });
  await createFeatured({ zip: '93301', paid_until: new Date(Date.now() - 1000) });
  await api.invalidateAll();
});

interface View {
  /** The featured listings that a page shows, in its text and in what hydrates it alike. */
  order: string[];
  /** Where it leads for the next ones. */
  next: string | undefined;
}
const seen = new Map<string, View>();

async function open(url: string, program = api): Promise<View> {
  const { statusCode, headers, body } = await program.http.inject({ url });
  const known = seen.get(String(headers.etag));
  if (known) return known;
  expect(statusCode).toBe(200);
  const [markup = '', state = ''] = body.split('<script type="application/json" id="state">');
  const { data } = JSON.parse(state.slice(0, state.indexOf('</script>')));
  // biome-ignore lint/suspicious/noExplicitAny: what hydrates a page is looked at, not worked with.
  const [, read]: any[] = data.find(([[path]]: [string[]]) => /featured(=true|\?)/.test(path ?? ''));
  const first = read.pages?.[0] ?? read;
  const order: string[] = (first.items ?? first.ads).map(({ title }: { title: string }) => title);
  const main = markup.slice(markup.indexOf('<main'));
  const shown = [...main.matchAll(/<h3>.*?(Featured \d{3})/g)].map(([, title]) => title);
  expect(shown.slice(0, order.length)).toEqual(order);
  const view = { order, next: main.match(/href="(\?cursor=[\w-]+)"/)?.[1] };
  seen.set(String(headers.etag), view);
  return view;
}

const view = async (url: string, program = api) => (await open(url, program)).order;

/** How often each listing stood in each position. */
function countShares(views: string[][]) {
  const shares: Map<string, number>[] = [];
  for (const order of views) {
    for (const [position, title] of order.entries()) {
      shares[position] ??= new Map();
      shares[position].set(title, (shares[position].get(title) ?? 0) + 1);
    }
  }
  return shares;
}

function expectFair(views: string[][], { listings, positions }: { listings: number; positions: number }) {
  const shares = countShares(views);
  expect(shares).toHaveLength(positions);
  for (const share of shares) {
    expect(share.size).toBe(listings);
    const fair = views.length / listings;
    expect(Math.min(...share.values())).toBeGreaterThanOrEqual(0.95 * fair);
    expect(Math.max(...share.values())).toBeLessThanOrEqual(1.05 * fair);
  }
}

async function collectViews(url: string, count: number) {
  const views: string[][] = [];
  while (views.length < count) {
    views.push(await view(url));
    // What a request leaves behind is cleared away only when the event loop goes around.
    if (views.length % 50 === 0) await setImmediate();
  }
  return views;
}

describe(`in ${VIEWS} views of a page from memory each featured listing stands as often in each position`, () => {
  it.each([
    ['/city/irvine', 3, 3],
    ['/county/kern-county', 6, 4],
    ['/category/bakeries', 13, 6],
    ['/', 22, 6],
  ])('%s, of %i', async (url, listings, positions) => {
    renderCount = 0;
    expectFair(await collectViews(url, VIEWS), { listings, positions });
    expect(renderCount).toBe(listings);
  });

  it.each([
    ['/zip/92614', 3],
    ['/bakersfield', 6],
    ['/city/riverside/bakeries', 13],
    ['/featured', 22],
  ])('%s begins with each of %i', async (url, listings) => {
    const views = await collectViews(url, 100);
    expect(new Set(views.map(([first]) => first)).size).toBe(listings);
  });

  it('where somebody else takes every second view', async () => {
    const views = await collectViews('/county/kern-county', VIEWS);
    const everySecond = views.filter((_order, index) => index % 2 === 0);
    expectFair(everySecond, { listings: 6, positions: 4 });
  });

  it('where the page is renewed after every third view', async () => {
    const views: string[][] = [];
    for (let i = 0; i < 120; i += 1) {
      await api.renew(['city:irvine']);
      views.push(...(await collectViews('/city/irvine', 3)));
    }
    expectFair(views, { listings: 3, positions: 3 });
  });
});

describe('the API without a turn', () => {
  it.each(['/api/county/kern-county/ads?featured=true&limit=4', '/api/location/bakersfield/ads?featured=true'])(
    '%s begins at another listing each time',
    async (url) => {
      const views: string[][] = [];
      for (let i = 0; i < 600; i += 1) {
        views.push((await api.get(url)).body.map(({ title }: { title: string }) => title));
      }
      expectFair(views, { listings: 6, positions: url.includes('limit') ? 4 : 6 });
    },
  );

  it('is not kept, not even at its plain address', async () => {
    const begun = new Set<number>();
    for (let i = 0; i < 100; i += 1) begun.add((await api.get('/api/ads/featured')).body[0].id);
    expect(begun.size).toBe(22);
  });
});

describe('going around', () => {
  const next = (link: unknown) => /^<([^>]+)>; rel="next"$/.exec(String(link))?.[1];
  async function walk(first: string, between = async () => {}) {
    const titles: string[] = [];
    for (let url: string | undefined = first; url; ) {
      const { status, headers, body } = await api.get(url);
      expect(status).toBe(200);
      titles.push(...(body.ads ?? body).map(({ title }: { title: string }) => title));
      url = next(headers.link);
      await between();
    }
    return titles;
  }

  it.each([1, 4, 5, 13, 100])('by %i, pages hold each listing once, from each of its turns on', async (limit) => {
    const path = `/api/category/bakeries/ads?featured=true&limit=${limit}`;
    const newest = (await api.get('/api/category/bakeries/ads')).body.map(({ title }: { title: string }) => title);
    const begun = new Set<string>();
    for (let turn = 0; turn < 13; turn += 1) {
      const seen = await walk(`${path}&turn=${turn}`);
      const at = newest.indexOf(seen[0]);
      expect(seen).toEqual([...newest.slice(at), ...newest.slice(0, at)]);
      begun.add(seen[0] as string);
    }
    expect(begun.size).toBe(13);
    expect(new Set(await walk(path)).size).toBe(13);
    expect(new Set(await walk(`${path}&turn=63`)).size).toBe(13);
  });

  it('holds none twice while others come and go', async () => {
    const added: number[] = [];
    const seen = await walk('/api/city/irvine/ads?featured=true&limit=1&turn=1', async () => {
      if (added.length < 2) added.push((await createFeatured({ zip: '92614', created_at: new Date() })).id);
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(5);
    await api.db.deleteFrom('listings').where('id', 'in', added).execute();
  });
});

describe('asking again', () => {
  it('brings 304 when it is the same turn again, and else the page of another', async () => {
    const url = '/category/bakeries';
    await collectViews(url, 50);
    const { etag } = (await api.http.inject({ url })).headers;
    const headers = { 'if-none-match': String(etag) };
    const answers = await Promise.all(Array.from({ length: 130 }, () => api.http.inject({ url, headers })));
    const same = answers.filter(({ statusCode }) => statusCode === 304);
    expect(same.map((answer) => answer.headers.etag)).toEqual(same.map(() => etag));
    expect(Math.abs(same.length - 10)).toBeLessThanOrEqual(3);
    const others = answers.filter(({ statusCode }) => statusCode === 200);
    expect(new Set(others.map((answer) => answer.headers.etag)).size).toBe(12);
    expect(others.some((answer) => answer.headers.etag === etag)).toBe(false);
  });

  it('with HEAD brings the headers of one of them', async () => {
    const { statusCode, headers, body } = await api.http.inject({ method: 'HEAD', url: '/category/bakeries' });
    expect(statusCode).toBe(200);
    expect([...seen.keys()]).toContain(headers.etag);
    expect(Number(headers['content-length'])).toBeGreaterThan(1000);
    expect(body).toBe('');
  });
});

it('a listing that comes is on every page at once, in every process, and gone from all when it ends', async () => {
  let heard = () => {};
  const hears = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const renewals = listenForInvalidations(other.database, (keys) => other.renew(keys).then(heard));
  await hears;
  for (const program of [api, other]) for (let i = 0; i < 20; i += 1) await view('/zip/92614', program);

  const { id, title } = await api.db.transaction().execute(async (transaction) => {
    const listing = await createFeatured({ zip: '92614' }, transaction);
    await invalidate(transaction, ['zip:92614']);
    return listing;
  });
  await api.renew(['zip:92614']);
  const isShown = async (program: typeof api) => {
    const views: boolean[] = [];
    for (let i = 0; i < 16; i += 1) views.push((await view('/zip/92614', program)).includes(title));
    return [...new Set(views)];
  };
  for (const program of [api, other]) {
    await expect.poll(() => isShown(program), { timeout: 10_000 }).toEqual([true]);
    expect((await view('/zip/92614', program)).length).toBe(4);
  }

  const expires_at = new Date(Date.now() + 2000);
  await api.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('listings').set({ expires_at }).where('id', '=', id).execute();
    await invalidate(transaction, ['zip:92614']);
  });
  await api.renew(['zip:92614']);
  for (const program of [api, other]) {
    await expect.poll(() => isShown(program), { timeout: 10_000 }).toEqual([false]);
    expect((await view('/zip/92614', program)).length).toBe(3);
  }
  await renewals.close();
});

describe('of more listings than turns', () => {
  const LISTINGS = 66;
  const MOST = 64;
  const path = '/api/county/los-angeles-county/ads?featured=true&limit=1';
  beforeAll(async () => {
    for (let i = 0; i < LISTINGS; i += 1) await createFeatured({ place: 'los-angeles' });
    await api.invalidateAll();
  });

  it('all beginnings move on every minute, until each was first as often', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const first: string[][] = [];
    for (let minute = 0; minute < LISTINGS; minute += 1) {
      const turns = Array.from({ length: MOST }, (_none, turn) => api.get(`${path}&turn=${turn}`));
      for (const { body } of await Promise.all(turns)) first.push([body[0].title]);
      vi.setSystemTime(Date.now() + MINUTE_MS);
    }
    const [share] = countShares(first);
    expect(share?.size).toBe(LISTINGS);
    expect(new Set(share?.values())).toEqual(new Set([MOST]));
  });

  it('and the page goes along', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const url = '/county/los-angeles-county';
    for (let minute = 0; minute < 3; minute += 1) {
      renderCount = 0;
      const views = await collectViews(url, 500);
      expect(renderCount).toBe(MOST);
      expect(new Set(views.map(([first]) => first)).size).toBe(MOST);
      vi.setSystemTime(Date.now() + MINUTE_MS);
    }
  });

  it("the pages' own links lead around once, without JavaScript", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const titles: string[] = [];
      const sizes: number[] = [];
      for (let url: string | undefined = '/featured'; url; ) {
        const { order, next }: View = await open(url);
        sizes.push(order.length);
        titles.push(...order);
        url = next && `/featured${next}`;
      }
      expect(sizes).toEqual([24, 24, 24, 16]);
      expect(new Set(titles).size).toBe(88);
    }
  });
});
