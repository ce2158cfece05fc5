import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

let listing: number;
let unclaimed: number;
beforeAll(async () => {
  const { id: category_id, parent_id } = await db
    .selectFrom('categories')
    .select(['id', 'parent_id'])
    .where('slug', '=', 'plumbers')
    .executeTakeFirstOrThrow();
  const owner = await makeAccount(db, { email_confirmed_at: new Date() });
  const top_category_id = parent_id ?? category_id;
  ({ id: listing } = await makeListing(db, { owner_id: owner.id, category_id, top_category_id }));
  ({ id: unclaimed } = await makeListing(db, { owner_id: null, origin: 'open-data' }));
});
beforeEach(() => db.deleteFrom('limits').execute());

const text = 'Our water heater leaks. Could you come on Thursday?';
let count = 0;
const email = () => `visitor-${++count}@mail.example`;

/** What anybody may send without an account, with the keys under which it counts for a network address, and its status. */
const ACTS: Record<string, { keys: string[]; status: number; url: () => string; body: () => object }> = {
  registration: {
    keys: ['register'],
    status: 201,
    url: () => '/api/register',
    body: () => ({
      businessName: 'Ana’s Tacos',
      username: `visitor-${++count}`,
      email: email(),
      password: 'correct horse staple',
    }),
  },
  'a reset link': {
    keys: ['reset-from'],
    status: 202,
    url: () => '/api/password-resets',
    body: () => ({ email: email() }),
  },
  'a first message': {
    keys: ['message'],
    status: 201,
    url: () => `/api/ads/${listing}/messages`,
    body: () => ({ name: 'Ana', email: email(), topic: 'question', text, key: randomUUID() }),
  },
  'a quote request': {
    keys: ['quote'],
    status: 201,
    url: () => '/api/quotes',
    body: () => ({
      ...{ name: 'Ana', email: email(), trade: 'plumbers', near: '92614', timing: 'week', text, key: randomUUID() },
      ...{ answers: {}, listings: [listing] },
    }),
  },
  'a contact message': {
    keys: ['contact'],
    status: 201,
    url: () => '/api/contact',
    body: () => ({
      name: 'Ana',
      email: email(),
      inquiryType: 'other',
      subject: 'A question',
      message: `My listing is gone. ${++count}`,
    }),
  },
  'a report': {
    keys: ['report', 'report:listing'],
    status: 201,
    url: () => `/api/ads/${listing}/reports`,
    body: () => ({ reason: 'other', text: 'It moved to Main Street.' }),
  },
  'a suggested edit': {
    keys: ['suggest', 'suggest:listing'],
    status: 201,
    url: () => `/api/ads/${listing}/suggested-edits`,
    body: () => ({ kind: 'closed' }),
  },
  'a receipt code': {
    keys: ['receipt-code'],
    status: 400,
    url: () => '/api/receipt-codes',
    body: () => ({ code: '0123456789', email: email() }),
  },
  'a request to join': {
    keys: ['join', 'join:listing'],
    status: 204,
    url: () => `/api/ads/${unclaimed}/join-requests`,
    body: () => ({}),
  },
  'a link of an email': {
    keys: ['link'],
    status: 400,
    url: () => '/api/email-sign-ins/redeem',
    body: () => ({ token: 'x'.repeat(43) }),
  },
};

const NETWORKS = [
  { network: '2001:db8:7::/48', addresses: ['2001:db8:7:1::1', '2001:db8:7:2::1'], other: '2001:db8:8:1::1' },
  { network: '203.0.77.0/24', addresses: ['203.0.77.1', '203.0.77.2'], other: '203.0.78.1' },
];

describe.each(NETWORKS)('The network $network', ({ network, addresses, other }) => {
  it.each(Object.entries(ACTS))(
    'has a limit of its own for %s, whichever addresses it has',
    async (_, { keys, status, url, body }) => {
      const send = async (address = '') => (await api.visitor(address).post(url(), body())).status;
      expect(await send(addresses[0])).toBe(status);
      const counted = await db.selectFrom('limits').select('key').where('key', 'like', `%:${network}`).execute();
      const withoutIds = counted.map(({ key }) => key.replace(`:${network}`, '').replace(/\d+$/, 'listing'));
      expect(withoutIds).toEqual(expect.arrayContaining(keys));
      for (const { key } of counted) {
        await db.updateTable('limits').set({ hits: 100_000 }).where('key', '=', key).execute();
        expect(await send(addresses[1]), key).toBe(429);
        expect(await send(other), key).toBe(status);
        await db.deleteFrom('limits').execute();
        await send(addresses[0]);
      }
    },
  );
});

it('A network of IPv6 has twice the first messages of one address, one of IPv4 three times as many', async () => {
  const { url, body } = ACTS['a first message'] as (typeof ACTS)[string];
  const countAccepted = async (toAddress: (n: number) => string) => {
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n++)
      for (let again = 0; again < 6; again++)
        statuses.push((await api.visitor(toAddress(n)).post(url(), body())).status);
    return statuses.filter((status) => status === 201).length;
  };
  expect(await countAccepted((n) => `2001:db8:9:${n}::1`)).toBe(20);
  expect(await countAccepted((n) => `203.0.79.${n}`)).toBe(30);
});

it('Limits by network address are consumed in this one place, or say why not', () => {
  const server = join(import.meta.dirname, '../..');
  const others = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'platform/http/address-rate-limit.ts',
    )
    .filter((file) => {
      const source = readFileSync(join(server, file), 'utf8');
      // An address in angle brackets is one of email.
      return (
        source.includes('rate-limit.ts') && /`[^`]*\$\{(?:address|getClientAddress\(request\))\}(?!>)/.test(source)
      );
    });
  // Both count failures, and the first counts networks by itself; the second one's are also counted for an account.
  expect(others.toSorted()).toEqual(['accounts/sign-in-limits.ts', 'payments/coupons/redeem-code.ts']);
});
