import { afterAll, describe, expect, it } from 'vitest';
import { createTestApi } from '../../tests/api.ts';
import type { ListingOverrides } from '../db/factories.ts';

const api = await createTestApi();
afterAll(() => api.close());

const inDays = (n: number) => new Date(Date.now() + n * 86_400_000);
const paid = { category: 'pizza', level: 'premium' } as const;
const shown = await api.list(paid);

// Every address of the API that tells of listings in Irvine's 92614 under Pizza, as the text of its answer.
async function everything() {
  const lists = [
    '/api/ads/recent',
    '/api/ads/featured',
    '/api/county/orange-county/ads',
    '/api/city/irvine/ads',
    '/api/location/orange-county/ads',
    '/api/location/irvine/ads',
    '/api/zip/92614/ads',
    '/api/category/pizza/ads',
    '/api/category/restaurants/ads',
    `/api/ads/${shown}/related`,
  ];
  const answers = lists.flatMap((list) => [list, `${list}?featured=true`, `${list}?featured=false`]);
  const others = ['/api/counties', '/api/county/orange-county', '/api/cities', '/api/categories', '/sitemap.xml'];
  const read = [...answers, ...others].map(async (url) => [url, JSON.stringify((await api.get(url)).body)]);
  return Object.fromEntries(await Promise.all(read));
}

describe.each<[string, ListingOverrides]>([
  ['paused', { status: 'paused' }],
  ['hidden', { status: 'hidden' }],
  ['deleted', { status: 'deleted' }],
  ['expired', { expires_at: inDays(-1) }],
  ["of a suspended account's", { owner_suspended: true }],
])('a listing that is %s', (_state, columns) => {
  it('is in no answer and in no count', async () => {
    const before = await everything();
    const id = await api.list({ ...paid, ...columns });
    expect(await everything()).toEqual(before);
    for (const url of [`/api/ads/${id}`, `/api/ads/${id}/related`]) {
      const { status, body } = await api.get(url);
      expect(status).toBe(404);
      expect(body).toEqual({ message: "The ad you're looking for doesn't exist or has been removed." });
    }
  });
});

it('an active listing is in all of them', async () => {
  const before = await everything();
  await api.list({ ...paid, expires_at: inDays(1) });
  const after = await everything();
  const unchanged = Object.keys(after).filter((url) => after[url] === before[url]);
  expect(unchanged.filter((url) => !url.endsWith('featured=false'))).toEqual([]);
});
