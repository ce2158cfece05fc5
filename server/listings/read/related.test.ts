import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListingAtDistance } from '#contract/listings.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(() => api.close());
api.removeNewListingsAfterEach();

const ids = (ads: { id: number }[]) => ads.map(({ id }) => id);
const hour = (n: number) => new Date(Date.UTC(2025, 3, 16, n));

// 92660 is next to Irvine's 92614, 92865 at the other end of the same county, 92101 in another one.
const irvine = await api.createListing({ zip: '92614', category: 'pizza', created_at: hour(1) });
const nextDoor = await api.createListing({ zip: '92614', category: 'pizza', created_at: hour(2) });
const newport = await api.createListing({ zip: '92660', category: 'pizza', created_at: hour(9) });
const orange = await api.createListing({ zip: '92865', category: 'pizza', created_at: hour(3) });
const sushi = await api.createListing({ zip: '92614', category: 'japanese-restaurants', created_at: hour(4) });
const sanDiego = await api.createListing({ zip: '92101', category: 'pizza', created_at: hour(5) });
const vet = await api.createListing({ zip: '92614', category: 'pets', created_at: hour(6) });

describe('related listings', () => {
  it('are those of the same category nearby, nearest first, then those of its top category in the county', async () => {
    const { body } = await api.get(`/api/ads/${irvine}/related`);
    expect(ids(body)).toEqual([nextDoor, newport, sushi, orange]);
  });

  it('have distances from an exact point, the nearest first, and none where only the ZIP code is known', async () => {
    const at = (lat: number, created_at: Date, zip = '92614') =>
      api.createListing({ zip, category: 'tailors-shoe-repair', lat, lng: -117.83, created_at });
    const origin = await at(33.68, hour(1));
    const far = await at(33.709, hour(4));
    const near = await at(33.6887, hour(3));
    const area = await api.createListing({ zip: '92865', category: 'tailors-shoe-repair', created_at: hour(5) });
    const list = async (id: number) =>
      (await api.get(`/api/ads/${id}/related`)).body.map((ad: ListingAtDistance) => [
        ad.id,
        ad.miles,
        ad.distanceUnknown,
      ]);
    expect(await list(origin)).toEqual([
      [near, 0.6, false],
      [far, 2, false],
      [area, null, true],
    ]);
    expect(await list(area)).toEqual([far, near, origin].map((id) => [id, null, false]));
  });

  it('stop at the limit', async () => {
    expect(ids((await api.get(`/api/ads/${irvine}/related?limit=1`)).body)).toEqual([nextDoor]);
    expect(ids((await api.get(`/api/ads/${irvine}/related?limit=3`)).body)).toEqual([nextDoor, newport, sushi]);
  });

  it('are none without similar listings', async () => {
    expect((await api.get(`/api/ads/${vet}/related`)).body).toEqual([]);
    expect((await api.get(`/api/ads/${sanDiego}/related`)).body).toEqual([]);
  });

  it('have the surrogate keys of the listing, of those shown, and of the searched categories', async () => {
    const keys = async (url: string) => String((await api.get(url)).headers['surrogate-key']).split(' ');
    expect(await keys(`/api/ads/${irvine}/related?limit=2`)).toEqual([
      `listing:${irvine}`,
      `listing:${nextDoor}`,
      `listing:${newport}`,
      'category:pizza',
    ]);
    expect(await keys(`/api/ads/${irvine}/related?limit=3`)).toContain('category:restaurants');
  });
});

describe('with many listings of the category nearby', () => {
  beforeEach(async () => {
    for (let n = 0; n < 8; n += 1)
      await api.createListing({ zip: '92614', category: 'pizza', created_at: hour(10 + n) });
  });

  it('related listings contain each only once', async () => {
    const { body } = await api.get(`/api/ads/${irvine}/related?limit=100`);
    expect(new Set(ids(body)).size).toBe(body.length);
    expect(ids(body).slice(-3)).toEqual([newport, sushi, orange]);
    expect(body).toHaveLength(12);
  });
});

it('Downtown, where many ZIP codes are a block, those some miles away are nearby too', async () => {
  const downtown = await api.createListing({ zip: '90071', category: 'locksmiths' });
  const hollywood = await api.createListing({ zip: '90028', category: 'locksmiths', created_at: hour(1) });
  await api.createListing({ zip: '90071', category: 'plumbers' });
  expect(ids((await api.get(`/api/ads/${downtown}/related`)).body)[0]).toBe(hollywood);
});
