import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { send, toPage } from './api.ts';

const link = '</api/zip/92614/ads?featured=false&cursor=abc>; rel="next"';
const next = '/api/zip/92614/ads?featured=false&cursor=abc';

test('a list has the path of its next page, or null on the last page', () => {
  expect(toPage([1, 2], link)).toEqual({ items: [1, 2], next });
  expect(toPage([1, 2], undefined)).toEqual({ items: [1, 2], next: null });
});

test('an object that contains a list gets the path of the next page as a property', () => {
  expect(toPage({ zip: '92614', ads: [1] }, link)).toEqual({ zip: '92614', ads: [1], next });
});

test('any other response body is returned unchanged', () => {
  expect(toPage({ zip: '92614', ads: [] }, null)).toEqual({ zip: '92614', ads: [] });
  expect(toPage(null, link)).toBe(null);
});

describe('send', () => {
  const fetchMock = vi.fn<(path: string, request: RequestInit) => Promise<Response>>();
  beforeEach(() => vi.stubGlobal('fetch', fetchMock.mockReset()));
  afterEach(() => vi.unstubAllGlobals());

  test('sends JSON, with a content type only if there is a body, and returns the response body', async () => {
    fetchMock.mockImplementation(async () => Response.json({ id: 7 }, { status: 201 }));
    expect(await send('POST', '/api/register', { username: 'ann' })).toEqual({ id: 7 });
    await send('POST', '/api/logout');
    expect(fetchMock.mock.calls.map(([path, { method, body, headers }]) => ({ path, method, body, headers }))).toEqual([
      {
        path: '/api/register',
        method: 'POST',
        body: '{"username":"ann"}',
        headers: { 'accept-language': 'en', accept: 'application/json', 'content-type': 'application/json' },
      },
      {
        path: '/api/logout',
        method: 'POST',
        body: undefined,
        headers: { 'accept-language': 'en', accept: 'application/json' },
      },
    ]);
  });

  test('rejects with the message of the API and the issues of single fields', async () => {
    const issues = [{ path: 'username', message: 'This username is taken' }];
    fetchMock.mockResolvedValue(Response.json({ message: 'Invalid input', issues }, { status: 400 }));
    const failure = { status: 400, message: 'Invalid input', issues };
    await expect(send('POST', '/api/register', {})).rejects.toMatchObject(failure);
  });

  test('rejects with an empty message when the response is not JSON', async () => {
    fetchMock.mockResolvedValue(new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    await expect(send('POST', '/api/logout')).rejects.toMatchObject({ status: 502, message: '', issues: [] });
  });

  test('rejects with status 0 when the network fails', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(send('POST', '/api/logout')).rejects.toMatchObject({
      status: 0,
      message: 'We couldn’t reach the site. Check your connection and try again.',
    });
  });
});
