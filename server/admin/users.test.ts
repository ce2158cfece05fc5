import { afterAll, describe, expect, it } from 'vitest';
import type { AdminUser } from '#contract/admin/users.ts';
import { usernameKey } from '#server/accounts/unique-keys.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

// Each time occurs twice, so that rows with the same time are on different pages.
const names = [
  'admin',
  'Zoë',
  'anna',
  'Élan',
  'bob_1',
  'bob%2',
  'bob\\3',
  'ＷＩＤＥ',
  'Straße',
  'yoga',
  'YOGA-2',
  'carl',
];
for (const [i, username] of names.entries()) {
  const isSuspended = i % 2 === 1;
  await makeAccount(db, {
    ...(i === 0 && { id: 1, email: null }),
    username,
    username_key: usernameKey(username),
    email: i === 0 ? null : `account-${i}@mail.example`,
    is_active: !isSuspended,
    suspended_at: isSuspended ? new Date(2026, 0, 10 - (i >> 2)) : null,
    suspension_reason: isSuspended ? `Reason ${i}` : null,
    suspended_by: isSuspended ? 1 : null,
  });
}
const admin = (await api.signedInVisitor(1)).send;

async function readUsers(url: string): Promise<AdminUser[]> {
  const rows: AdminUser[] = [];
  for (let next: string | undefined = url; next; ) {
    const { status, headers, body }: Awaited<ReturnType<typeof admin>> = await admin('GET', next);
    expect(status).toBe(200);
    rows.push(...body);
    next = /<(.*)>; rel="next"/.exec(String(headers.link))?.[1];
  }
  return rows;
}
const usernames = (rows: AdminUser[]) => rows.map(({ username }) => username);

it('a row has only the documented fields', async () => {
  const [row] = await readUsers('/api/admin/users?search=anna');
  expect(Object.keys(row ?? {}).toSorted()).toEqual(
    [
      'blocked',
      'id',
      'isActive',
      'suspendedAt',
      'suspendedBy',
      'suspendedByName',
      'suspensionReason',
      'username',
    ].toSorted(),
  );
});

describe('a list of accounts', () => {
  const orders: [string, (a: AdminUser, b: AdminUser) => number][] = [
    ['id', (a, b) => a.id - b.id],
    ['username', (a, b) => (usernameKey(a.username) < usernameKey(b.username) ? -1 : 1)],
    ['suspendedAt', (a, b) => (a.suspendedAt ?? '').localeCompare(b.suspendedAt ?? '') || a.id - b.id],
  ];

  describe.each(['/api/admin/users', '/api/admin/users/suspended'])('%s', (path) => {
    const rows = () => readUsers(`${path}?limit=100`);

    it.each(orders)('is sorted by %s in both directions, over pages of any length', async (sort, compare) => {
      const all = await rows();
      expect(all.length).toBeGreaterThan(5);
      // Accounts that are not suspended are last in both directions.
      const last = (a: AdminUser, b: AdminUser) =>
        sort === 'suspendedAt' ? Number(a.suspendedAt === null) - Number(b.suspendedAt === null) : 0;
      const up = all.toSorted((a, b) => last(a, b) || compare(a, b));
      const down = all.toSorted((a, b) => last(a, b) || compare(b, a));
      for (const limit of [1, 2, 3, 5, 100]) {
        expect(await readUsers(`${path}?sort=${sort}&limit=${limit}`)).toEqual(up);
        expect(await readUsers(`${path}?sort=-${sort}&limit=${limit}`)).toEqual(down);
      }
    });

    it('has the total', async () => {
      const { headers, body } = await admin('GET', `${path}?limit=2`);
      expect(body).toHaveLength(2);
      expect(headers['x-total-count']).toBe(String((await rows()).length));
    });

    it.each([
      'sort=email',
      'sort=password_hash',
      'sort=--id',
      'limit=0',
      'limit=101',
      'cursor=x',
      'cursor=W10',
      'cursor=WzFd&sort=username',
    ])('with %s is a bad request', async (query) => {
      expect((await admin('GET', `${path}?${query}`)).status).toBe(400);
    });

    it('neither repeats nor skips accounts while others are added and removed', async () => {
      const { headers, body } = await admin('GET', `${path}?sort=username&limit=2`);
      const next = /<(.*)>/.exec(String(headers.link))?.[1] ?? '';
      const expected = (await admin('GET', next)).body;
      await makeAccount(db, { username: 'aaaa', email: `${path.length}@mail.example` });
      await db.updateTable('accounts').set({ username_key: 'aab' }).where('id', '=', body[1].id).execute();
      expect((await admin('GET', next)).body).toEqual(expected);
      await db.deleteFrom('accounts').where('username', '=', 'aaaa').execute();
      await db
        .updateTable('accounts')
        .set({ username_key: usernameKey(body[1].username) })
        .where('id', '=', body[1].id)
        .execute();
    });
  });

  it('names who suspended an account', async () => {
    const rows = await readUsers('/api/admin/users/suspended');
    expect(new Set(rows.map(({ suspendedByName }) => suspendedByName))).toEqual(new Set(['admin']));
  });

  it('of suspended accounts contains only those', async () => {
    const all = await readUsers('/api/admin/users');
    expect(await readUsers('/api/admin/users/suspended')).toEqual(all.filter(({ isActive }) => !isActive));
  });
});

describe('a search', () => {
  it.each([
    ['yoga', ['yoga', 'YOGA-2']],
    ['OGA', ['yoga', 'YOGA-2']],
    ['  yoga  ', ['yoga', 'YOGA-2']],
    ['élan', ['Élan']],
    ['e\u0301lan', ['Élan']],
    ['wide', ['ＷＩＤＥ']],
    ['STRASSE', ['Straße']],
    ['b_1', ['bob_1']],
    ['b%', ['bob%2']],
    ['\\', ['bob\\3']],
    ['%', ['bob%2']],
    ['_', ['bob_1']],
    ["' or true --", []],
    ['no such name', []],
    ['a\0b', []],
    ['\ud800', []],
  ])('for %j finds %j', async (search, expected) => {
    const query = new URLSearchParams({ search });
    const url = `/api/admin/users?${query}`;
    expect(usernames(await readUsers(url))).toEqual(expected);
    expect((await admin('GET', url)).headers['x-total-count']).toBe(String(expected.length));
  });

  it.each([
    ['an email address', 'OPAL.Diaz@mail'],
    ['a business name', 'opal & sons PLUMB'],
  ])('finds accounts by a part of %s', async (_what, search) => {
    await makeAccount(db, {
      ...{ username: 'harbor-91', username_key: 'harbor-91', business_name: 'Opal & Sons Plumbing' },
      ...{ email: 'Opal.Diaz@mail.example', email_key: 'opal.diaz@mail.example' },
    });
    expect(usernames(await readUsers(`/api/admin/users?${new URLSearchParams({ search })}`))).toEqual(['harbor-91']);
    await db.deleteFrom('accounts').where('username', '=', 'harbor-91').execute();
  });

  it('is paginated, also among suspended accounts', async () => {
    const found = await readUsers('/api/admin/users?search=a&sort=-username');
    expect(found.length).toBeGreaterThan(3);
    expect(await readUsers('/api/admin/users?search=a&sort=-username&limit=1')).toEqual(found);
    expect(await readUsers('/api/admin/users/suspended?search=a&sort=-username&limit=1')).toEqual(
      found.filter(({ isActive }) => !isActive),
    );
  });
});
