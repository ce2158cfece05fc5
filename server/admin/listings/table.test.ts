import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdminListing } from '#contract/admin/listings.ts';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
const auditLog = trackAuditLog(db);

beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
});

const read = async (query = '') => {
  const { send } = await api.signedInVisitor(1);
  return send('GET', `/api/admin/ads${query}`);
};
const titles = async (query: string) => ((await read(query)).body as AdminListing[]).map(({ title }) => title);

let minute = 0;
/** Listings are posted a minute apart, in the order of the calls. */
const make = (title: string, columns: ListingOverrides = {}) =>
  makeListing(db, { title, business_name: title, created_at: new Date(Date.UTC(2026, 4, 1, 8, minute++)), ...columns });

const hidden = { status: 'hidden', hidden_from: 'active', hidden_reason: 'Spam', hidden_at: new Date() } as const;
const deleted = { status: 'deleted', deleted_from: 'active', deleted_at: new Date() } as const;
const paid = { level: 'premium', paid_until: new Date('2099-01-01') } as const;

describe('the table of all listings', () => {
  it('shows listings in every state, the newest first', async () => {
    await make('Shown', paid);
    await make('Expired', { expires_at: new Date('2026-01-01') });
    await make('Suspended', { owner_suspended: true });
    await make('Paused', { status: 'paused' });
    await make('Hidden', hidden);
    await make('Draft', { status: 'draft' });
    await make('Deleted', deleted);
    const { body } = await read();
    expect((body as AdminListing[]).map(({ title, state, level }) => [title, state, level])).toEqual([
      ['Deleted', 'deleted', 'free'],
      ['Draft', 'draft', 'free'],
      ['Hidden', 'hidden', 'free'],
      ['Paused', 'paused', 'free'],
      ['Suspended', 'suspended', 'free'],
      ['Expired', 'expired', 'free'],
      ['Shown', 'shown', 'premium'],
    ]);
    for (const state of ['shown', 'expired', 'suspended', 'paused', 'hidden', 'draft', 'deleted']) {
      expect((await titles(`?state=${state}`)).map((title) => title.toLowerCase())).toEqual([state]);
    }
    expect(await titles('?sort=oldest&limit=2')).toEqual(['Shown', 'Expired']);
    expect(await titles('?level=premium')).toEqual(['Shown']);
    expect(await titles('?level=free&state=expired')).toEqual(['Expired']);
  });

  it('finds words of name, street and city, the ZIP code and the number, in any order', async () => {
    const roses = await make('Roses Plumbing', { address: '18002 Avenue of the Stars', zip: '92614' });
    await make('Roses Plumbing, Hidden', hidden);
    await make('Irvine Roses');
    for (const words of ['roses plumbing irvine', 'IRVINE plumbing', '92614 Plumbing', `plumbing ${roses.id}`])
      expect(await titles(`?state=shown&words=${encodeURIComponent(words)}`)).toEqual(['Roses Plumbing']);
    for (const words of [
      'roses stars of the avenue',
      'the stars',
      '18002 roses',
      `#${roses.id}`,
      `roses #${roses.id} irvine`,
    ])
      expect(await titles(`?words=${encodeURIComponent(words)}`)).toEqual(['Roses Plumbing']);
    expect(await titles('?words=hidden+irvine+plumbing')).toEqual(['Roses Plumbing, Hidden']);
    expect(await titles('?words=roses+plumbing+tustin')).toEqual([]);
  });

  it('says into which listing one was merged, until it is separated', async () => {
    const kept = await make('Kept');
    const merged = await make('Merged', deleted);
    await db.insertInto('listing_merges').values({ merged_id: merged.id, kept_id: kept.id, taken: '{}' }).execute();
    const readMerged = async () => ((await read()).body as AdminListing[]).map(({ mergedInto }) => mergedInto);
    expect(await readMerged()).toEqual([kept.id, null]);
    await db.deleteFrom('listing_merges').execute();
    expect(await readMerged()).toEqual([null, null]);
  });

  it('finds the first letters of words, and numbers as they are', async () => {
    await make('Alosta Brewing Company', { address: '692 Arrow Highway' });
    await make("BJ's Restaurant & Brewhouse - West Covina", hidden);
    for (const words of ['Alosta Br', 'alo', 'al b', 'alosta arrow hi', 'brew alosta 692', 'Alosta Br #'])
      expect(await titles(`?words=${encodeURIComponent(words)}`)).toEqual(['Alosta Brewing Company']);
    for (const words of ['BJs Rest West', 'BJs Restaurant & Brew', "BJ's w"])
      expect(await titles(`?words=${encodeURIComponent(words)}`)).toHaveLength(1);
    for (const words of ['alosta 69', 'losta', 'alosta bx'])
      expect(await titles(`?words=${words.replace(' ', '+')}`)).toEqual([]);
  });

  it('has listings with the words as they are first, then those with words that begin so, each once on any pages', async () => {
    await make('Corona Plumbing');
    await make('Bakery', { address: '1 Corona St' });
    await make('Corona Roses', hidden);
    for (const n of ['A', 'B', 'C']) await make(`Coronado ${n}`);
    const order = [...['Corona Roses', 'Bakery', 'Corona Plumbing'], ...['Coronado C', 'Coronado B', 'Coronado A']];
    expect(await titles('?words=corona')).toEqual(order);
    expect(await titles('?words=coron')).toHaveLength(6);
    expect(await titles('?words=corona&sort=oldest')).toEqual([
      ...order.slice(0, 3).reverse(),
      ...order.slice(3).reverse(),
    ]);
    for (const limit of [1, 2, 3, 4]) {
      const found: string[] = [];
      let next: string | undefined = `?words=corona&limit=${limit}`;
      while (next && found.length <= order.length) {
        const { body, headers } = await read(next);
        found.push(...body.map(({ title }: { title: string }) => title));
        next = /<[^>]+(\?[^>]+)>/.exec(String(headers.link ?? ''))?.[1];
      }
      expect(found).toEqual(order);
    }
  });

  it('finds words of the name, visible or not, whatever their accents and case', async () => {
    await make('Café Poppy');
    await make('Poppy Café', hidden);
    await make('Sweetpoppy Café');
    await make('Poppy Bakery', { business_name: 'The Corner CAFE' });
    expect(await titles('?words=cafe+POPPY')).toEqual(['Poppy Bakery', 'Poppy Café', 'Café Poppy']);
    expect(await titles('?words=cafe+POPPY&state=hidden')).toEqual(['Poppy Café']);
    expect(await titles("?words=o'no")).toEqual([]);
  });

  it('finds an id, a telephone, a domain, an owner and a source', async () => {
    const owner = await makeAccount(db, { username: 'Poppy', email: 'poppy@mail.example' });
    const { id } = await make('Bakery', { phone: '(949) 555-0100', website: 'https://www.poppy.example/irvine' });
    await make('Hidden bakery', {
      ...hidden,
      phone: '949.555.0100',
      website: 'http://poppy.example',
      owner_id: owner.id,
    });
    await make('Other', {
      phone: '(949) 555-0101',
      website: 'https://notpoppy.example',
      source: 'Permits',
      source_id: '1',
    });
    expect(await titles(`?id=${id}`)).toEqual(['Bakery']);
    for (const phone of ['9495550100', '1-949-555-0100', '555 0100']) {
      expect(await titles(`?phone=${encodeURIComponent(phone)}`)).toEqual(['Hidden bakery', 'Bakery']);
    }
    for (const domain of ['poppy.example', 'https://www.Poppy.example/menu']) {
      expect(await titles(`?domain=${encodeURIComponent(domain)}`)).toEqual(['Hidden bakery', 'Bakery']);
    }
    for (const name of ['poppy', 'POPPY@mail.example'])
      expect(await titles(`?owner=${name}`)).toEqual(['Hidden bakery']);
    expect(await titles('?owner=nobody')).toEqual([]);
    expect(await titles('?source=Permits')).toEqual(['Other']);
    const { status, body } = await read('?phone=12');
    expect([status, body]).toMatchObject([400, { issues: [{ path: 'phone' }] }]);
  });

  it('finds places, categories, days in Los Angeles, and marks', async () => {
    await make('Irvine pizza', { category: 'pizza', created_at: new Date('2026-06-02T06:59:00Z') });
    const parent = await make('Some restaurant', {
      category: 'restaurants',
      created_at: new Date('2026-06-02T07:00:00Z'),
    });
    await make('Point', {
      category: 'coffee-tea',
      lat: 33.7,
      lng: -117.8,
      point_source: 'owner',
      created_at: new Date('2026-06-03T06:59:59Z'),
    });
    await db.insertInto('reports').values({ listing_id: parent.id, reason: 'spam' }).execute();
    expect(await titles('?category=pizza')).toEqual(['Irvine pizza']);
    expect(await titles('?category=restaurants&city=irvine')).toEqual(['Some restaurant', 'Irvine pizza']);
    expect(await titles('?category=no-such')).toEqual([]);
    expect(await titles('?county=orange-county&zip=92614')).toHaveLength(3);
    expect(await titles('?county=san-diego-county')).toEqual([]);
    expect(await titles('?from=2026-06-02&to=2026-06-02')).toEqual(['Point', 'Some restaurant']);
    expect(await titles('?to=2026-06-01')).toEqual(['Irvine pizza']);
    expect(await titles('?noCategory=true')).toEqual(['Some restaurant']);
    expect(await titles('?noCategory=false')).toEqual(['Point', 'Irvine pizza']);
    expect(await titles('?areaOnly=false')).toEqual(['Point']);
    expect(await titles('?reported=true')).toEqual(['Some restaurant']);
    expect(await titles('?doubtful=true')).toEqual([]);
    const { body } = await read('?reported=true');
    expect(body).toMatchObject([{ reports: 1 }]);
  });

  it('continues a page where the last one ended, and counts sets', async () => {
    const owner = await makeAccount(db);
    for (const n of [1, 2, 3, 4, 5]) await make(`Shop ${n}`, { owner_id: owner.id, ...(n % 2 ? hidden : {}) });
    const pages: string[][] = [];
    let next: string | undefined = `/api/admin/ads?owner=${owner.username}&limit=2`;
    const { send } = await api.signedInVisitor(1);
    while (next) {
      const { body, headers } = await send('GET', next);
      expect(headers['x-total-count']).toBe('5');
      pages.push((body as AdminListing[]).map(({ title }) => title));
      next = /<([^>]+)>/.exec(String(headers.link ?? ''))?.[1];
    }
    expect(pages).toEqual([['Shop 5', 'Shop 4'], ['Shop 3', 'Shop 2'], ['Shop 1']]);
  });
});

it('exports all rows of a filter, and no cell is a formula', async () => {
  await make('=1+1 "Poppy"', hidden);
  await make('Other');
  const { send } = await api.signedInVisitor(1);
  const { headers, body: text } = await send('GET', '/api/admin/ads.csv?state=hidden');
  expect(headers['content-disposition']).toBe('attachment; filename="listings.csv"');
  const [heading, ...lines] = String(text).trim().split('\n');
  expect(heading).toMatch(/^id,title,/);
  expect(lines).toEqual([expect.stringContaining(`"'=1+1 ""Poppy"""`)]);
});

it('exports the chosen rows, to who has proved who they are, and is in the audit log', async () => {
  const [first, second] = [await make('First'), await make('Second')];
  await make('Third');
  const { get } = await api.signedInVisitor(1);
  const text = String((await get(`/api/admin/ads.csv?ids=${first.id},${second.id}`)).body);
  expect(
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]?.slice(1, -1))),
  ).toEqual([second.id, first.id]);
  expect(await auditLog.readNew()).toMatchObject([{ kind: 'data-exported', actor_id: 1, reason: 'listings as csv' }]);
  expect((await get('/api/admin/ads.csv?ids=1,x')).status).toBe(400);
  const stale = await api.signedInVisitor(1, undefined, { verified_at: new Date(Date.now() - 11 * 60_000) });
  expect((await stale.get('/api/admin/ads.csv')).body.code).toBe('step-up-required');
});
