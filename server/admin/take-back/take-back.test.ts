import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import { makeAccount, makeListing, makePhoto, makeStaff } from '#server/site/seed/factories.ts';
import { makeConversation, makeReview } from '#tests/fixtures/conversation-factories.ts';
import { makeClaim, makeListingInvitation, makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { confirmPaymentIntent, createPaymentIntent } from '#tests/support/payments.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;
const auditLog = trackAuditLog(db);

const REASON = 'The bakery says that it does not know you.';
let administrator: Visitor;
beforeEach(async () => {
  for (const table of ['limits', 'photos', 'conversations', 'listings', 'accounts'] as const)
    await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, email: null });
  administrator = await api.signedInVisitor(1);
});

const HOURS = Object.fromEntries(WEEKDAYS.map((day) => [day, 'closed']));
const WEBSITE = 'https://poppy.example';

/** A listing from open data that an account has claimed by the link of an email. */
async function makeClaimed(overrides: object = {}) {
  const before = await makeListing(db, {
    ...{ origin: 'open-data', title: 'Poppy Bakery', website: WEBSITE, hours: JSON.stringify(HOURS) },
    ...overrides,
  });
  const account = await makeAccount(db, { email_confirmed_at: new Date() });
  const visitor = await api.signedInVisitor(account.id);
  const { token } = await makeClaim(db, { account_id: account.id, listing_id: before.id });
  expect((await visitor.post('/api/claims/redeem', { token })).status).toBe(200);
  return { id: before.id, before, account, visitor, email: account.email ?? '' };
}

const takeBack = (id: number, by = administrator) => by.post(`/api/admin/ads/${id}/take-back`, { reason: REASON });
const read = (id: number) => db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function edit({ id, visitor }: { id: number; visitor: Visitor }, fields: object = {}) {
  const { version } = await read(id);
  const form = listingForm({ title: 'Strangers’ Bakery', ...fields });
  const { status, body } = await visitor.send('PUT', `/api/user/ads/${id}`, { ...form, version });
  expect([status, body.message]).toEqual([200, undefined]);
}

describe('A listing that is taken back', () => {
  it('is unclaimed and as it was before the claim; its owner is told why and finds it in the account', async () => {
    const claimed = await makeClaimed();
    // That of the approval, which would otherwise come later.
    await api.waitForEmail(claimed.email);
    await edit(claimed, { phone: '(949) 555-0199', website: 'https://stranger.example' });
    const { status, body } = await takeBack(claimed.id);
    expect([status, body]).toEqual([200, { message: 'The listing is unclaimed again.' }]);
    const { before } = claimed;
    for (const column of [
      'title',
      'description',
      'phone',
      'email',
      'website',
      'hours',
      'address',
      'facts',
      'photos',
    ] as const)
      expect((await read(claimed.id))[column], column).toEqual(before[column]);
    expect(await read(claimed.id)).toMatchObject({ owner_id: null, status: 'active', expires_at: null, level: 'free' });
    expect((await api.get(`/api/ads/${claimed.id}`)).body).toMatchObject({ title: 'Poppy Bakery', unclaimed: true });
    await expect
      .poll(() => api.waitForEmail(claimed.email))
      .toMatchObject({ subject: 'We took back a listing on SoCal Local', text: expect.stringContaining(REASON) });
    expect((await claimed.visitor.get('/api/user/ads')).body).toEqual([]);
    expect((await claimed.visitor.get('/api/user/claims')).body).toMatchObject([
      { status: 'taken-back', reason: REASON },
    ]);
    expect((await auditLog.readNew()).at(-1)).toMatchObject({
      ...{
        kind: 'claim-taken-back',
        account_id: claimed.account.id,
        actor_id: 1,
        listing_id: claimed.id,
        reason: REASON,
      },
      ...{ before: { owner: claimed.account.id, status: 'active' }, after: { owner: null, credits: 0 } },
    });
  });

  it('is as it was after any number of edits', async () => {
    const claimed = await makeClaimed();
    for (let i = 0; i < 52; i++)
      await db
        .updateTable('listings')
        .set({ title: `Shop ${i}` })
        .where('id', '=', claimed.id)
        .execute();
    await takeBack(claimed.id);
    expect(await read(claimed.id)).toMatchObject({ title: 'Poppy Bakery' });
  });

  it('is told from its versions if it was claimed before a release stored it, and then proves no claim', async () => {
    const claimed = await makeClaimed();
    await db.deleteFrom('listings_before_owner').execute();
    await edit(claimed, { website: 'https://stranger.example' });
    await takeBack(claimed.id);
    expect(await read(claimed.id)).toMatchObject({ title: 'Poppy Bakery', website: WEBSITE, hours: HOURS });
    await sql`update listing_versions set at = now() - interval '1 year'`.execute(db);
    const other = await makeAccount(db, { email_confirmed_at: new Date() });
    const claim = await (await api.signedInVisitor(other.id)).post(`/api/ads/${claimed.id}/claims`, {
      email: 'a@poppy.example',
    });
    expect(claim.body.status).toBe('waiting');
  });

  it('is not given back to that account by machine, and to another one after 90 days where its website had been changed', async () => {
    const claimed = await makeClaimed();
    await edit(claimed, { website: 'https://stranger.example' });
    await takeBack(claimed.id);
    const claim = async (visitor: Visitor) =>
      (await visitor.post(`/api/ads/${claimed.id}/claims`, { email: 'owner@poppy.example' })).body.status;
    const other = await makeAccount(db, { email_confirmed_at: new Date() });
    const visitor = await api.signedInVisitor(other.id);
    expect([await claim(claimed.visitor), await claim(visitor)]).toEqual(['waiting', 'waiting']);
    await sql`update listing_versions set at = now() - interval '91 days'`.execute(db);
    expect([await claim(claimed.visitor), await claim(visitor)]).toEqual(['waiting', 'mailed']);
    const queue = (await administrator.get('/api/admin/claims')).body;
    expect(queue).toMatchObject([{ doubts: [{ about: 'claimant', reason: 'taken-back', at: expect.any(String) }] }]);
  });

  it.each([
    ['paused', 'active'],
    ['deleted', 'active'],
    ['hidden', 'hidden'],
    ['hidden, then deleted', 'hidden'],
  ])('is public again unless the staff hid it: %s', async (state, expected) => {
    const { id, visitor } = await makeClaimed();
    if (state === 'paused') await visitor.post(`/api/user/ads/${id}/pause`);
    if (state.startsWith('hidden')) await administrator.post(`/api/admin/ads/${id}/hide`, { reason: 'Spam' });
    if (state.endsWith('deleted')) await visitor.send('DELETE', `/api/user/ads/${id}`);
    expect((await takeBack(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: expected, owner_id: null, deleted_at: null });
  });

  it('loses photos, helpers, invitations, and replies to reviews', async () => {
    const claimed = await makeClaimed();
    const { id, account, visitor } = claimed;
    const photo = await makePhoto(db, account.id);
    await edit(claimed, { photos: [{ id: photo.id, alt: '' }] });
    const helper = await makeAccount(db);
    await makeListingMember(db, { account_id: helper.id, owner_id: account.id, listing_id: id });
    const invitation = await makeListingInvitation(db, {
      recipient: 'a@b.example',
      invited_by: account.id,
      listing_id: id,
    });
    await makeReview(db, { listing_id: id, status: 'shown', owner_reply: 'Thank you!', owner_replied_at: new Date() });
    await takeBack(id);
    expect(await db.selectFrom('photos').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('listing_members').selectAll().execute()).toEqual([]);
    const found = await visitor.post('/api/invitations/find', { token: invitation.token });
    expect(found.status).toBe(400);
    expect(await db.selectFrom('reviews').select(['status', 'owner_reply']).execute()).toEqual([
      { status: 'shown', owner_reply: null },
    ]);
  });

  it('keeps the photos that the staff posted with it', async () => {
    const kept = await makePhoto(db, 1);
    const { id: photoId, name, widths, width, height } = kept;
    const stored = { id: photoId, name, widths, width, height, alt: '' };
    const before = await makeListing(db, { origin: 'staff', photos: JSON.stringify([stored]) });
    await db.updateTable('photos').set({ listing_id: before.id }).execute();
    const account = await makeAccount(db, { email_confirmed_at: new Date() });
    const { token } = await makeClaim(db, { account_id: account.id, listing_id: before.id });
    await (await api.signedInVisitor(account.id)).post('/api/claims/redeem', { token });
    expect(await db.selectFrom('photos').select('owner_id').execute()).toEqual([{ owner_id: account.id }]);
    await takeBack(before.id);
    expect(await db.selectFrom('photos').select(['id', 'owner_id', 'listing_id']).execute()).toEqual([
      { id: photoId, owner_id: 1, listing_id: before.id },
    ]);
    expect((await read(before.id)).photos).toEqual([stored]);
  });

  it('leaves what was paid to who paid, as a credit', async () => {
    const { id, account, visitor } = await makeClaimed();
    const intent = await createPaymentIntent(visitor, { plan: 'monthly', listingId: id });
    await confirmPaymentIntent(visitor, intent);
    await expect.poll(async () => (await read(id)).level).toBe('premium');
    await takeBack(id);
    expect(await read(id)).toMatchObject({ level: 'free', paid_until: null, expires_at: null });
    expect((await visitor.get('/api/user/credits')).body).toMatchObject([{ plan: 'monthly' }]);
    const own = await makeListing(db, { owner_id: account.id });
    expect((await visitor.post(`/api/user/ads/${own.id}/redeem`)).status).toBe(200);
    expect(await read(own.id)).toMatchObject({ level: 'premium' });
  });

  it('leaves conversations to their customers, whom an email warns; nobody at the business reads them, not the next owner either', async () => {
    const { id, visitor } = await makeClaimed();
    const conversation = await makeConversation(db, { listing_id: id });
    expect((await visitor.get(`/api/conversations/${conversation.id}`)).status).toBe(200);
    await takeBack(id);
    const warning = await api.waitForEmail('maria@mail.example');
    expect(warning.subject).toBe('About your messages to Poppy Bakery');
    expect((await visitor.get(`/api/conversations/${conversation.id}`)).status).toBe(404);
    const next = await makeAccount(db, { email_confirmed_at: new Date() });
    const { token } = await makeClaim(db, { account_id: next.id, listing_id: id });
    const owner = await api.signedInVisitor(next.id);
    expect((await owner.post('/api/claims/redeem', { token })).status).toBe(200);
    expect((await owner.get(`/api/conversations/${conversation.id}`)).status).toBe(404);
  });

  it('is taken back from whom the claimant handed it over to, even after the claimant’s account is gone', async () => {
    const { id, account } = await makeClaimed();
    const accomplice = await makeAccount(db, { email_confirmed_at: new Date() });
    await db
      .updateTable('listings')
      .set({ owner_id: accomplice.id, title: 'Strangers' })
      .where('id', '=', id)
      .execute();
    await db.deleteFrom('accounts').where('id', '=', account.id).execute();
    expect((await takeBack(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ owner_id: null, title: 'Poppy Bakery' });
    expect((await api.waitForEmail(accomplice.email ?? '')).subject).toBe('We took back a listing on SoCal Local');
    expect(await db.selectFrom('claims').select(['account_id', 'taken_back_at']).execute()).toEqual([
      { account_id: accomplice.id, taken_back_at: expect.any(Date) },
    ]);
  });
});

describe('Taking back is refused', () => {
  it('to everybody but an administrator, and without a reason', async () => {
    const { id } = await makeClaimed();
    for (const role of ['moderator', 'support', 'finance', 'editor'] as const) {
      const staff = await api.signedInVisitor((await makeStaff(db, role)).id);
      expect((await takeBack(id, staff)).status).toBe(403);
    }
    expect((await administrator.post(`/api/admin/ads/${id}/take-back`, { reason: ' ' })).status).toBe(400);
    expect((await read(id)).owner_id).not.toBeNull();
  });

  it('for a listing that nobody owns, or that its owner posted', async () => {
    const message = 'You can only take back a listing that its owner has claimed or was given.';
    for (const { id } of [await makeListing(db, { origin: 'open-data' }), await makeListing(db)]) {
      const { status, body } = await takeBack(id);
      expect([status, body]).toEqual([409, { message }]);
    }
    expect((await takeBack(999_999)).status).toBe(404);
  });
});
