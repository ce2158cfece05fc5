import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { suspend } from '#server/admin/suspension.ts';
import { makeAccount, makeListing, makePhoto, makeSession, makeStaff } from '#server/site/seed/factories.ts';
import { makeListingInvitation, makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { confirmPaymentIntent, createPaymentIntent } from '#tests/support/payments.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

const auditLog = trackAuditLog(db);
type Person = Awaited<ReturnType<typeof makePerson>>;
let giver: Person;
let receiver: Person;
beforeEach(async () => {
  for (const table of ['limits', 'photos', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, email: null });
  giver = await makePerson();
  receiver = await makePerson();
});

async function makePerson(columns: object = {}) {
  const account = await makeAccount(db, { email_confirmed_at: new Date(), ...columns });
  return { ...account, email: account.email ?? '', visitor: await api.signedInVisitor(account.id) };
}

const offer = (recipient: string, listingId: number | null, by = giver) =>
  by.visitor.post('/api/user/invitations', { recipient, role: 'owner', listingId });
const accept = (by: Person, token: string) => by.visitor.post('/api/invitations/accept', { token });
const makeToken = async (columns: object = {}) =>
  (await makeListingInvitation(db, { recipient: receiver.email, invited_by: giver.id, role: 'owner', ...columns }))
    .token;
const tokenTo = async (to: string) =>
  /\/join\?of=business#token=([\w-]{43})\n/.exec((await api.waitForEmail(to)).text)?.[1] ?? '';
const ownerOf = async (id: number) =>
  (await db.selectFrom('listings').select('owner_id').where('id', '=', id).executeTakeFirst())?.owner_id;
const INVALID = 'This invitation has expired, was withdrawn, or has already been used. Ask for a new one.';
const countEmails = async (to: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.job where name = 'mail' and data ->> 'to' = ${to}`.execute(db);
  return rows[0]?.n;
};

it('A listing without an owner is not accepted by who offered it, whatever their address is now', async () => {
  const { id } = await makeListing(db, { origin: 'open-data' });
  const moderator = await makeStaff(db, 'moderator', { email: 'moderator@mail.example' });
  const visitor = await api.signedInVisitor(moderator.id);
  const offered = { listing_id: id, owner_id: null, invited_by: moderator.id, reason: 'Asked by phone' };
  const token = await makeToken({ ...offered, recipient: 'moderator@mail.example' });
  expect(await visitor.post('/api/invitations/accept', { token })).toMatchObject({
    status: 403,
    body: { message: 'This is your own case, so somebody else on the team has to decide.' },
  });
  expect(await ownerOf(id)).toBeNull();
});

describe('Handing a listing over', () => {
  it('emails a link to the new owner and a notice to the old one; who accepts has the listing', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id, title: 'Salt & Cedar' });
    const { status, body } = await offer(receiver.email, id);
    expect([status, body]).toEqual([200, { message: 'The invitation is on its way.' }]);
    expect((await api.waitForEmail(giver.email)).subject).toBe('You’re handing over a listing on SoCal Local');
    const token = await tokenTo(receiver.email);
    expect((await api.visitor().post('/api/invitations/find', { token })).body).toMatchObject({
      ...{ role: 'owner', business: 'Golden Hour Plumbing', email: receiver.email, total: 1 },
      listings: [{ id, title: 'Salt & Cedar', city: 'Irvine' }],
    });
    expect(await ownerOf(id)).toBe(giver.id);

    const accepted = await accept(receiver, token);
    expect([accepted.status, accepted.body]).toEqual([200, { role: 'owner', count: 1, listingId: id }]);
    expect(await ownerOf(id)).toBe(receiver.id);
    expect((await giver.visitor.get(`/api/user/ads/${id}`)).status).toBe(404);
    expect((await receiver.visitor.get(`/api/user/ads/${id}`)).status).toBe(200);
    const log = await auditLog.readNew();
    expect(log).toMatchObject([
      { kind: 'listing-offered', account_id: giver.id, listing_id: id },
      {
        ...{ kind: 'listing-transferred', account_id: receiver.id, actor_id: giver.id, listing_id: id },
        ...{ before: { owner: giver.id }, after: { owner: receiver.id } },
      },
    ]);
    await expect
      .poll(() => api.emails.map(({ to, subject }) => `${to} ${subject}`))
      .toEqual(
        expect.arrayContaining([
          `${receiver.email} The listing on SoCal Local is yours`,
          `${giver.email} Your invitation on SoCal Local was accepted`,
        ]),
      );
  });

  it('to a username is for that account only', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    await offer(receiver.username, id);
    const token = await tokenTo(receiver.email);
    expect((await accept(await makePerson(), token)).status).toBe(403);
    expect(await ownerOf(id)).toBe(giver.id);
    expect((await accept(receiver, token)).status).toBe(200);
    expect(await ownerOf(id)).toBe(receiver.id);
  });

  it('needs that it was verified in the last ten minutes who asks', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    await db
      .updateTable('sessions')
      .set({ verified_at: new Date(Date.now() - 11 * 60_000) })
      .where('account_id', '=', giver.id)
      .execute();
    const { status, body } = await offer(receiver.email, id);
    expect([status, body.code]).toEqual([403, 'step-up-required']);
  });

  it('moves pictures, the paid term and what belongs to the listing, and leaves payments with who paid', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id, email: 'hello@golden-hour.example' });
    const intent = await createPaymentIntent(giver.visitor, { plan: 'monthly', listingId: id });
    await confirmPaymentIntent(giver.visitor, intent);
    await expect.poll(async () => (await giver.visitor.get(`/api/user/ads/${id}`)).body.level).toBe('premium');
    const photo = await makePhoto(db, giver.id, { listing_id: id });
    await makeListingMember(db, { account_id: (await makeAccount(db)).id, owner_id: giver.id, listing_id: id });
    await db.insertInto('reports').values({ listing_id: id, reason: 'other', text: 'Wrong' }).execute();

    expect((await accept(receiver, await makeToken({ listing_id: id }))).status).toBe(200);
    expect((await receiver.visitor.get(`/api/user/ads/${id}`)).body).toMatchObject({ level: 'premium' });
    expect(
      (await db.selectFrom('photos').select('owner_id').where('id', '=', photo.id).executeTakeFirst())?.owner_id,
    ).toBe(receiver.id);
    expect(await db.selectFrom('listing_members').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('reports').select('listing_id').execute()).toEqual([{ listing_id: id }]);
    expect((await giver.visitor.get('/api/user/payments')).body).toHaveLength(1);
    expect((await receiver.visitor.get('/api/user/payments')).body).toEqual([]);
    expect((await giver.visitor.get(`/api/user/ads/${id}/order?plan=monthly`)).status).toBe(404);

    // The former owner's account takes nothing along.
    expect((await giver.visitor.send('DELETE', '/api/user', { password: 'correct horse battery' })).status).toBe(200);
    expect((await receiver.visitor.get(`/api/user/ads/${id}`)).body).toMatchObject({ level: 'premium' });
    expect(await db.selectFrom('photos').select('id').execute()).toEqual([{ id: photo.id }]);
  });

  it('of all listings takes those that can be handed over, and leaves what waits or was deleted', async () => {
    const make = async (status: 'active' | 'draft' | 'paused' | 'hidden' | 'waiting' | 'deleted') =>
      (await makeListing(db, { owner_id: giver.id, status })).id;
    const moved = [await make('active'), await make('draft'), await make('paused'), await make('hidden')];
    const left = [await make('waiting'), await make('deleted')];
    const token = await makeToken();
    expect((await api.visitor().post('/api/invitations/find', { token })).body.total).toBe(4);
    expect((await accept(receiver, token)).body).toEqual({ role: 'owner', count: 4, listingId: null });
    for (const id of moved) expect(await ownerOf(id)).toBe(receiver.id);
    for (const id of left) expect(await ownerOf(id)).toBe(giver.id);
    const kinds = (await auditLog.readNew()).map(({ kind, listing_id }) => `${kind} ${listing_id}`);
    expect(kinds.toSorted()).toEqual(moved.map((id) => `listing-transferred ${id}`).toSorted());
  });

  it.each<[string, () => object, number]>([
    ['waits for approval', () => ({ owner_id: giver.id, status: 'waiting' }), 409],
    ['was deleted', () => ({ owner_id: giver.id, status: 'deleted' }), 409],
    ['is somebody else’s', () => ({}), 404],
  ])('is refused for a listing that %s', async (_what, getColumns, expected) => {
    const { id } = await makeListing(db, getColumns());
    expect((await offer(receiver.email, id)).status).toBe(expected);
    expect(await db.selectFrom('listing_invitations').selectAll().execute()).toEqual([]);
  });
});

describe('An invitation', () => {
  it('is answered and shown alike whether or not there is such an account', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    const answers = [];
    for (const recipient of [receiver.email, 'nobody@mail.example', receiver.username, 'nobody-has-this-name']) {
      const { status, body } = await offer(recipient, id);
      const { invitations } = (await giver.visitor.get('/api/user/people')).body;
      const [{ id: invitationId, recipient: shown, sentAt, expiresAt, ...rest }] = invitations;
      expect(shown).toBe(recipient);
      answers.push(JSON.stringify([status, body, invitations.length, rest]));
      expect((await giver.visitor.send('DELETE', `/api/user/invitations/${invitationId}`)).status).toBe(200);
    }
    expect(new Set(answers)).toHaveLength(1);
  });

  it('to a username goes to the confirmed address of that account, and nowhere without one', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id, title: 'Salt & Cedar' });
    const unconfirmed = await makeAccount(db);
    await offer(unconfirmed.username, id);
    expect(await countEmails(unconfirmed.email ?? '')).toBe(0);
    await db.deleteFrom('listing_invitations').execute();
    await offer(receiver.username.toUpperCase(), id);
    const token = await tokenTo(receiver.email);
    expect((await api.visitor().post('/api/invitations/find', { token })).body.email).toBeNull();
    expect((await accept(receiver, token)).status).toBe(200);
    expect(await ownerOf(id)).toBe(receiver.id);
  });

  it.each([
    ['the own address', () => giver.email, 400],
    ['the own name', () => giver.username, 400],
    ['neither an address nor a name', () => 'a', 400],
    ['a very long text', () => 'x'.repeat(5000), 400],
  ])('is refused for %s', async (_what, recipient, expected) => {
    await makeListing(db, { owner_id: giver.id });
    expect((await offer(recipient(), null)).status).toBe(expected);
  });

  it('needs a confirmed email of who sends it', async () => {
    const unconfirmed = await makePerson({ email_confirmed_at: null });
    const { id } = await makeListing(db, { owner_id: unconfirmed.id });
    const { status, body } = await offer(receiver.email, id, unconfirmed);
    expect([status, body.message]).toEqual([403, 'Confirm your email first. The link is in your inbox.']);
    expect(await countEmails(receiver.email)).toBe(0);
  });

  it('is for the invited account only, and confirms its address', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    const token = await makeToken({ listing_id: id });
    const other = await makePerson();
    expect((await accept(other, token)).status).toBe(403);
    expect((await api.visitor().post('/api/invitations/accept', { token })).status).toBe(401);
    expect(await ownerOf(id)).toBe(giver.id);
    await db.updateTable('accounts').set({ email_confirmed_at: null }).where('id', '=', receiver.id).execute();
    expect((await accept(receiver, token)).status).toBe(200);
    expect((await receiver.visitor.get('/api/user')).body.emailConfirmed).toBe(true);
  });

  it('is accepted by whoever registers with its address', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    const token = await makeToken({ listing_id: id, recipient: 'new@mail.example' });
    const visitor = api.visitor();
    const form = {
      businessName: 'New Hands',
      username: 'new-hands',
      email: 'New@mail.example',
      password: 'correct horse battery',
    };
    const { body: account } = await visitor.post('/api/register', form);
    await visitor.signIn('new-hands');
    expect((await visitor.post('/api/invitations/accept', { token })).status).toBe(200);
    expect(await ownerOf(id)).toBe(account.id);
  });

  it('works once', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    const token = await makeToken({ listing_id: id });
    expect((await accept(receiver, token)).status).toBe(200);
    const again = await accept(receiver, token);
    expect([again.status, again.body.message]).toEqual([400, INVALID]);
  });

  it('does not work when it is withdrawn, has expired, or was sent again', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    const expired = await makeToken({ listing_id: id, expires_at: new Date(Date.now() - 1000) });
    expect((await accept(receiver, expired)).status).toBe(400);
    // It can be made anew then.
    expect((await offer(receiver.email, id)).status).toBe(200);
    const [{ id: invitationId }] = (await giver.visitor.get('/api/user/people')).body.invitations;
    const first = await tokenTo(receiver.email);
    expect((await offer(receiver.email, id)).status).toBe(409);
    const resent = await giver.visitor.post(`/api/user/invitations/${invitationId}/resend`);
    expect(resent.status).toBe(200);
    await expect.poll(() => api.emails.filter(({ to }) => to === receiver.email).length).toBe(2);
    expect((await accept(receiver, first)).body.message).toBe(INVALID);
    const second = await tokenTo(receiver.email);
    expect((await giver.visitor.send('DELETE', `/api/user/invitations/${invitationId}`)).status).toBe(200);
    expect((await accept(receiver, second)).body.message).toBe(INVALID);
    expect(await ownerOf(id)).toBe(giver.id);
  });

  it('can be declined by who has the link, and its sender is told', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    const token = await makeToken({ listing_id: id });
    expect((await api.visitor().post('/api/invitations/decline', { token })).status).toBe(200);
    expect((await api.waitForEmail(giver.email)).subject).toBe('Your invitation on SoCal Local was declined');
    expect((await accept(receiver, token)).status).toBe(400);
    expect(await ownerOf(id)).toBe(giver.id);
  });

  it('is limited to 30 an hour for an account, and three a day to a recipient', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    const statuses = [];
    for (let i = 0; i < 4; i++) {
      await db.deleteFrom('listing_invitations').execute();
      statuses.push((await offer(receiver.email, id)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    const { numUpdatedRows } = await db
      .updateTable('limits')
      .set({ hits: 29 })
      .where('key', '=', `people:${giver.id}`)
      .executeTakeFirst();
    expect(numUpdatedRows).toBe(1n);
    for (let i = 0; i < 2; i++) {
      await db.deleteFrom('listing_invitations').execute();
      statuses.push((await offer(`somebody${i}@mail.example`, id)).status);
    }
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });
});

describe('A suspended account', () => {
  it('cannot give: its invitations do not work', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    const token = await makeToken({ listing_id: id });
    await suspend(db, { id: giver.id, reason: 'Spam', by: 1 });
    expect((await api.visitor().post('/api/invitations/find', { token })).status).toBe(400);
    expect((await accept(receiver, token)).body.message).toBe(INVALID);
    expect(await ownerOf(id)).toBe(giver.id);
  });

  it('cannot receive', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    const token = await makeToken({ listing_id: id });
    await suspend(db, { id: receiver.id, reason: 'Spam', by: 1 });
    await makeSession(db, receiver.id);
    expect((await accept(receiver, token)).status).toBe(401);
    expect(await ownerOf(id)).toBe(giver.id);
  });
});

describe('Two at once', () => {
  it('accept one invitation: one gets the listing, and the other is refused', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    const token = await makeToken({ listing_id: id });
    const answers = await Promise.all([accept(receiver, token), accept(receiver, token), accept(receiver, token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect((await auditLog.readNew()).filter(({ kind }) => kind === 'listing-transferred')).toHaveLength(1);
  });

  it('accept one listing and all of them: each listing has one new owner', async () => {
    const other = await makePerson();
    const { id } = await makeListing(db, { owner_id: giver.id });
    const { id: another } = await makeListing(db, { owner_id: giver.id });
    const ofAll = await makeToken();
    const ofOne = await makeToken({ listing_id: id, recipient: other.email });
    const [all, one] = await Promise.all([accept(receiver, ofAll), accept(other, ofOne)]);
    expect(all.status).toBe(200);
    // Whoever was first has it.
    expect([one.status, await ownerOf(id)]).toBeOneOf([
      [200, other.id],
      [400, receiver.id],
    ]);
    expect(await ownerOf(another)).toBe(receiver.id);
  });

  it('give each other everything', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    const { id: another } = await makeListing(db, { owner_id: receiver.id });
    const there = await makeToken({ listing_id: id });
    const back = await makeListingInvitation(db, {
      ...{ recipient: giver.email, invited_by: receiver.id, role: 'owner', listing_id: another },
    });
    const answers = await Promise.all([accept(receiver, there), accept(giver, back.token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([await ownerOf(id), await ownerOf(another)]).toEqual([receiver.id, giver.id]);
  });

  it('accept and suspend the giver: the listing is the receiver’s and shown, or the giver’s and hidden', async () => {
    const { id } = await makeListing(db, { owner_id: giver.id });
    const token = await makeToken({ listing_id: id });
    const [{ status }] = await Promise.all([
      accept(receiver, token),
      suspend(db, { id: giver.id, reason: 'Spam', by: 1 }),
    ]);
    const row = await db
      .selectFrom('listings')
      .select(['owner_id', 'owner_suspended'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual(
      status === 200
        ? { owner_id: receiver.id, owner_suspended: false }
        : { owner_id: giver.id, owner_suspended: true },
    );
  });
});
