import { afterAll, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';

const api = await createListeningApi();
afterAll(api.close);

const exact = await api.createListing({
  zip: '92614',
  lat: 33.7,
  lng: -117.83,
  languages: ['Español'],
  license_number: 'CSLB 1',
  price_notes: '$89 a visit',
});
const area = await api.createListing({ zip: '92614' });
const compare = (query: string) => api.get(`/api/compare?${query}`);

it('answers public listings in the order of the ids, with their facts and without what a free one does not show', async () => {
  const paused = await api.createListing({ status: 'paused' });
  const { status, body } = await compare(`ids=${area},${paused},${exact},999999`);
  expect(status).toBe(200);
  expect(body.origin).toBeNull();
  expect(body.listings.map(({ id }: { id: number }) => id)).toEqual([area, exact]);
  expect(body.listings[1]).toMatchObject({
    languages: ['Español'],
    licenseNumber: 'CSLB 1',
    priceNotes: '$89 a visit',
    miles: null,
    distanceUnknown: false,
    businessUrl: null,
  });
  expect(body.listings[1]).not.toHaveProperty('email');
});

it('a listing leaves a comparison when it is paused, and returns to it, so that pages depend on the ones that are not public too', async () => {
  const { id: owner_id } = await makeAccount(api.db);
  const id = await api.createListing({ owner_id });
  const owner = await api.signedInVisitor(owner_id);
  const idsOf = async () => {
    const { headers, body } = await compare(`ids=${id},${exact}`);
    expect(headers['surrogate-key']).toMatch(new RegExp(`^listing:${id} listing:${exact}\\b`));
    return body.listings.map((one: { id: number }) => one.id);
  };
  expect(await idsOf()).toEqual([id, exact]);
  expect((await owner.post(`/api/user/ads/${id}/pause`)).status).toBe(200);
  expect(await idsOf()).toEqual([exact]);
  expect((await owner.post(`/api/user/ads/${id}/resume`)).status).toBe(200);
  expect(await idsOf()).toEqual([id, exact]);
});

it('measures distances from a ZIP code, a city or a point, and none for a county, an unknown place or a middle of a ZIP code', async () => {
  const origins = async (near: string) => {
    const { body } = await compare(`ids=${exact},${area}&near=${encodeURIComponent(near)}`);
    const [first, second] = body.listings;
    expect(second.miles).toBeNull();
    return [body.origin, typeof first.miles, second.distanceUnknown];
  };
  expect(await origins('92614')).toEqual(['92614', 'number', true]);
  expect(await origins('irvine')).toEqual(['Irvine', 'number', true]);
  expect(await origins('33.7,-117.83')).toEqual(['your location', 'number', true]);
  expect(await origins('Orange County')).toEqual([null, 'object', false]);
  expect(await origins('Brooklyn, NY')).toEqual([null, 'object', false]);
  const { body } = await compare(`ids=${exact}&near=33.7,-117.83`);
  expect(body.listings[0].miles).toBe(0);
});

it.each(['1,2,3,4,5', 'x', '1;2', '-1', '1e3', "1' or 1=1--", '0', ',', '9'.repeat(16)])(
  'refuses the ids %s',
  async (ids) => {
    expect((await compare(`ids=${encodeURIComponent(ids)}`)).status).toBe(400);
  },
);

describe('what can be added to a comparison', () => {
  const at = (lat: number, category: string, columns: object = {}) =>
    api.createListing({ zip: '92101', lat, lng: -117.16, category, ...columns });
  const similar = async (...ids: number[]) =>
    (await compare(`ids=${ids}`)).body.similar.map(({ id }: { id: number }) => id);

  it('is of the same category, the nearest to any of the compared first, without those and what is not public', async () => {
    const south = await at(32.7, 'dentists');
    const north = await at(32.8, 'dentists');
    const far = await at(32.72, 'dentists', { created_at: new Date('2025-04-01T00:00Z') });
    const near = await at(32.81, 'dentists', { created_at: new Date('2025-03-01T00:00Z') });
    const inLosAngeles = await api.createListing({ zip: '90012', lat: 34.06, lng: -118.24, category: 'dentists' });
    await at(32.7, 'dentists', { status: 'paused' });
    await at(32.7, 'optometrists');
    expect(await similar(south, north)).toEqual([near, far]);
    expect(await similar(south)).toEqual([far, north, near]);
    expect(await similar(south, north, far)).toEqual([near]);
    expect(await similar(south, north, far, near)).toEqual([]);
    expect(await similar(inLosAngeles), 'only what is around').toEqual([]);
    const keys = String((await compare(`ids=${south},${north}`)).headers['surrogate-key']).split(' ');
    expect(keys.slice(2)).toEqual([`listing:${near}`, `listing:${far}`, 'category:dentists']);
  });

  it('is of the same top category where no other is of the same, however many ZIP codes are between', async () => {
    const only = await at(32.7, 'nail-salons');
    const sibling = await at(32.9, 'day-spas', { zip: '92014' });
    await at(32.7, 'pizza');
    expect(await similar(only)).toEqual([sibling]);
    const { headers } = await compare(`ids=${only}`);
    expect(headers['surrogate-key']).toContain('category:beauty-spas');
    const nearest = await at(32.7, 'nail-salons', { zip: '92115' });
    expect(await similar(only)).toEqual([nearest]);
  });
});
