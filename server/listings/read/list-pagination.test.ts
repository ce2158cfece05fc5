import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';
import { repetitions } from '#tests/support/long-run.ts';

const api = await createTestApi();
afterAll(() => api.close());
afterEach(() => {
  vi.useRealTimers();
});

// 23 listings; every four have the same creation time.
const begin = Date.UTC(2025, 3, 16);
const listingIds: number[] = [];
for (let n = 0; n < 23; n += 1) {
  const level = n % 3 === 0 ? 'premium' : 'free';
  listingIds.unshift(
    await api.createListing({ category: 'pizza', level, created_at: new Date(begin + Math.floor(n / 4) * 1000) }),
  );
}

const next = (link: unknown) => /^<([^>]+)>; rel="next"$/.exec(String(link))?.[1];

/** Every id from this page to the last, in the order of the responses; `between` is called after each page. */
async function collectPages(first: string, between = async () => {}) {
  const seen: number[] = [];
  const pages: number[] = [];
  for (let url: string | undefined = first; url; ) {
    const { status, headers, body } = await api.visitor().get(url);
    expect(status).toBe(200);
    const ads: { id: number }[] = body.ads ?? body;
    seen.push(...ads.map(({ id }) => id));
    pages.push(ads.length);
    await between();
    url = next(headers.link);
  }
  return { seen, pages };
}

// In this order: the last tests add listings and remove some.
describe('paging', { shuffle: false }, () => {
  it.each([
    '/api/ads/recent?limit=4',
    '/api/county/orange-county/ads?limit=4',
    '/api/city/irvine/ads?limit=5',
    '/api/city/irvine/ads?limit=5&sort=newest',
    '/api/location/irvine/ads?limit=1',
    '/api/location/orange-county/ads?limit=22',
    '/api/zip/92614/ads?limit=6',
    '/api/category/pizza/ads?limit=7',
    '/api/category/restaurants/ads?limit=23&sort=newest',
    '/api/ads/recent',
  ])('%s returns every listing once', async (url) => {
    expect((await collectPages(url)).seen).toEqual(listingIds);
  });

  it('preserves the other parameters, and ends with the list', async () => {
    const featured = listingIds.filter((_id, index) => (22 - index) % 3 === 0);
    // The rotation starts with the newest featured listing in minutes that are a multiple of their number.
    const period = featured.length * 60_000;
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / period) * period });
    const { headers } = await api.get('/api/ads/recent?featured=true&limit=3');
    expect(next(headers.link)).toMatch(/^\/api\/ads\/recent\?featured=true&limit=3&cursor=[\w-]+$/);
    expect(await collectPages('/api/ads/recent?featured=true&limit=3')).toEqual({ seen: featured, pages: [3, 3, 2] });
    expect((await collectPages('/api/ads/featured?limit=4')).seen).toEqual(featured);
    expect((await collectPages('/api/ads/recent?featured=false&limit=4')).seen).toEqual(
      listingIds.filter((id) => !featured.includes(id)),
    );
  });

  it('has no next page when exactly `limit` listings remain', async () => {
    const { headers, body } = await api.get('/api/ads/recent?limit=23');
    expect(body).toHaveLength(23);
    expect(headers.link).toBeUndefined();
  });

  it('returns 20 listings by default', async () => {
    expect((await collectPages('/api/ads/recent')).pages).toEqual([20, 3]);
  });

  it('neither skips nor repeats listings when others are added, paused and deleted between pages', async () => {
    const change = fc.record({ add: fc.integer({ min: -30, max: 30 }), pause: fc.nat(30), remove: fc.nat(30) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), async (changes, limit) => {
        const [start] = [...listingIds];
        const added: number[] = [];
        const gone = new Set<number>();
        const left = [...changes];
        const { seen } = await collectPages(`/api/city/irvine/ads?limit=${limit}`, async () => {
          const now = left.shift();
          if (!now) return;
          added.push(await api.createListing({ created_at: new Date(begin + now.add * 500) }));
          const [paused, removed] = [listingIds[now.pause], added[now.remove]];
          if (paused) await setStatus([paused], 'paused');
          if (paused) gone.add(paused);
          if (removed) await api.db.deleteFrom('listings').where('id', '=', removed).execute();
        });
        await api.db
          .deleteFrom('listings')
          .where('id', '>', start as number)
          .execute();
        await setStatus(listingIds, 'active');
        expect(seen.filter((id) => listingIds.includes(id) && !gone.has(id))).toEqual(
          listingIds.filter((id) => !gone.has(id)),
        );
        expect(new Set(seen).size).toBe(seen.length);
      }),
      { numRuns: repetitions(4, 200) },
    );
  });
});

const setStatus = (ids: number[], status: 'active' | 'paused') =>
  api.db.updateTable('listings').set({ status }).where('id', 'in', ids).execute();
