import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { sendShownEmailNotices } from './shown-emails.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

beforeEach(async () => {
  await sql`delete from listings`.execute(db);
});

/** An owner of a listing from before emails became private. */
async function makeOwner(overrides: ListingOverrides = {}) {
  const owner = await makeAccount(db, { email: `owner-${Math.random()}@example.com` });
  const { id } = await makeListing(db, {
    owner_id: owner.id,
    email: 'shop@example.com',
    email_shown: null,
    ...overrides,
  });
  return { id, ownerId: owner.id, email: owner.email, visitor: await api.signedInVisitor(owner.id) };
}
async function expectEmail(id: number, email: string | null) {
  await api.awaitInvalidations();
  expect((await api.get(`/api/ads/${id}`)).body.email).toBe(email);
}

it.each([
  [false, null],
  [true, 'shop@example.com'],
])('one choice (%s) is for all listings of the owner from before, and stops the notice', async (shown, expected) => {
  const { id, ownerId, visitor } = await makeOwner();
  const { id: second } = await makeListing(db, { owner_id: ownerId, email: 'shop@example.com', email_shown: null });
  const { id: chosen } = await makeListing(db, { owner_id: ownerId, email: 'shop@example.com', email_shown: !shown });
  const other = await makeOwner();
  await expectEmail(id, 'shop@example.com');
  expect((await visitor.get('/api/user/shown-emails')).body).toEqual({ listings: 2 });
  expect((await visitor.post('/api/user/shown-emails', { shown })).body).toEqual({ listings: 0 });
  for (const one of [id, second]) await expectEmail(one, expected);
  await expectEmail(chosen, shown ? null : 'shop@example.com');
  await expectEmail(other.id, 'shop@example.com');
  expect((await other.visitor.get('/api/user/shown-emails')).body).toEqual({ listings: 1 });
});

it('needs a choice', async () => {
  const { id, visitor } = await makeOwner();
  expect((await visitor.post('/api/user/shown-emails', {})).status).toBe(400);
  await expectEmail(id, 'shop@example.com');
});

it('an owner is emailed once ever, if visitors see the email', async () => {
  const owner = await makeOwner();
  await makeListing(db, { owner_id: owner.ownerId, email: 'shop@example.com', email_shown: null });
  await makeOwner({ email_shown: true });
  await makeOwner({ email_shown: false });
  await makeOwner({ email: null });
  await makeOwner({ status: 'paused' });
  const sent: { to: string; text: string }[] = [];
  const deps = {
    site: { name: 'SoCal Local', origin: 'https://site.example' },
    jobs: { enqueueEmail: async (_db: unknown, email: unknown) => void sent.push(...([email].flat() as typeof sent)) },
  } as unknown as Parameters<typeof sendShownEmailNotices>[1];
  await Promise.all([sendShownEmailNotices(db, deps), sendShownEmailNotices(db, deps)]);
  await sendShownEmailNotices(db, deps);
  expect(sent.map(({ to }) => to)).toEqual([owner.email]);
  expect(sent[0]?.text).toContain('https://site.example/account');
});
