import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { suspend } from '#server/admin/suspension.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeOrganization } from '#tests/fixtures/organization-factories.ts';
import { makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';

const api = await createListeningApi();
const { db } = api;
afterAll(api.close);
await makeAccount(db, { id: 1, email: null });

const people = {} as Record<'owner' | 'manager' | 'another' | 'viewer', { id: number; email: string | null }>;
const members = {} as Record<'manager' | 'another' | 'viewer', number>;
let owner: Visitor;
let listingId: number;
let id: number;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  for (const name of ['owner', 'manager', 'another', 'viewer'] as const)
    people[name] = await makeAccount(db, { email_confirmed_at: new Date() });
  const ownerId = people.owner.id;
  owner = await api.signedInVisitor(ownerId);
  ({ id: listingId } = await makeListing(db, { owner_id: ownerId }));
  ({ id } = await makeOrganization(db, { ownerId, listings: [listingId] }));
  const add = async (name: keyof typeof members, columns: object) => {
    members[name] = (await makeListingMember(db, { owner_id: ownerId, account_id: people[name].id, ...columns })).id;
  };
  await add('manager', { listing_id: listingId });
  await add('another', {});
  await add('viewer', { listing_id: listingId, role: 'viewer' });
});

const route = (leadRecipients: string, leadMemberId: number | null, who = owner) =>
  who.send('PUT', `/api/user/organizations/${id}/branches/${listingId}`, { leadRecipients, leadMemberId });

/** Who is emailed when a customer writes to the branch. */
async function findEmailed(): Promise<string[]> {
  const { id: customerId } = await makeAccount(db, { email_confirmed_at: new Date() });
  const customer = await api.signedInVisitor(customerId);
  await waitForEmptyMailQueue(db);
  // A text that many get is held.
  await db.deleteFrom('conversations').execute();
  api.emails.length = 0;
  const form = { name: 'Maria Lopez', topic: 'question', text: 'Are you open on Sunday?', key: randomUUID() };
  const { status, body } = await customer.post(`/api/ads/${listingId}/messages`, form);
  expect([status, body.status], JSON.stringify(body)).toEqual([201, 'open']);
  await waitForEmptyMailQueue(db);
  const addresses = api.emails.map(({ to }) => to);
  return Object.keys(people).filter((name) => addresses.includes(people[name as keyof typeof people].email ?? ''));
}

describe('New messages to a branch', () => {
  it.each([
    ['both', null, ['owner', 'manager', 'another']],
    ['owner', null, ['owner']],
    ['member', 'manager', ['manager']],
    ['member', 'another', ['another']],
    ['both', 'manager', ['owner', 'manager']],
  ] as const)('for %s and %s are emailed to %s', async (recipients, member, expected) => {
    expect(await findEmailed()).toEqual(['owner', 'manager', 'another']);
    expect((await route(recipients, member && members[member])).status).toBe(200);
    expect(await findEmailed()).toEqual(expected);
  });

  it('are emailed to all again when the chosen member is gone, suspended or without an address', async () => {
    await route('member', members.manager);
    await db.updateTable('accounts').set({ email_confirmed_at: null }).where('id', '=', people.manager.id).execute();
    expect(await findEmailed()).toEqual(['owner', 'another']);
    await db
      .updateTable('accounts')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', people.manager.id)
      .execute();
    await suspend(db, { id: people.manager.id, reason: 'Spam', by: 1 });
    expect(await findEmailed()).toEqual(['owner', 'another']);
    await db.deleteFrom('listing_members').where('id', '=', members.manager).execute();
    expect(await findEmailed()).toEqual(['owner', 'another']);
  });
});

describe('A choice', () => {
  it('is refused for who does not manage the branch, for what is no branch, and to all but the owner', async () => {
    expect((await route('member', members.viewer)).status).toBe(400);
    expect((await route('member', 999_999_999)).status).toBe(400);
    const { id: other } = await makeListing(db, { owner_id: people.owner.id });
    const { id: stranger } = await makeAccount(db);
    for (const elsewhere of [{ owner_id: people.owner.id, listing_id: other }, { owner_id: stranger }]) {
      const member = await makeListingMember(db, { account_id: (await makeAccount(db)).id, ...elsewhere });
      expect((await route('member', member.id)).status).toBe(400);
    }
    expect((await route('everybody', null)).status).toBe(400);
    for (const name of ['manager', 'another', 'viewer'] as const)
      expect((await route('owner', null, await api.signedInVisitor(people[name].id))).status).toBe(404);
    await db.deleteFrom('organization_branches').where('listing_id', '=', listingId).execute();
    expect((await route('owner', null)).status).toBe(404);
    await suspend(db, { id: people.owner.id, reason: 'Spam', by: 1 });
    expect((await route('owner', null)).status).toBe(401);
  });
});
