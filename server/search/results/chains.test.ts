import { afterAll, beforeAll, expect, it, test } from 'vitest';
import type { FoundListing } from '#contract/search.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
api.removeNewListingsAfterEach();

const find = async (query: string) => {
  const { body, headers } = await api.get(`/api/search?${query}`);
  return { ads: body as FoundListing[], next: /\?(.*)>/.exec(String(headers.link ?? ''))?.[1] };
};
const rowsOf = (ads: FoundListing[]) => ads.map(({ title, branches }) => (branches ? `${title} × ${branches}` : title));

const KINDS = [
  ['coffee in pasadena', 'coffee-tea', 'pasadena', ['Starbucks', "Peet's Coffee"]],
  ['taqueria in santa ana', 'mexican-restaurants', 'santa-ana', ['Taco Bell', 'Del Taco']],
  ['taqueria anaheim', 'mexican-restaurants', 'anaheim', ['Taco Bell', 'Del Taco']],
  ['pizza', 'pizza', 'irvine', ["Domino's", 'Pizza Hut']],
] as const;
beforeAll(async () => {
  for (const [, category, place, chains] of KINDS) {
    for (let branch = 0; branch < 4; branch++)
      for (const title of chains)
        await api.createListing({ title, business_name: title, category, place, owner_id: null, origin: 'open-data' });
    for (const name of ['Copper', 'Juniper', 'Marigold'])
      await api.createListing({ title: `${name} of ${place}`, business_name: `${name} of ${place}`, category, place });
  }
});

it.each(KINDS)('%s: a chain is one row with its number of branches', async (q, _category, place, chains) => {
  const { ads } = await find(`q=${encodeURIComponent(q)}`);
  const rows = rowsOf(ads);
  for (const chain of chains) {
    expect(
      rows.filter((row) => row.startsWith(`${chain} × `)),
      rows.join('\n'),
    ).toHaveLength(1);
    expect(rows).not.toContain(chain);
  }
  expect(rows).toContain(`Copper of ${place}`);
  expect((await api.get(`/api/search/about?q=${encodeURIComponent(q)}`)).body.total).toBeGreaterThanOrEqual(11);
});

test('pages have every row once', async () => {
  const all = rowsOf((await find('q=coffee in pasadena')).ads);
  const paged: string[] = [];
  for (let next: string | undefined = 'q=coffee in pasadena&limit=2'; next; ) {
    const page = await find(next);
    paged.push(...rowsOf(page.ads));
    next = page.next;
  }
  expect(paged).toEqual(all);
});

it('is all of its rows where it is searched by its name, or nothing else is found', async () => {
  const branches = rowsOf((await find('q=starbucks')).ads);
  expect(branches.length).toBeGreaterThanOrEqual(4);
  expect(new Set(branches)).toEqual(new Set(['Starbucks']));
  expect(rowsOf((await find('q=pizza hut')).ads).filter((row) => row.startsWith('Pizza'))).toEqual(
    Array.from({ length: 4 }, () => 'Pizza Hut'),
  );
  expect(
    rowsOf((await find('q=coffee in pasadena&sort=name')).ads).filter((row) => row === 'Starbucks').length,
  ).toBeGreaterThanOrEqual(4);
});

test('a branch that its owner has claimed has a row of its own', async () => {
  const { id: owner_id } = await makeAccount(api.db);
  await api.createListing({
    title: 'Starbucks',
    business_name: 'Starbucks',
    category: 'coffee-tea',
    place: 'pasadena',
    origin: 'open-data',
    owner_id,
  });
  const rows = rowsOf((await find('q=coffee in pasadena')).ads);
  expect(rows).toEqual(expect.arrayContaining(['Starbucks', 'Starbucks × 4']));
});

test('the branches of a row are as many as it says, claimed ones left out', async () => {
  for (const q of ['coffee in pasadena', 'cofee in pasadena', 'taqueria in santa ana']) {
    const chains = (await find(`q=${q}`)).ads.filter(({ branches }) => branches !== undefined);
    expect(chains.length).toBeGreaterThan(0);
    for (const { title, branches, branchesPath } of chains) {
      const { body } = await api.get(String(branchesPath));
      expect(rowsOf(body)).toEqual(Array.from({ length: Number(branches) }, () => title));
    }
  }
});

test.each([
  '/api/category/coffee-tea/ads',
  '/api/city/pasadena/ads',
  '/api/city/pasadena/category/coffee-tea/ads',
  '/api/county/los-angeles-county/ads',
  '/api/location/los-angeles/ads',
  '/api/zip/91101/ads',
])('in the list %s a chain is one row of the first branch, on whatever page', async (path) => {
  const { zip } = await api.db
    .selectFrom('listings')
    .select('zip')
    .where('business_name', '=', 'Starbucks')
    .executeTakeFirstOrThrow();
  const list = path.replace('91101', zip);
  const rows: FoundListing[] = [];
  for (let next: string | undefined = `${list}?limit=3`; next; ) {
    const { body, headers } = await api.get(next);
    rows.push(...(body.ads ?? body));
    next = /<(.*)>/.exec(String(headers.link ?? ''))?.[1];
  }
  const chains = rows.filter(({ branches }) => branches !== undefined);
  expect(rowsOf(chains).sort()).toEqual(expect.arrayContaining(["Peet's Coffee × 4", 'Starbucks × 4']));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.filter(({ title }) => title === 'Starbucks')).toHaveLength(1);
  for (const { branches, branchesPath } of chains)
    expect((await api.get(String(branchesPath))).body).toHaveLength(Number(branches));
  const newest = (await api.get(`${list}?sort=newest&limit=100`)).body;
  expect(rowsOf(newest.ads ?? newest).filter((row) => row === 'Starbucks')).toHaveLength(4);
});

test('a chain has the number of all its branches where only the first results are read', async () => {
  for (let shop = 0; shop < 8; shop++)
    await api.createListing({ title: `Fennel Coffee ${shop}`, category: 'coffee-tea', place: 'pasadena' });
  const { ads } = await find('q=coffee in pasadena&limit=1');
  const second = await find('q=coffee in pasadena&limit=4');
  const rows = rowsOf([...ads, ...second.ads]).filter((row) => /Starbucks|Peet/.test(row));
  for (const row of rows) expect(row).toMatch(/^(Starbucks|Peet's Coffee)( × 4)?$/);
});

it.each([
  ['%00', 400],
  ['%ED%A0%80', 200],
  ['', 400],
  ['x'.repeat(201), 400],
  ['%E2%98%83', 200],
  ["'|%26(%5C:*", 200],
])('a chain called %s is answered with %i', async (chain, status) => {
  for (const path of ['search?q=coffee&', 'city/irvine/ads?', 'category/coffee-tea/ads?', 'zip/92614/ads?'])
    expect((await api.visitor().get(`/api/${path}chain=${chain}`)).status, path).toBe(status);
});

it.each(['x=%ED%A0%80', 'x=%ED', 'x=%', 'x=%zz', 'x=%E2%98%83'])('a list takes the query %s', async (query) => {
  for (const path of ['ads/recent', 'city/irvine/ads', 'city/irvine', 'categories'])
    expect((await api.visitor().get(`/api/${path}?${query}`)).status, path).toBe(200);
});
