import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '#contract/accounts.ts';
import { createQueryClient } from '../app/api.ts';
import { clearUser, invalidateUser, startSession } from './session.ts';
import { userQuery } from './user.ts';

const ann: User = {
  id: 7,
  username: 'ann',
  businessName: 'Harbor Bakery',
  email: 'ann@example.com',
  emailConfirmed: true,
  pendingEmail: null,
  isAdmin: false,
  createdAt: '2025-11-20T07:30:00.000Z',
};

/** The browser's cookies, one of which may be dropped by an age of 0. */
const jar = {
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
const fetched = vi.fn<(path: string) => Promise<Response>>();

beforeEach(() => {
  jar.cookies = ['theme=dark', 'signed-in=1'];
  vi.stubGlobal('document', jar);
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

const client = () => createQueryClient(async (path) => `read of ${path}`);
const whoIs = () => client().fetchQuery({ ...userQuery, retry: false });

describe('Who is signed in', () => {
  test('is what the API says', async () => {
    fetched.mockResolvedValue(Response.json(ann));
    expect(await whoIs()).toEqual(ann);
    expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/api/user']);
  });

  test.each([[[]], [['theme=dark']], [['not-signed-in=1']], [['signed-in=10']]])(
    'is nobody without asking, with the cookies %j',
    async (cookies) => {
      jar.cookies = cookies;
      expect(await whoIs()).toBe(null);
      expect(fetched).not.toHaveBeenCalled();
    },
  );

  test('is nobody once the API has said so, and it is not asked again', async () => {
    fetched.mockResolvedValue(Response.json({ message: 'Please sign in to go on.' }, { status: 401 }));
    expect(await whoIs()).toBe(null);
    expect(jar.cookies).toEqual(['theme=dark']);
    expect(await whoIs()).toBe(null);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test('is not known while the API fails, and the hint stays', async () => {
    fetched.mockResolvedValue(Response.json({ message: 'The site is busy.' }, { status: 503 }));
    await expect(whoIs()).rejects.toMatchObject({ status: 503, message: 'Failed to fetch user data' });
    expect(jar.cookies).toContain('signed-in=1');
  });

  test('is not known while the API cannot be reached', async () => {
    fetched.mockRejectedValue(new TypeError('network'));
    await expect(whoIs()).rejects.toMatchObject({ status: 0, message: 'Failed to fetch user data' });
  });
});

describe('What only one account may read', () => {
  const publicKey = ['/api/ads/recent'];
  const privateKeys = [['/api/user/sessions'], ['/api/admin/users?search=a', 'pages'], ['/api/ads/7/analytics']];

  function filled() {
    const filledClient = client();
    for (const key of [publicKey, ...privateKeys]) filledClient.setQueryData(key, 'data');
    filledClient.setQueryData(userQuery.queryKey, ann);
    return filledClient;
  }

  test('is forgotten with the user when they sign out, and nothing else is', () => {
    const left = filled();
    clearUser(left);
    expect(left.getQueryData(userQuery.queryKey)).toBe(null);
    expect(privateKeys.map((key) => left.getQueryData(key))).toEqual([undefined, undefined, undefined]);
    expect(left.getQueryData(publicKey)).toBe('data');
    expect(jar.cookie).not.toContain('signed-in');
  });

  test('is forgotten when another signs in, who is then asked for anew', () => {
    const entered = filled();
    const bob = { ...ann, id: 8, username: 'bob' };
    startSession(entered, bob);
    expect(entered.getQueryData(userQuery.queryKey)).toEqual(bob);
    expect(entered.getQueryState(userQuery.queryKey)?.isInvalidated).toBe(true);
    expect(privateKeys.map((key) => entered.getQueryData(key))).toEqual([undefined, undefined, undefined]);
    expect(jar.cookie).toContain('signed-in=1');
  });

  test('stays when only the user is asked for again', async () => {
    const same = filled();
    await invalidateUser(same);
    expect(privateKeys.map((key) => same.getQueryData(key))).toEqual(['data', 'data', 'data']);
  });
});
