import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { FoundListing, SearchSummary } from '#contract/search.ts';
import { writeStreets } from '#server/geocoding/addresses/load-streets.ts';
import { makeStreet } from '#tests/fixtures/streets.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(() => api.close());

const across = (name: string, lat: number, lng: number, miles = 1) =>
  makeStreet(name, {
    lines: [
      [
        [lat, lng - miles / 57.3],
        [lat, lng + miles / 57.3],
      ],
    ],
  });
const along = (name: string, lat: number, lng: number, miles = 1) =>
  makeStreet(name, {
    lines: [
      [
        [lat - miles / 69, lng],
        [lat + miles / 69, lng],
      ],
    ],
  });

beforeAll(async () => {
  await writeStreets(api.db, 'test', [
    across('Sunset Boulevard', 34.0978, -118.2917, 9),
    along('Vermont Avenue', 34.0978, -118.2917, 8),
    // The same names elsewhere, and shorter.
    across('Sunset Street', 33.75, -117.87),
    along('Vermont Street', 33.75, -117.87),
    along('Harbor Boulevard', 33.803, -117.915),
    across('Katella Avenue', 33.803, -117.915),
    across('5th Street', 33.75, -117.867),
    along('Main Street', 33.75, -117.867),
    across('Pepper Lane', 33.6, -117.6),
    // Over the 405 in Irvine.
    along('Nutmeg Avenue', 33.6768, -117.84, 3),
    along('Salt Street', 34.6, -118.1),
  ]);
  const add = (title: string, lat: number, lng: number, columns = {}) =>
    api.createListing({ title, lat, lng, zip: '92614', city: 'Irvine', category: 'coffee-tea', ...columns });
  // The 405 in Irvine, in Los Angeles at the Getty, and what is off it.
  await add('Irvine Roasters', 33.6735, -117.8367);
  await add('Sepulveda Roasters', 34.086, -118.476, { zip: '90049', city: 'Los Angeles' });
  await add('Canyon Roasters', 33.745, -117.75, { zip: '92602' });
  // The 91 in Corona, and PCH in Laguna Beach.
  await add('Corona Roasters', 33.8818, -117.57, { zip: '92882', city: 'Corona' });
  await add('Coast Roasters', 33.5427, -117.7854, { zip: '92651', city: 'Laguna Beach' });
  await add('Corner Roasters', 34.0979, -118.2918, { zip: '90027', city: 'Los Angeles' });
  await add('Highway 39 Burgers', 33.9, -117.98, { zip: '90631', category: 'restaurants' });
});

const about = async (q: string, near = ''): Promise<SearchSummary> =>
  (await api.get(`/api/search/about?${new URLSearchParams({ q, near })}`)).body;
const find = async (q: string, near = '') => {
  const found: FoundListing[] = (await api.get(`/api/search?${new URLSearchParams({ q, near })}`)).body;
  return found.map(({ title }) => title);
};

const I_405 = 'I-405';
const PCH = 'Pacific Coast Highway';
const CORNER = 'Sunset Boulevard & Vermont Avenue';
const FREEWAY_CORNER = 'I-405 & Nutmeg Avenue';

describe('The field of a place understands what the words do, beside words that are in names', () => {
  it.each([
    ['the 405', I_405],
    ['405', I_405],
    ['I-405', I_405],
    ['pch', PCH],
    ['Sunset & Vermont', CORNER],
    ['east la', 'East Los Angeles'],
    ['este de Los Ángeles', 'East Los Angeles'],
    ['san berdoo', 'San Bernardino'],
    ['the inland empire', 'Inland Empire'],
    ['IE', 'Inland Empire'],
    ['MacArthur Park', 'MacArthur Park'],
  ])('%s', async (near, name) => {
    const id = await api.createListing({ title: `Coffee beside ${near}`, category: 'coffee-tea' });
    onTestFinished(async () => void (await api.db.deleteFrom('listings').where('id', '=', id).execute()));
    const { body } = await api.get(`/api/search/about?q=coffee&near=${encodeURIComponent(near)}`);
    expect([body.near?.name, body.unknownNear, body.q]).toEqual([name, null, 'coffee']);
  });
});

describe('A freeway or a crossing in the words of a search', () => {
  it.each([
    ['the 405', '', I_405],
    ['near the 405', '', I_405],
    ['coffee near the 405', 'coffee', I_405],
    ['coffee off the 405', 'coffee', I_405],
    ['coffee off of the 405', 'coffee', I_405],
    ['coffee along the 405 freeway', 'coffee', I_405],
    ['coffee by I-405', 'coffee', I_405],
    ['coffee i 405', 'coffee', I_405],
    ['coffee interstate 405', 'coffee', I_405],
    ['coffee near 405 fwy', 'coffee', I_405],
    ['405 Freeway', '', I_405],
    ['coffee San Diego Freeway', 'coffee', 'San Diego Freeway'],
    ['coffee near the san diego fwy', 'coffee', 'San Diego Freeway'],
    ['café cerca de la 405', 'cafe', I_405],
    ['café por la autopista 405', 'cafe', I_405],
    ['coffee on the 405 north', 'coffee', I_405],
    ['coffee near the 405 in Irvine', 'coffee', `${I_405}, Irvine`],
    ['coffee off the 405 Irvine, CA', 'coffee', `${I_405}, Irvine`],
    ['coffee near the 405 in 92614', 'coffee', `${I_405}, 92614`],
    ['gas off the 91 in Corona', 'gas', 'SR-91, Corona'],
    ['gas hwy 91 corona', 'gas', 'SR-91, Corona'],
    ['gas state route 91', 'gas', 'SR-91'],
    ['coffee near US 101', 'coffee', 'US-101'],
    ['coffee off the 101', 'coffee', 'US-101'],
    ['coffee PCH', 'coffee', PCH],
    ['coffee on pch in laguna beach', 'coffee', `${PCH}, Laguna Beach`],
    ['coffee highway 1', 'coffee', PCH],
    ['coffee on Pacific Coast Hwy', 'coffee', PCH],
    ['coffee near the 10', 'coffee', 'I-10'],
    ['coffee off the 5', 'coffee', 'I-5'],
    ['Sunset and Vermont', '', CORNER],
    ['Sunset & Vermont', '', CORNER],
    ['sunset / vermont', '', CORNER],
    ['coffee near Sunset and Vermont', 'coffee', CORNER],
    ['coffee at the corner of Sunset Blvd and Vermont Ave', 'coffee', CORNER],
    ['Sunset and Vermont in Santa Ana', '', 'Sunset Street & Vermont Street'],
    ['coffee near harbor blvd & katella, anaheim', 'coffee', 'Harbor Boulevard & Katella Avenue'],
    ['Main St and 5th St, Santa Ana', '', 'Main Street & 5th Street'],
    ['café cerca de Sunset y Vermont', 'cafe', CORNER],
    ['coffee 405 and nutmeg', 'coffee', FREEWAY_CORNER],
    ['coffee near the 405 and Nutmeg Ave', 'coffee', FREEWAY_CORNER],
    ['nutmeg & the 405', '', 'Nutmeg Avenue & I-405'],
    ['café cerca de la 405 y la Nutmeg', 'cafe', FREEWAY_CORNER],
  ])('%s', async (q, rest, name) => {
    const summary = await about(q);
    expect(summary.near?.name).toBe(name);
    expect(summary.q).toBe(rest);
  });

  it.each([
    ['no freeway', 'coffee near the 999'],
    ['no place behind it', 'the 405 club'],
    ['the name of a business', 'Highway 39 Burgers'],
    ['streets that do not cross', 'salt and pepper'],
    ['no streets', 'bed bath and beyond'],
    ['a kind of food', 'fish and chips'],
    ['a number of a ZIP code', 'coffee 92614'],
  ])('is none where it is %s: %s', async (_, q) => {
    expect((await about(q)).near?.path ?? '').not.toContain('/search?near=');
  });
});

describe('Results beside a freeway', () => {
  it('are within a mile of it, wherever it goes', async () => {
    expect((await find('coffee near the 405')).toSorted()).toEqual(['Irvine Roasters', 'Sepulveda Roasters']);
    expect(await find('coffee off the 91')).toEqual(['Corona Roasters']);
    expect(await find('coffee PCH')).toEqual(['Coast Roasters']);
  });

  it('are those of a place, in the words or in its field', async () => {
    expect(await find('coffee near the 405 in Irvine')).toEqual(['Irvine Roasters']);
    expect(await find('coffee near the 405', 'Irvine')).toEqual(['Irvine Roasters']);
    expect(await find('coffee', 'the 405')).toHaveLength(2);
    expect((await about('coffee off the 91 in Irvine')).near?.name).toBe('Irvine');
  });

  it('are on the map', async () => {
    const { body } = await api.get(`/api/search/map?${new URLSearchParams({ q: 'coffee off the 91 in Corona' })}`);
    expect([body.dots, body.clusters]).toMatchObject([[{ title: 'Corona Roasters' }], []]);
  });

  it('are found again by the name that the summary has', async () => {
    const { near } = await about('coffee near the 405 in Irvine');
    const parameters = new URLSearchParams(near?.path?.split('?')[1]);
    expect((await about('coffee', parameters.get('near') ?? '')).near).toEqual(near);
  });
});

it('Results at a crossing are nearest to it first', async () => {
  expect((await find('coffee near Sunset and Vermont'))[0]).toBe('Corner Roasters');
});
