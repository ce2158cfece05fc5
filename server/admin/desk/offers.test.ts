import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { suspend } from '#server/admin/suspension.ts';
import { makeAccount, makeListing, makePhoto, makeStaff } from '#server/site/seed/factories.ts';
import { makeClaim, makeListingInvitation } from '#tests/fixtures/ownership-factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { listingForm, newIdempotencyKey } from '#tests/support/listing-form.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

const auditLog = trackAuditLog(db);
let moderator: { id: number; email: string; visitor: Awaited<ReturnType<typeof api.signedInVisitor>> };
beforeEach(async () => {
  for (const table of ['limits', 'photos', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, email: null });
  const { id, email } = await makeStaff(db, 'moderator');
  moderator = { id, email: email ?? '', visitor: await api.signedInVisitor(id) };
});

const post = (form: object, { reason = 'They called us', key = newIdempotencyKey() } = {}) =>
  moderator.visitor.send('POST', '/api/admin/ads', { form, reason }, { 'idempotency-key': key });
const offer = (id: number, email = 'owner@mail.example') =>
  moderator.visitor.post(`/api/admin/ads/${id}/offer`, { email, reason: 'They called us' });
const readDesk = async (id: number) => (await moderator.visitor.get(`/api/admin/ads/${id}`)).body;
const makeUnowned = (columns: object = {}) => makeListing(db, { origin: 'staff', owner_id: null, ...columns });
const makeToken = async (listing_id: number, recipient: string, columns: object = {}) =>
  (
    await makeListingInvitation(db, {
      ...{ recipient, listing_id, invited_by: moderator.id, role: 'owner', owner_id: null, reason: 'They called us' },
      ...columns,
    })
  ).token;
const ownerOf = async (id: number) =>
  (await db.selectFrom('listings').select('owner_id').where('id', '=', id).executeTakeFirst())?.owner_id;

async function makePerson(columns: object = {}) {
  const account = await makeAccount(db, { email_confirmed_at: new Date(), ...columns });
  const visitor = await api.signedInVisitor(account.id);
  const accept = (token: string) => visitor.post('/api/invitations/accept', { token });
  return { ...account, email: account.email ?? '', visitor, accept };
}

describe('A listing that the staff posts for a business', () => {
  it('is public at once, free, without end and owner, and in the audit log with the reason', async () => {
    const { status, body } = await post(listingForm({ title: 'Salt & Cedar', website: 'https://salt.example' }));
    expect([status, body]).toEqual([
      201,
      { id: expect.any(Number), message: 'The listing is live. Nobody owns it yet.' },
    ]);
    const { body: page } = await api.get(`/api/ads/${body.id}`);
    expect(page).toMatchObject({
      ...{ title: 'Salt & Cedar', level: 'free', unclaimed: true, source: null, businessUrl: null },
      // The staff wrote it, so it is shown.
      intro: 'Leaks, drains and water heaters, seen to the same day.',
    });
    expect(await readDesk(body.id)).toMatchObject({
      ...{ origin: 'staff', owner: null, offer: null, listing: { expiresAt: null } },
      actions: expect.arrayContaining(['correct', 'offer']),
    });
    expect(await auditLog.readNew()).toMatchObject([
      {
        kind: 'listing-posted',
        actor_id: moderator.id,
        role: 'moderator',
        reason: 'They called us',
        listing_id: body.id,
        after: { status: 'active', owner: null },
      },
    ]);
  });

  it('is made once for each form, also when it is sent several times at once', async () => {
    const key = newIdempotencyKey();
    const answers = await Promise.all([
      post(listingForm(), { key }),
      post(listingForm(), { key }),
      post(listingForm(), { key }),
    ]);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`))).toHaveLength(1);
    expect(await db.selectFrom('listings').select('id').execute()).toHaveLength(1);
    const other = await post(listingForm({ title: 'Another one' }), { key });
    expect(other.status).toBe(409);
  });

  it('obeys the rules of the form, is not premium, and needs a reason', async () => {
    expect((await post(listingForm({ zipCode: '10001' }))).body.issues).toMatchObject([{ path: 'zipCode' }]);
    expect((await post(listingForm({ phone: '1' }))).body.issues).toMatchObject([{ path: 'form.phone' }]);
    expect((await post(listingForm({ premium: true }))).body.issues).toMatchObject([{ path: 'form.premium' }]);
    expect((await post(listingForm(), { reason: '' })).status).toBe(400);
    expect(await db.selectFrom('listings').select('id').execute()).toEqual([]);
  });

  it('keeps its pictures when who posted it leaves, and gives them to the owner', async () => {
    const { id: photoId } = await makePhoto(db, moderator.id);
    const { body } = await post(listingForm({ photos: [{ id: photoId, alt: '' }] }));
    const ownerOfPhoto = async () =>
      (await db.selectFrom('photos').select('owner_id').where('id', '=', photoId).executeTakeFirst())?.owner_id;
    expect(await ownerOfPhoto()).toBe(1);
    const person = await makePerson();
    expect((await person.accept(await makeToken(body.id, person.email))).status).toBe(200);
    expect(await ownerOfPhoto()).toBe(person.id);
    expect((await person.visitor.get(`/api/user/ads/${body.id}`)).body.pictures).toMatchObject([{ id: photoId }]);
  });

  it('can be claimed as an imported one', async () => {
    const { body } = await post(listingForm());
    const person = await makePerson();
    expect((await person.visitor.post(`/api/ads/${body.id}/claims`, { note: 'Mine' })).status).toBe(201);
    const [{ id }] = (await moderator.visitor.get('/api/admin/claims')).body;
    expect((await moderator.visitor.post(`/api/admin/claims/${id}/approve`)).status).toBe(200);
    expect(await ownerOf(body.id)).toBe(person.id);
  });
});

describe('Giving a listing to an owner by email', () => {
  it('emails a link; who accepts owns the listing as after an approved claim, and all other claims are declined', async () => {
    const { id } = await makeUnowned({ title: 'Salt & Cedar', level: 'premium' });
    const person = await makePerson();
    const other = await makePerson();
    await makeClaim(db, { account_id: person.id, listing_id: id, status: 'waiting' });
    await makeClaim(db, { account_id: other.id, listing_id: id, status: 'waiting' });
    expect((await offer(id, person.email)).status).toBe(200);
    expect((await readDesk(id)).offer).toMatchObject({
      email: person.email,
      isExpired: false,
      reason: 'They called us',
    });
    const email = await api.waitForEmail(person.email);
    expect(email.subject).toBe('Is Salt & Cedar your business?');
    const token = /\/join\?of=business#token=([\w-]{43})\n/.exec(email.text)?.[1] ?? '';
    const found = await api.visitor().post('/api/invitations/find', { token });
    expect(found.body).toMatchObject({ role: 'owner', business: null, listings: [{ id, title: 'Salt & Cedar' }] });

    expect((await person.accept(token)).body).toEqual({ role: 'owner', count: 1, listingId: id });
    await api.awaitInvalidations();
    expect((await api.get(`/api/ads/${id}`)).body).toMatchObject({ unclaimed: false, level: 'premium' });
    expect((await person.visitor.get('/api/user/ads')).body).toMatchObject([{ id, status: 'active' }]);
    expect((await person.visitor.get('/api/user/claims')).body).toMatchObject([{ status: 'approved' }]);
    expect((await other.visitor.get('/api/user/claims')).body).toMatchObject([{ status: 'declined' }]);
    expect(await auditLog.readNew()).toMatchObject([
      { kind: 'listing-offered', actor_id: moderator.id, account_id: null, reason: 'They called us', listing_id: id },
      {
        ...{
          kind: 'listing-transferred',
          actor_id: moderator.id,
          role: 'moderator',
          account_id: person.id,
          listing_id: id,
        },
        ...{ before: { owner: null }, after: { owner: person.id } },
      },
    ]);
    expect((await readDesk(id)).offer).toBeNull();
    const subjects = async (to: string) => api.emails.filter((sent) => sent.to === to).map(({ subject }) => subject);
    await expect.poll(() => subjects(moderator.email)).toEqual(['Your invitation on SoCal Local was accepted']);
    await expect.poll(() => subjects(other.email)).toEqual([expect.stringMatching(/^Your claim of .+ was declined$/)]);
    await expect.poll(() => subjects(person.email)).toContain('The listing on SoCal Local is yours');
  });

  it('is refused for a listing with an owner, a sample and one that is not public', async () => {
    const owned = await makeListing(db);
    const { status, body } = await offer(owned.id);
    expect([status, body.message]).toEqual([
      409,
      'This listing has an owner, who can hand it over to somebody in the account.',
    ]);
    expect((await offer((await makeUnowned({ status: 'hidden' })).id)).status).toBe(404);
    expect((await offer((await makeListing(db, { origin: 'sample', owner_id: null })).id)).status).toBe(404);
    expect((await offer(999_999)).status).toBe(404);
    expect(await db.selectFrom('listing_invitations').selectAll().execute()).toEqual([]);
  });

  it('answers alike whether or not an account has the address', async () => {
    const person = await makePerson();
    const answers = [];
    for (const email of [person.email, 'nobody@mail.example']) {
      const { id } = await makeUnowned();
      const { status, body } = await offer(id, email);
      const { email: _, ...shown } = (await readDesk(id)).offer;
      answers.push(JSON.stringify([status, body, Object.keys(shown)]));
    }
    expect(new Set(answers)).toHaveLength(1);
    expect((await auditLog.readNew()).map(({ account_id }) => account_id)).toEqual([null, null]);
  });

  it('is open to one person at a time, sent again with a new link, and withdrawn', async () => {
    const { id } = await makeUnowned();
    const person = await makePerson();
    const token = await makeToken(id, person.email);
    expect((await offer(id, 'other@mail.example')).status).toBe(409);
    expect((await moderator.visitor.post(`/api/admin/ads/${id}/offer/resend`)).status).toBe(200);
    expect((await person.accept(token)).status).toBe(400);
    const withdraw = () => moderator.visitor.post(`/api/admin/ads/${id}/offer/withdraw`, { reason: 'A wrong address' });
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 404]);
    expect((await offer(id, 'other@mail.example')).status).toBe(200);
    expect((await auditLog.readNew()).map(({ kind }) => kind)).toEqual([
      'offer-resent',
      'offer-withdrawn',
      'listing-offered',
    ]);
  });

  it('is in the name of who sent it last', async () => {
    const { id } = await makeUnowned();
    await offer(id);
    const colleague = await makeStaff(db, 'moderator');
    const { status } = await (await api.signedInVisitor(colleague.id)).post(`/api/admin/ads/${id}/offer/resend`);
    expect(status).toBe(200);
    expect((await readDesk(id)).offer).toMatchObject({ offeredBy: { id: colleague.id } });
  });

  it('has nothing to do with what owners hand over themselves', async () => {
    const owner = await makePerson();
    const { id } = await makeListing(db, { owner_id: owner.id });
    await owner.visitor.post('/api/user/invitations', { recipient: 'new@mail.example', role: 'owner', listingId: id });
    for (const [verb, body] of [
      ['resend', {}],
      ['withdraw', { reason: 'A mistake' }],
    ] as const)
      expect((await moderator.visitor.post(`/api/admin/ads/${id}/offer/${verb}`, body)).status, verb).toBe(404);
    expect((await owner.visitor.get('/api/user/people')).body.invitations).toHaveLength(1);
  });

  it('can be declined, and the staff is told', async () => {
    const { id } = await makeUnowned();
    const token = await makeToken(id, 'owner@mail.example');
    expect((await api.visitor().post('/api/invitations/decline', { token })).status).toBe(200);
    expect((await api.waitForEmail(moderator.email)).text).toContain('declined');
    expect([await ownerOf(id), (await readDesk(id)).offer]).toEqual([null, null]);
  });

  it('does not work when who offered it has no role any more, or is suspended', async () => {
    const { id } = await makeUnowned();
    const person = await makePerson();
    const token = await makeToken(id, person.email);
    await db.updateTable('staff').set({ role: 'finance' }).where('account_id', '=', moderator.id).execute();
    expect((await person.accept(token)).status).toBe(400);
    await db.updateTable('staff').set({ role: 'moderator' }).where('account_id', '=', moderator.id).execute();
    await suspend(db, { id: moderator.id, reason: 'Left', by: 1 });
    expect((await person.accept(token)).status).toBe(400);
    expect(await ownerOf(id)).toBeNull();
  });

  it('ends when the claim of somebody else is approved', async () => {
    const { id } = await makeUnowned();
    const [person, claimant] = [await makePerson(), await makePerson()];
    const token = await makeToken(id, person.email);
    const claim = await makeClaim(db, { account_id: claimant.id, listing_id: id, status: 'waiting' });
    expect((await moderator.visitor.post(`/api/admin/claims/${claim.id}/approve`)).status).toBe(200);
    const left = await db.selectFrom('listing_invitations').where('listing_id', '=', id).selectAll().execute();
    expect(left).toEqual([]);
    expect((await person.accept(token)).status).toBe(400);
    expect(await ownerOf(id)).toBe(claimant.id);
  });

  it('and approving a claim at once make one owner', async () => {
    const { id } = await makeUnowned();
    const [person, claimant] = [await makePerson(), await makePerson()];
    const token = await makeToken(id, person.email);
    const claim = await makeClaim(db, { account_id: claimant.id, listing_id: id, status: 'waiting' });
    const [given, approved] = await Promise.all([
      person.accept(token),
      moderator.visitor.post(`/api/admin/claims/${claim.id}/approve`),
    ]);
    expect([given.status, approved.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await ownerOf(id)).toBe(given.status === 200 ? person.id : claimant.id);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from claims where status in ('mailed', 'waiting')`.execute(db);
    expect(rows[0]?.n).toBe(0);
  });
});
