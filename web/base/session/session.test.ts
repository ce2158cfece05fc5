import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#contract/accounts.ts';
import { createQueryClient } from '#web/base/api/api.ts';
import { cancelPrivateQueries, clearUser, invalidateUser, resumePrivateQueries, startSession } from './session.ts';
import { userQuery } from './user.ts';

const ann: User = {
  id: 7,
  username: 'ann',
  businessName: 'Harbor Bakery',
  email: 'ann@example.com',
  emailConfirmed: true,
  pendingEmail: null,
  language: 'en',
  isAdmin: false,
  role: null,
  keepsListingsUp: false,
  createdAt: '2025-11-20T07:30:00.000Z',
};

/** A stub of `document.cookie`; an assignment with `Max-Age=0` deletes the cookie. */
const cookieStub = {
  cookies: [] as string[],
  get cookie() {
    return this.cookies.join('; ');
  },
  set cookie(text: string) {
    const name = text.slice(0, text.indexOf('=') + 1);
    this.cookies = this.cookies.filter((cookie) => !cookie.startsWith(name));
    if (!/max-age=0/i.test(text)) this.cookies.push(text.split(';', 1)[0] as string);
  },
};
const fetchMock = vi.fn<(path: string) => Promise<Response>>();

beforeEach(() => {
  cookieStub.cookies = ['theme=dark', 'signed-in=1'];
  vi.stubGlobal('document', cookieStub);
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

const client = () => createQueryClient(async (path) => `read of ${path}`);
const fetchUser = () => client().fetchQuery({ ...userQuery, retry: false });

describe('The user query', () => {
  test('returns the user that the API answers', async () => {
    fetchMock.mockResolvedValue(Response.json(ann));
    expect(await fetchUser()).toEqual(ann);
    expect(fetchMock.mock.calls.map(([path]) => path)).toEqual(['/api/user']);
  });

  test('reads the cookie under its name over TLS too, and deletes it there', async () => {
    cookieStub.cookies = ['__Host-signed-in=1'];
    fetchMock.mockResolvedValueOnce(Response.json(ann));
    expect(await fetchUser()).toEqual(ann);
    fetchMock.mockResolvedValue(Response.json({ message: 'Please sign in to continue.' }, { status: 401 }));
    expect(await fetchUser()).toBe(null);
    expect(cookieStub.cookies).toEqual([]);
  });

  test.each([[[]], [['theme=dark']], [['not-signed-in=1']], [['signed-in=10']]])(
    'returns null without a request for the cookies %j',
    async (cookies) => {
      cookieStub.cookies = cookies;
      expect(await fetchUser()).toBe(null);
      expect(fetchMock).not.toHaveBeenCalled();
    },
  );

  test('returns null after a 401 and sends no second request', async () => {
    fetchMock.mockResolvedValue(Response.json({ message: 'Please sign in to continue.' }, { status: 401 }));
    expect(await fetchUser()).toBe(null);
    expect(cookieStub.cookies).toEqual(['theme=dark']);
    expect(await fetchUser()).toBe(null);
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  test('fails when the API fails, and keeps the hint cookie', async () => {
    fetchMock.mockResolvedValue(Response.json({ message: 'The site is busy.' }, { status: 503 }));
    await expect(fetchUser()).rejects.toMatchObject({ status: 503, message: 'Failed to fetch user data' });
    expect(cookieStub.cookies).toContain('signed-in=1');
  });

  test('fails with status 0 when the API cannot be reached', async () => {
    fetchMock.mockRejectedValue(new TypeError('network'));
    await expect(fetchUser()).rejects.toMatchObject({ status: 0, message: 'Failed to fetch user data' });
  });
});

describe('The cache of private queries', () => {
  const publicKey = ['/api/ads/recent'];
  const privateKeys = [['/api/user/sessions'], ['/api/admin/users?search=a', 'pages'], ['/api/ads/7/analytics']];

  function createFilledClient() {
    const filledClient = client();
    for (const key of [publicKey, ...privateKeys]) filledClient.setQueryData(key, 'data');
    filledClient.setQueryData(userQuery.queryKey, ann);
    return filledClient;
  }

  test('is cleared with the user on sign-out, and public queries stay', async () => {
    const queryClient = createFilledClient();
    await clearUser(queryClient);
    expect(queryClient.getQueryData(userQuery.queryKey)).toBe(null);
    expect(privateKeys.map((key) => queryClient.getQueryData(key))).toEqual([undefined, undefined, undefined]);
    expect(queryClient.getQueryData(publicKey)).toBe('data');
    expect(cookieStub.cookie).not.toContain('signed-in');
  });

  test('is read again after a sign-out that failed', async () => {
    const reads: string[] = [];
    const queryClient = createQueryClient((path, signal) => {
      reads.push(path);
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    const stop = new QueryObserver(queryClient, { queryKey: ['/api/user/sessions'] }).subscribe(() => {});
    await cancelPrivateQueries(queryClient);
    resumePrivateQueries(queryClient);
    stop();
    expect(reads).toEqual(['/api/user/sessions', '/api/user/sessions']);
  });

  test('is cleared on sign-in, and the user is read again', () => {
    const queryClient = createFilledClient();
    const bob = { ...ann, id: 8, username: 'bob' };
    startSession(queryClient, bob);
    expect(queryClient.getQueryData(userQuery.queryKey)).toEqual(bob);
    expect(queryClient.getQueryState(userQuery.queryKey)?.isInvalidated).toBe(true);
    expect(privateKeys.map((key) => queryClient.getQueryData(key))).toEqual([undefined, undefined, undefined]);
    expect(cookieStub.cookie).toContain('signed-in=1');
  });

  test('stays when only the user is read again', async () => {
    const queryClient = createFilledClient();
    await invalidateUser(queryClient);
    expect(privateKeys.map((key) => queryClient.getQueryData(key))).toEqual(['data', 'data', 'data']);
  });
});
