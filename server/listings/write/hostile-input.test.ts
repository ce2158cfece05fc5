import { afterAll, describe, expect, it } from 'vitest';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(() => api.close());

const LISTS = [
  '/api/ads/recent',
  '/api/ads/featured',
  '/api/county/orange-county/ads',
  '/api/city/irvine/ads',
  '/api/location/irvine/ads',
  '/api/zip/92614/ads',
  '/api/category/pizza/ads',
];

describe.each(LISTS)('%s', (list) => {
  it.each(['limit=0', 'limit=101', 'limit=-1', 'limit=1.5', 'limit=abc', 'limit=', 'limit=20&limit=20', 'limit=1e9'])(
    'refuses %s and says where the fault lies',
    async (query) => {
      const { status, body } = await api.get(`${list}?${query}`);
      expect(status).toBe(400);
      expect(body.message).toEqual(expect.any(String));
      expect(body.issues).toEqual([{ path: 'limit', message: expect.any(String) }]);
    },
  );

  it.each([
    'cursor=garbage',
    'cursor=',
    'cursor=%00',
    `cursor=${'a'.repeat(65)}`,
    `cursor=${Buffer.from('1.x').toString('base64url')}`,
    'cursor=a&cursor=b',
    'cursor=MS4x-',
    'cursor=-MS4x',
    'cursor=MS4x-garbage',
    'cursor=MS4x-MS4x-MS4x',
    `cursor=${encodeCursor({ id: 1 })}`,
    `cursor=${encodeCursor({ id: 1, at: new Date(1), origin: null })}`,
    `cursor=${encodeCursor({ id: 1, at: new Date(1), origin: { id: 1 } })}`,
    `cursor=${encodeCursor({ id: -1, at: new Date(1) })}`,
    `cursor=${encodeCursor({ id: 1, at: new Date(8.64e15) })}`,
    `sort=newest&cursor=${encodeCursor({ id: 1, at: new Date(1), relevance: 1 })}`,
    `cursor=${encodeCursor({ id: 1, at: new Date(1), relevance: 2 ** 31 })}`,
    `cursor=${encodeCursor({ id: 1, at: new Date(1), relevance: 0.5 })}`,
    `cursor=${encodeCursor({ id: 1, at: new Date(1) })}-`,
    "cursor=1'--",
  ])('refuses %s', async (query) => {
    const { status, body } = await api.get(`${list}?${query}`);
    expect(status).toBe(400);
    expect(body.issues[0].path).toBe('cursor');
  });

  it.each([
    'limit=1',
    'limit=100',
    `sort=newest&cursor=${encodeCursor({ id: 1, at: new Date(1) })}`,
    'unknown=1&__proto__=2',
  ])('takes %s', async (query) => {
    expect((await api.get(`${list}?${query}`)).status).toBe(200);
  });
});

it.each(['maybe', '', '2', 'true&featured=true'])('refuses featured=%s', async (value) => {
  const { status, body } = await api.get(`/api/ads/recent?featured=${value}`);
  expect(status).toBe(400);
  expect(body.issues[0].path).toBe('featured');
});

describe('what does not exist is answered with 404 and a message for the visitor', () => {
  it.each([
    ['/api/category/nothing', 'Category not found'],
    ['/api/category/nothing/ads', 'Category not found'],
    ['/api/ads/999999999', "The ad you're looking for doesn't exist or has been removed."],
    ['/api/ads/999999999/related', "The ad you're looking for doesn't exist or has been removed."],
    ['/api/location/nowhere', 'Location Not Found'],
    ['/api/location/nowhere/ads', 'Location Not Found'],
    ['/api/zip/00000/ads', 'Zip Code Not Found'],
    ['/api/zip/abc/ads', 'Zip Code Not Found'],
    ['/api/zip/2614/ads', 'Zip Code Not Found'],
    ['/api/county/nowhere', 'County Not Found'],
    ['/api/county/nowhere/ads', 'County Not Found'],
    ['/api/city/nowhere', 'City Not Found'],
    ['/api/city/nowhere/ads', 'City Not Found'],
    ['/api/city/nyc', 'City Not Found'],
    ['/api/city/nyc/ads', 'City Not Found'],
  ])('%s', async (url, message) => {
    const { status, body } = await api.get(url);
    expect(status).toBe(404);
    expect(body).toEqual({ message });
  });
});

it.each(['0', '-1', '1.5', 'abc', '1e400', '99999999999999999999', 'NaN', '%00', '1%27', ' '])(
  'refuses %s as the number of a listing',
  async (id) => {
    for (const url of [`/api/ads/${id}`, `/api/ads/${id}/related`]) expect((await api.get(url)).status).toBe(404);
  },
);

describe('a slug', () => {
  const UNKNOWN_SLUGS = [
    '%00',
    'irvine%00',
    '__proto__',
    'constructor',
    'toString',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    'irvine%2Fads',
    '%2F',
    '%F0%9F%8C%B4',
    "'%3Bdrop%20table%20listings%3B--",
    '%20',
    'Irvine',
  ];
  const INVALID_SLUGS: [string, string, number, string][] = [
    ['of 81 letters', 'a'.repeat(81), 400, 'Invalid input'],
    ['of 600 letters', 'a'.repeat(600), 404, 'Page not found.'],
    ['of 10,000 letters', 'a'.repeat(10_000), 404, 'Page not found.'],
    ['that is no UTF-8', '%ff', 404, 'Page not found.'],
  ];
  const messages = (slug: string) => ({
    [`/api/location/${slug}`]: 'Location Not Found',
    [`/api/location/${slug}/ads`]: 'Location Not Found',
    [`/api/zip/${slug}/ads`]: 'Zip Code Not Found',
    [`/api/category/${slug}`]: 'Category not found',
    [`/api/category/${slug}/ads`]: 'Category not found',
    [`/api/county/${slug}`]: 'County Not Found',
    [`/api/county/${slug}/ads`]: 'County Not Found',
    [`/api/city/${slug}`]: 'City Not Found',
    [`/api/city/${slug}/ads`]: 'City Not Found',
  });

  it.each(UNKNOWN_SLUGS)('of %j is not found', async (slug) => {
    for (const [path, message] of Object.entries(messages(slug))) {
      const { status, body } = await api.get(path);
      expect([path, status, body]).toEqual([path, 404, { message }]);
    }
  });

  it.each(INVALID_SLUGS)('%s is refused', async (_what, slug, expected, message) => {
    for (const path of Object.keys(messages(slug))) {
      const { status, body } = await api.get(path);
      expect([path, status, body.message]).toEqual([path, expected, expect.stringContaining(message)]);
    }
  });
});
