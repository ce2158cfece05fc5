import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeListingInvitation, makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

const auditLog = trackAuditLog(db);
type Person = Awaited<ReturnType<typeof makePerson>>;
let owner: Person;
let helper: Person;
let listingId: number;
beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  owner = await makePerson();
  helper = await makePerson();
  ({ id: listingId } = await makeListing(db, { owner_id: owner.id, title: 'Salt & Cedar' }));
});

async function makePerson() {
  const account = await makeAccount(db, { email_confirmed_at: new Date() });
  return { ...account, email: account.email ?? '', visitor: await api.signedInVisitor(account.id) };
}

const invite = (form: object = {}) =>
  owner.visitor.post('/api/user/invitations', { recipient: helper.email, role: 'manager', listingId: null, ...form });
const accept = (token: string, by = helper) => by.visitor.post('/api/invitations/accept', { token });
const makeToken = async (columns: object = {}) =>
  (await makeListingInvitation(db, { recipient: helper.email, invited_by: owner.id, ...columns })).token;
const people = async (by: Person) => (await by.visitor.get('/api/user/people')).body;
const mayRead = async (by = helper) => (await by.visitor.get(`/api/user/ads/${listingId}`)).status === 200;

describe('Somebody who is invited to help', () => {
  it('accepts by the emailed link, and then helps with all listings, later ones too', async () => {
    expect((await invite()).status).toBe(200);
    const email = await api.waitForEmail(helper.email);
    expect(email.subject).toBe('Help with the listings of Golden Hour Plumbing on SoCal Local');
    expect(email.text).toContain('“Golden Hour Plumbing” invites you to manage all of its listings');
    const token = /token=([\w-]{43})\n/.exec(email.text)?.[1] ?? '';
    expect(await mayRead()).toBe(false);
    expect((await accept(token)).body).toEqual({ role: 'manager', count: 0, listingId: null });
    expect(await mayRead()).toBe(true);
    const later = await makeListing(db, { owner_id: owner.id });
    expect((await helper.visitor.get(`/api/user/ads/${later.id}`)).status).toBe(200);
    expect(await people(owner)).toMatchObject({
      members: [{ username: helper.username, recipient: helper.email, role: 'manager', listing: null }],
      invitations: [],
      memberships: [],
    });
    expect(await people(helper)).toMatchObject({
      members: [],
      memberships: [{ business: 'Golden Hour Plumbing', role: 'manager', listing: null }],
    });
    expect((await auditLog.readNew()).map(({ kind, account_id }) => [kind, account_id])).toEqual([
      ['member-invited', owner.id],
      ['member-joined', helper.id],
    ]);
  });

  it('helps with one listing only, if it was one', async () => {
    const other = await makeListing(db, { owner_id: owner.id });
    await accept(await makeToken({ listing_id: listingId, role: 'viewer' }));
    expect(await mayRead()).toBe(true);
    expect((await helper.visitor.get(`/api/user/ads/${other.id}`)).status).toBe(404);
  });

  it('gets another role by another invitation', async () => {
    await makeListingMember(db, { account_id: helper.id, owner_id: owner.id, role: 'viewer' });
    await accept(await makeToken({ role: 'manager' }));
    expect((await people(owner)).members).toMatchObject([{ role: 'manager' }]);
  });
});

describe('Whoever helps', () => {
  it('is removed at once, and told', async () => {
    const { id } = await makeListingMember(db, { account_id: helper.id, owner_id: owner.id });
    expect(await mayRead()).toBe(true);
    expect((await owner.visitor.send('DELETE', `/api/user/members/${id}`)).status).toBe(200);
    expect(await mayRead()).toBe(false);
    expect((await helper.visitor.get('/api/user')).status).toBe(200);
    expect((await api.waitForEmail(helper.email)).subject).toBe('You no longer help with listings on SoCal Local');
    expect((await owner.visitor.send('DELETE', `/api/user/members/${id}`)).status).toBe(404);
    expect(await auditLog.readNew()).toMatchObject([
      {
        kind: 'member-removed',
        account_id: helper.id,
        actor_id: owner.id,
        before: { role: 'manager', owner: owner.id },
      },
    ]);
  });

  it('leaves, and the owner is told', async () => {
    const { id } = await makeListingMember(db, { account_id: helper.id, owner_id: owner.id });
    expect((await owner.visitor.send('DELETE', `/api/user/memberships/${id}`)).status).toBe(404);
    expect((await helper.visitor.send('DELETE', `/api/user/memberships/${id}`)).status).toBe(200);
    expect(await mayRead()).toBe(false);
    expect((await api.waitForEmail(owner.email)).text).toContain(`“${helper.username}” left`);
  });

  it('cannot invite anybody to the owner’s listings, or hand them over', async () => {
    await makeListingMember(db, { account_id: helper.id, owner_id: owner.id });
    for (const role of ['owner', 'manager', 'viewer']) {
      const form = { recipient: 'friend@mail.example', role, listingId };
      expect((await helper.visitor.post('/api/user/invitations', form)).status).toBe(404);
    }
    expect(await db.selectFrom('listing_invitations').selectAll().execute()).toEqual([]);
  });

  it('gets none of the emails about a listing', async () => {
    await makeListingMember(db, { account_id: helper.id, owner_id: owner.id });
    const draft = await makeListing(db, { owner_id: owner.id, status: 'draft', email: 'hello@golden-hour.example' });
    expect((await helper.visitor.post(`/api/user/ads/${draft.id}/publish`)).status).toBe(200);
    await api.waitForEmail(owner.email);
    expect(api.emails.filter(({ to }) => to === helper.email)).toEqual([]);
  });

  it('does not help a new owner', async () => {
    const next = await makePerson();
    await makeListingMember(db, { account_id: helper.id, owner_id: owner.id });
    await accept(await makeToken({ role: 'owner', listing_id: listingId, recipient: next.email }), next);
    expect([await mayRead(), await mayRead(next)]).toEqual([false, true]);
  });

  it('is gone with the account of the owner, and with the own account', async () => {
    await makeListingMember(db, { account_id: helper.id, owner_id: owner.id });
    await makeToken({ recipient: 'friend@mail.example' });
    expect((await owner.visitor.send('DELETE', '/api/user', { password: 'correct horse battery' })).status).toBe(200);
    expect(await people(helper)).toEqual({ members: [], invitations: [], memberships: [] });
    expect(await db.selectFrom('listing_invitations').selectAll().execute()).toEqual([]);

    const { id } = await makePerson();
    await makeListingMember(db, { account_id: helper.id, owner_id: id });
    await makeListingInvitation(db, { recipient: helper.email, invited_by: id });
    expect((await helper.visitor.send('DELETE', '/api/user', { password: 'correct horse battery' })).status).toBe(200);
    expect(await db.selectFrom('listing_members').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('listing_invitations').selectAll().execute()).toEqual([]);
  });

  it('is in the export of both', async () => {
    await makeListingMember(db, { account_id: helper.id, owner_id: owner.id });
    await makeToken({ recipient: 'friend@mail.example' });
    const exported = async (by: Person) => (await by.visitor.get('/api/user/export')).body.people;
    expect(await exported(owner)).toMatchObject({
      members: [{ username: helper.username }],
      invitations: [{ recipient: 'friend@mail.example' }],
    });
    expect(await exported(helper)).toMatchObject({ memberships: [{ business: 'Golden Hour Plumbing' }] });
  });
});

it('An invitation is sent again and withdrawn by who invited, and by nobody else', async () => {
  await invite();
  const { id } = (await people(owner)).invitations[0];
  for (const by of [helper, await makePerson()]) {
    expect((await by.visitor.post(`/api/user/invitations/${id}/resend`)).status).toBe(404);
    expect((await by.visitor.send('DELETE', `/api/user/invitations/${id}`)).status).toBe(404);
  }
  expect((await people(owner)).invitations).toMatchObject([{ id }]);
  expect((await owner.visitor.post(`/api/user/invitations/${id}/resend`)).status).toBe(200);
  expect((await owner.visitor.send('DELETE', `/api/user/invitations/${id}`)).status).toBe(200);
  expect((await people(owner)).invitations).toEqual([]);
});

it('An account has at most 50 people, invitations included', async () => {
  for (let i = 0; i < 49; i++)
    await makeListingInvitation(db, { recipient: `friend${i}@mail.example`, invited_by: owner.id });
  expect((await invite()).status).toBe(200);
  const { status, body } = await invite({ recipient: 'one-more@mail.example' });
  expect([status, body.message]).toEqual([
    409,
    'You can have 50 people and invitations. Remove somebody, or withdraw an invitation first.',
  ]);
});

it('The same person cannot be invited twice for the same at once', async () => {
  const answers = await Promise.all([invite(), invite(), invite()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

it('Removing somebody who accepts a second invitation at the same time leaves what the second one gave, or nothing', async () => {
  const { id } = await makeListingMember(db, { account_id: helper.id, owner_id: owner.id, role: 'viewer' });
  const token = await makeToken();
  const [removed, accepted] = await Promise.all([
    owner.visitor.send('DELETE', `/api/user/members/${id}`),
    accept(token),
  ]);
  expect([removed.status, accepted.status]).toEqual([200, 200]);
  const members = await db.selectFrom('listing_members').select('role').execute();
  expect([[], [{ role: 'manager' }]]).toContainEqual(members);
});
