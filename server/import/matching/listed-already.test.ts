import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory } from '#tests/support/large-directory.ts';
import { listedAlreadyQuery } from './listed-already.ts';

const api = await createTestApi();
const { db: largeDb, drop } = await createLargeDirectory();
afterAll(async () => {
  await api.close();
  await drop();
});

const OPEN_DATA = { origin: 'open-data', owner_id: null, zip: '92115', city: 'San Diego' } as const;
let dentist: number;
beforeAll(async () => {
  dentist = await api.createListing({
    ...OPEN_DATA,
    title: 'College Grove Dentistry',
    business_name: 'College Grove Dentistry',
    address: '3450 College Ave #210',
    phone: '(619) 555-0134',
  });
});

const FORM = { businessName: 'My business', address: '', zipCode: '92115', phone: '' };
const find = async (form: Partial<typeof FORM>) => {
  const visitor = await api.signedInVisitor((await makeAccount(api.db)).id);
  const { status, body } = await visitor.get(`/api/user/ads/unclaimed?${new URLSearchParams({ ...FORM, ...form })}`);
  expect(status).toBe(200);
  return (body as { id: number }[]).map(({ id }) => id);
};

it.each([
  ['the same phone, whatever the name', { phone: '619.555.0134' }, true],
  ['the same phone with an extension', { phone: '(619) 555-0134 x12' }, true],
  ['the same name and address', { businessName: 'College Grove Dentistry', address: '3450 College Avenue' }, true],
  [
    'a similar name at the address',
    { businessName: 'College Grove Dental', address: '3450 College Ave, Ste 210' },
    true,
  ],
  ['another name at the address', { businessName: 'Aztec Tacos', address: '3450 College Ave' }, false],
  ['the name at another address', { businessName: 'College Grove Dentistry', address: '12 Main St' }, false],
  ['the number in another street', { businessName: 'College Grove Dentistry', address: '3450 Orange Ave' }, false],
  [
    'the name and address in another ZIP code',
    { businessName: 'College Grove Dentistry', address: '3450 College Ave', zipCode: '92101' },
    false,
  ],
  ['nothing in common', { phone: '(619) 555-0199' }, false],
])('a form with %s', async (_which, form, expected) => {
  expect(await find(form)).toEqual(expected ? [dentist] : []);
});

it.each([
  ['claimed', { owner: true }],
  ['hidden', { status: 'hidden' }],
  ['paused', { status: 'paused' }],
  ['ended', { expires_at: new Date(Date.now() - 1000) }],
] as const)(
  'a listing that is %s is not told of',
  async (which, { owner, ...columns }: { owner?: boolean } & object) => {
    const phone = `(619) 555-01${70 + which.length}`;
    const owner_id = owner ? (await makeAccount(api.db)).id : null;
    await api.createListing({ ...OPEN_DATA, ...columns, owner_id, title: `That is ${which}`, phone });
    expect(await find({ phone })).toEqual([]);
  },
);

it('is found by indexes', async () => {
  const plan = await explain(
    largeDb,
    listedAlreadyQuery({ ...FORM, address: '1 Main St', phone: '(949) 555-0100' }).compile(largeDb),
  );
  const text = plan.join('\n');
  for (const index of ['listings_match_phone', 'listings_match_long_phone', 'listings_match_address'])
    expect(text).toContain(index);
  expect(text).not.toContain('Seq Scan on listings');
});
