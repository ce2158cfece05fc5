import { afterAll, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeClaim } from '#tests/fixtures/ownership-factories.ts';
import { PASSWORD } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { listingForm } from '#tests/support/listing-form.ts';

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
