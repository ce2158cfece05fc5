import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setClockLead } from '#server/platform/page-cache/cache-plugin.ts';
import { loadBuild } from '#server/platform/page-cache/web-build.ts';
import { type ListingOverrides, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';

const MINUTE_MS = 60_000;

const database = await createTestDatabase();

let titleCount = 0;
function createFeatured(columns: ListingOverrides) {
  titleCount += 1;
  const title = `Featured ${String(titleCount).padStart(3, '0')}`;
  const created_at = new Date(Date.UTC(2025, 3, 1 + titleCount));
  return makeListing(database.db, { title, level: 'premium', paid_until: new Date(2100, 0), created_at, ...columns });
}

for (let i = 0; i < 3; i += 1) await createFeatured({ zip: '92614' });
for (let i = 0; i < 6; i += 1) await createFeatured({ zip: '93301' });
for (let i = 0; i < 13; i += 1) await createFeatured({ zip: '92501', category: 'bakeries' });
for (let i = 0; i < 30; i += 1) await createFeatured({ place: 'los-angeles', category: 'pizza' });
// Free listings, and those whose paid time is over, are in no rotation.
await createFeatured({ zip: '92614', level: 'free', paid_until: null });
await createFeatured({ zip: '93301', paid_until: new Date(2025, 0) });

// The listings exist before the processes start, which count them then and have cached nothing.
const web = await loadBuild(resolve(import.meta.dirname, '../../../dist'));
const api = await createTestApi({ web, database });
const otherProcess = await createTestApi({ web, database });
afterAll(async () => {
  await otherProcess.close();
  await api.close();
  await database.drop();
});

/** What the transaction of a change does. */
const invalidateAll = () => Promise.all([api, otherProcess].map((program) => program.invalidate(['*'])));
/** Adds a featured listing while the processes answer. */
async function addFeatured(columns: ListingOverrides) {
  const listing = await createFeatured(columns);
  await invalidateAll();
  return listing;
}
async function removeListings(...ids: number[]) {
  await api.db.deleteFrom('listings').where('id', 'in', ids).execute();
  await invalidateAll();
}

// The clock moves only when a test says so. Each test begins in a later minute than the one before, whose responses are then
// expired, and in one that is a multiple of every count of listings below: the newest listing is the first.
const MULTIPLE = 3 * 4 * 5 * 13;
let firstMinute = Math.ceil(Date.now() / MINUTE_MS / MULTIPLE) * MULTIPLE;
const setMinute = (n: number) => vi.setSystemTime((firstMinute + n) * MINUTE_MS);
const advanceMinute = () => vi.setSystemTime(Date.now() + MINUTE_MS);
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});
beforeEach(() => {
  firstMinute += MULTIPLE;
  setMinute(0);
  // In a slow run the processes have compared this clock with that of the database, which does not move with it.
  setClockLead(0);
});

/** The titles that an API list answers, and the address of its next page. */
async function readList(url: string, program = api) {
  const { status, headers, body } = await program.get(url);
  expect(status).toBe(200);
  const titles: string[] = (body.ads ?? body).map(({ title }: { title: string }) => title);
  return { titles, next: /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1], headers };
}

/** The featured listings that a page shows, alike in its markup and in its hydration state, and its link to more of them. */
async function readPage(url: string, program = api) {
  const { status, body } = await program.get(url);
  expect(status).toBe(200);
  const [markup = '', state = ''] = body.split('<script type="application/json" id="state">');
  const { data } = JSON.parse(state.slice(0, state.indexOf('</script>')));
  // biome-ignore lint/suspicious/noExplicitAny: the test looks at the state and does not work with it.
  const [, read]: any[] = data.find(([[path]]: [string[]]) => /featured(=true|\?)/.test(path ?? ''));
  const first = read.pages?.[0] ?? read;
  const titles: string[] = (first.items ?? first.ads).map(({ title }: { title: string }) => title);
  const main = markup.slice(markup.indexOf('<main'));
  const shown = [...main.matchAll(/<h3>.*?(Featured \d{3})/g)].map(([, title]) => title);
  // The home page shows recent listings above them.
  expect(shown.join()).toContain(titles.join());
  return { titles, next: main.match(/href="(\?cursor=[\w-]+)"/)?.[1] };
}

/** Reads as many minutes as there are listings, and expects each listing in each position exactly once. */
async function expectEqualShares(read: () => Promise<{ titles: string[] }>, count: number, positions: number) {
  const columns = Array.from({ length: positions }, () => [] as (string | undefined)[]);
  for (let minute = 0; minute < count; minute += 1) {
    const { titles } = await read();
    expect(titles).toHaveLength(positions);
    for (const [position, column] of columns.entries()) column.push(titles[position]);
    advanceMinute();
  }
  const all = columns[0]?.toSorted();
  expect(new Set(all).size).toBe(count);
  for (const column of columns) expect(column.toSorted()).toEqual(all);
}

describe('over as many minutes as there are featured listings each stands once in each position', () => {
  it.each([
    ['/city/irvine', 3, 3],
    ['/zip/92614', 3, 3],
    ['/county/kern-county', 6, 4],
    ['/bakersfield', 6, 6],
    ['/category/bakeries', 13, 6],
    ['/city/riverside/bakeries', 13, 6],
  ])('on the page %s, of %i', (url, count, positions) => expectEqualShares(() => readPage(url), count, positions));

  it.each([
    ['/api/county/kern-county/ads?featured=true&limit=4', 6, 4],
    ['/api/category/pizza/ads?featured=true', 30, 20],
    ['/api/ads/featured?limit=6', 52, 6],
    ['/api/ads/featured', 52, 20],
  ])('in the list %s, of %i', (url, count, positions) => expectEqualShares(() => readList(url), count, positions));

  it('on the home page, which begins with the listing of rank minute mod n', async () => {
    const newestFirst = (await readList('/api/ads/featured?limit=100')).titles;
    for (const minute of [0, 1, 2, 50, 51, 52]) {
      setMinute(minute);
      const { titles } = await readPage('/');
      expect(titles).toEqual(Array.from({ length: 6 }, (_none, position) => newestFirst[(minute + position) % 52]));
    }
  });
});

it('a list begins with the listing of rank minute mod n, whichever minute was asked for before', async () => {
  const newestFirst = (await readList('/api/category/pizza/ads?limit=100')).titles;
  for (const minute of [0, 10, 11, 13, 27, 28, 29, 30, 31, 70]) {
    setMinute(minute);
    const rank = (firstMinute + minute) % 30;
    const { titles } = await readList('/api/category/pizza/ads?featured=true&limit=2');
    expect(titles).toEqual([newestFirst[rank], newestFirst[(rank + 1) % 30]]);
  }
});

describe('during one minute', () => {
  it('a page stays the same in every process, and is answered with 304', async () => {
    const url = '/category/bakeries';
    const { etag } = (await api.get(url)).headers;
    vi.setSystemTime(Date.now() + MINUTE_MS - 1);
    const headers = { 'if-none-match': String(etag) };
    for (const program of [api, otherProcess])
      expect((await program.request('GET', url, { headers })).status).toBe(304);
    vi.setSystemTime(Date.now() + 1);
    for (const program of [api, otherProcess])
      expect((await program.request('GET', url, { headers })).status).toBe(200);
  });

  it('a listing that comes is shown at once', async () => {
    await readPage('/zip/92614');
    const { id, title } = await createFeatured({ zip: '92614' });
    await api.invalidate(['zip:92614']);
    expect((await readPage('/zip/92614')).titles).toContain(title);
    await api.db.deleteFrom('listings').where('id', '=', id).execute();
    await api.invalidate(['zip:92614']);
    expect((await readPage('/zip/92614')).titles).not.toContain(title);
  });
});

describe('an answer with the rotation expires', () => {
  const getExpiry = async (url: string) => (await readList(url)).headers['surrogate-until'];

  it('at the end of the minute', async () => {
    vi.setSystemTime(Date.now() + 12_345);
    const end = new Date((firstMinute + 1) * MINUTE_MS).toISOString();
    expect(await getExpiry('/api/city/irvine/ads?featured=true&limit=2')).toBe(end);
    expect(await getExpiry('/api/city/irvine/ads?featured=true&limit=2')).toBe(end);
  });

  it.each(['expires_at', 'paid_until'])('earlier when the %s of any of the listings comes before that', async (end) => {
    const endsAt = new Date(Date.now() + 30_000);
    const { id } = await addFeatured({ zip: '92614', created_at: new Date(2025, 0), [end]: endsAt });
    expect(await getExpiry('/api/city/irvine/ads?featured=true&limit=1')).toBe(endsAt.toISOString());
    await removeListings(id);
  });

  it('not before the only listing ends', async () => {
    const paid_until = new Date(Date.now() + 86_400_000);
    const { id } = await addFeatured({ zip: '93555', paid_until });
    expect(await getExpiry('/api/zip/93555/ads?featured=true')).toBe(paid_until.toISOString());
    await removeListings(id);
  });
});

it('a listing whose paid time ends leaves the rotation by itself', async () => {
  const created = [];
  for (const paid_until of [new Date(Date.now() + 30_000), new Date(2100, 0), new Date(2100, 0)]) {
    created.push(await addFeatured({ zip: '93555', paid_until }));
  }
  const list = '/api/zip/93555/ads?featured=true';
  expect((await readList(list)).titles).toHaveLength(3);
  // The clock of the database does not move with ours.
  const ended = api.db.updateTable('listings').set({ paid_until: new Date(2025, 0) });
  await ended.where('id', '=', created[0]?.id as number).execute();
  // Rank 3 mod 3 would be the newest, and 3 mod 2 is the other one.
  setMinute(3);
  expect((await readList(list)).titles).toEqual([created[1]?.title, created[2]?.title]);
  await removeListings(...created.map(({ id }) => id));
});

describe('paging', () => {
  /** Every title from the first page to the last; `between` is called after each page. */
  async function collectPages(first: string, between = async () => {}) {
    const titles: string[] = [];
    for (let url: string | undefined = first; url; ) {
      const page = await readList(url);
      titles.push(...page.titles);
      url = page.next;
      await between();
    }
    return titles;
  }

  it.each([1, 4, 5, 13, 100])('by %i goes round once from wherever it began, though minutes pass', async (limit) => {
    const newestFirst = (await readList('/api/category/bakeries/ads')).titles;
    for (let minute = 0; minute < 13; minute += 1) {
      setMinute(minute);
      const titles = await collectPages(`/api/category/bakeries/ads?featured=true&limit=${limit}`, async () => {
        advanceMinute();
      });
      expect(titles).toEqual([...newestFirst.slice(minute), ...newestFirst.slice(0, minute)]);
    }
  });

  it('repeats and skips none while listings are added and end', async () => {
    setMinute(1);
    const added: { id: number; title: string }[] = [];
    const before = (await readList('/api/county/kern-county/ads?featured=true')).titles;
    const titles = await collectPages('/api/county/kern-county/ads?featured=true&limit=1', async () => {
      advanceMinute();
      if (added.length < 2) added.unshift(await addFeatured({ zip: '93301', created_at: new Date() }));
      // The listing with which the list began ends.
      const ended = api.db.updateTable('listings').set({ expires_at: new Date(2025, 0) });
      await ended.where('title', '=', before[0] as string).execute();
      await invalidateAll();
    });
    expect(titles).toEqual([...before.slice(0, 5), ...added.map(({ title }) => title), ...before.slice(5)]);
    await api.db
      .updateTable('listings')
      .set({ expires_at: null })
      .where('title', '=', before[0] as string)
      .execute();
    await removeListings(...added.map(({ id }) => id));
  });

  it("by the page's own links goes round once, without JavaScript", async () => {
    for (const minute of [0, 5, 45]) {
      setMinute(minute);
      const titles: string[] = [];
      const sizes: number[] = [];
      for (let url: string | undefined = '/featured'; url; advanceMinute()) {
        const page: { titles: string[]; next?: string } = await readPage(url);
        sizes.push(page.titles.length);
        titles.push(...page.titles);
        url = page.next && `/featured${page.next}`;
      }
      expect(sizes).toEqual([24, 24, 4]);
      expect(new Set(titles).size).toBe(52);
    }
  });
});
