import { afterAll, expect, it } from 'vitest';
import { WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import { makeAccount, makeListing, makePhoto } from '#server/site/seed/factories.ts';
import { makeReview } from '#tests/fixtures/conversation-factories.ts';
import { makeClaim } from '#tests/fixtures/ownership-factories.ts';
import { PASSWORD } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { confirmPaymentIntent, createPaymentIntent } from '#tests/support/payments.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

/** A listing from open data that an account has claimed and edited. */
async function makeClaimed(visitor: Awaited<ReturnType<typeof api.signedInVisitor>>, accountId: number) {
  const { id } = await makeListing(db, {
    ...{ origin: 'open-data', title: 'Poppy Bakery', phone: '(949) 555-0142', website: 'https://poppy.example' },
  });
  const { token } = await makeClaim(db, { account_id: accountId, listing_id: id });
  expect((await visitor.post('/api/claims/redeem', { token })).status).toBe(200);
  const { version } = (await visitor.get(`/api/user/ads/${id}`)).body;
  const form = listingForm({ title: 'Quetzalcoatl Bakery', phone: '(949) 555-0199', serviceAreaOnly: true });
  expect((await visitor.send('PUT', `/api/user/ads/${id}`, { ...form, version })).status).toBe(200);
  return id;
}

it('what an account claimed is unclaimed again when the account is deleted, and says what it said before', async () => {
  const { id: accountId } = await makeAccount(db, { email_confirmed_at: new Date() });
  const visitor = await api.signedInVisitor(accountId);
  const [claimed, deleted] = [await makeClaimed(visitor, accountId), await makeClaimed(visitor, accountId)];
  expect((await visitor.send('DELETE', `/api/user/ads/${deleted}`)).status).toBe(200);
  const { id: posted } = await makeListing(db, { owner_id: accountId });

  expect((await visitor.send('DELETE', '/api/user', { password: PASSWORD })).status).toBe(200);
  await api.awaitInvalidations();
  expect((await api.get(`/api/ads/${claimed}`)).body).toMatchObject({
    title: 'Poppy Bakery',
    phone: '(949) 555-0142',
    address: '100 Main St',
    unclaimed: true,
    serviceAreaOnly: false,
  });
  for (const id of [deleted, posted]) expect((await api.get(`/api/ads/${id}`)).status).toBe(404);
  const left = JSON.stringify([
    await db.selectFrom('listings').selectAll().execute(),
    await db.selectFrom('listing_versions').selectAll().execute(),
    await db.selectFrom('listings_before_owner').selectAll().execute(),
  ]);
  expect(left).not.toContain('Quetzalcoatl');
});

it('it has the pictures and hours that it had, its reviews without replies, and no paid time, which the next owner does not get either', async () => {
  await makeAccount(db, { id: 1, email: null });
  const hours = JSON.stringify(Object.fromEntries(WEEKDAYS.map((day) => [day, 'closed'])));
  const { id: photoId, name, widths, width, height } = await makePhoto(db, 1);
  const photos = JSON.stringify([{ id: photoId, name, widths, width, height, alt: '' }]);
  const { id } = await makeListing(db, { origin: 'open-data', title: 'Marisol Tacos', hours, photos });
  await db.updateTable('photos').set({ listing_id: id }).where('id', '=', photoId).execute();
  const { id: accountId } = await makeAccount(db, { email_confirmed_at: new Date() });
  const visitor = await api.signedInVisitor(accountId);
  const { token } = await makeClaim(db, { account_id: accountId, listing_id: id });
  expect((await visitor.post('/api/claims/redeem', { token })).status).toBe(200);
  const own = await makePhoto(db, accountId);
  const { version } = (await visitor.get(`/api/user/ads/${id}`)).body;
  const pictures = [photoId, own.id].map((photo) => ({ id: photo, alt: '' }));
  const form = listingForm({ title: 'Marisol Tacos', photos: pictures });
  expect((await visitor.send('PUT', `/api/user/ads/${id}`, { ...form, version })).status).toBe(200);
  await confirmPaymentIntent(visitor, await createPaymentIntent(visitor, { plan: 'annual', listingId: id }));
  const read = () => db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await expect.poll(async () => (await read()).level).toBe('premium');
  const { id: review } = await makeReview(db, {
    ...{ listing_id: id, status: 'shown', owner_reply: 'Thank you!', owner_replied_at: new Date() },
  });

  expect((await visitor.send('DELETE', '/api/user', { password: PASSWORD })).status).toBe(200);
  expect(await read()).toMatchObject({ owner_id: null, level: 'free', paid_until: null, hours: JSON.parse(hours) });
  expect((await read()).photos).toMatchObject([{ id: photoId }]);
  expect(await db.selectFrom('photos').select('id').where('listing_id', '=', id).execute()).toEqual([{ id: photoId }]);
  const reviews = await db.selectFrom('reviews').select(['status', 'owner_reply']).where('id', '=', review).execute();
  expect(reviews).toEqual([{ status: 'shown', owner_reply: null }]);
  expect(await findViolatedInvariants(db)).toEqual([]);

  const next = await makeAccount(db, { email_confirmed_at: new Date() });
  const claimant = await api.signedInVisitor(next.id);
  const again = await makeClaim(db, { account_id: next.id, listing_id: id });
  expect((await claimant.post('/api/claims/redeem', { token: again.token })).status).toBe(200);
  const { term } = (await claimant.get(`/api/user/ads/${id}/order?plan=monthly`)).body;
  expect(Date.parse(term.startsAt)).toBeLessThanOrEqual(Date.now() + 60_000);
});

it('who reviewed the business is emailed once what became of the review', async () => {
  const { id: accountId } = await makeAccount(db, { email_confirmed_at: new Date() });
  const visitor = await api.signedInVisitor(accountId);
  const claimed = await makeListing(db, { origin: 'open-data', business_name: 'Poppy Bakery', owner_id: accountId });
  const posted = await makeListing(db, { business_name: 'Quail Diner', owner_id: accountId });
  const write = (listing_id: number, author_email: string | null, overrides: object = {}) =>
    makeReview(db, { listing_id, author_email, status: 'shown', ...overrides });
  const [kept, gone] = ['kept@mail.example', 'gone@mail.example'];
  await write(claimed.id, kept, { created_at: new Date('2025-01-01') });
  await write(claimed.id, kept);
  await write(posted.id, gone);
  await write(posted.id, null);
  const other = await makeListing(db);
  await write(other.id, 'other@mail.example');

  expect((await visitor.send('DELETE', '/api/user', { password: PASSWORD })).status).toBe(200);
  await waitForEmptyMailQueue(db);
  const about = (to: string) => api.emails.filter((email) => email.to === to);
  expect(about(kept)).toHaveLength(1);
  expect(about(kept)[0]?.subject).toBe('Your review of Poppy Bakery: its owner left');
  expect(about(kept)[0]?.text).toContain('Your review stays as it is');
  expect(about(kept)[0]?.text).toContain(`/ads/${claimed.id}`);
  expect(about(gone)).toHaveLength(1);
  expect(about(gone)[0]?.text).toContain('we deleted it');
  expect(about('other@mail.example')).toEqual([]);
});
