import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { send, toPage } from './api.ts';

const link = '</api/zip/92614/ads?featured=false&cursor=abc>; rel="next"';
const next = '/api/zip/92614/ads?featured=false&cursor=abc';

test('a list knows its next page, and where it ends', () => {
  expect(toPage([1, 2], link)).toEqual({ items: [1, 2], next });
  expect(toPage([1, 2], undefined)).toEqual({ items: [1, 2], next: null });
});

test('an object that holds a list knows the next page beside what it is', () => {
  expect(toPage({ zip: '92614', ads: [1] }, link)).toEqual({ zip: '92614', ads: [1], next });
});

test('anything else is as the API answered it', () => {
  expect(toPage({ zip: '92614', ads: [] }, null)).toEqual({ zip: '92614', ads: [] });
  expect(toPage(null, link)).toBe(null);
});

describe('Changing something', () => {
  const fetched = vi.fn<(path: string, request: RequestInit) => Promise<Response>>();
  beforeEach(() => vi.stubGlobal('fetch', fetched.mockReset()));
  afterEach(() => vi.unstubAllGlobals());

  test('sends JSON, says so only where there is any, and gives the answer', async () => {
    fetched.mockImplementation(async () => Response.json({ id: 7 }, { status: 201 }));
    expect(await send('POST', '/api/register', { username: 'ann' })).toEqual({ id: 7 });
    await send('POST', '/api/logout');
    expect(fetched.mock.calls.map(([path, { method, body, headers }]) => ({ path, method, body, headers }))).toEqual([
      {
        path: '/api/register',
        method: 'POST',
        body: '{"username":"ann"}',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
      },
      { path: '/api/logout', method: 'POST', body: undefined, headers: { accept: 'application/json' } },
    ]);
  });

  test('fails with the words of the API and the fields at fault', async () => {
    const issues = [{ path: 'username', message: 'This username is taken' }];
    fetched.mockResolvedValue(Response.json({ message: 'Invalid input', issues }, { status: 400 }));
    const failure = { status: 400, message: 'Invalid input', issues };
    await expect(send('POST', '/api/register', {})).rejects.toMatchObject(failure);
  });

  test('fails without words where something else than the API answered', async () => {
    fetched.mockResolvedValue(new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    await expect(send('POST', '/api/logout')).rejects.toMatchObject({ status: 502, message: '', issues: [] });
  });

  test('says that the site could not be reached', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(send('POST', '/api/logout')).rejects.toMatchObject({
      status: 0,
      message: 'The site could not be reached. Check your connection and try again.',
    });
  });
});
