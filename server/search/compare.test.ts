import { afterAll, expect, it } from 'vitest';
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
    expect(headers['surrogate-key']).toBe(`listing:${id} listing:${exact}`);
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
