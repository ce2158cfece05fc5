import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureUrl } from '#server/photos/pictures.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { makeAccount, makeListing, makePhoto, makeStaff } from '#server/site/seed/factories.ts';
import { makeClaim, makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { createTestApi, PASSWORD, type Visitor } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';

/** Every file is there: only the database decides who may read it. */
const storage: Storage = {
  get: async (name) => Buffer.from(`the bytes of ${name}`),
  put: async () => {},
  remove: async () => {},
  close: async () => {},
};
const api = await createTestApi({ storage });
const { db } = api;
afterAll(api.close);

let admin: Visitor;
beforeAll(async () => {
  await makeAccount(db, { id: 1, email: null });
  admin = await api.signedInVisitor(1);
});

/** An owner with a live premium listing that shows a photo. */
async function makeOwner(columns: object = {}) {
  const { id } = await makeAccount(db, { email_confirmed_at: new Date() });
  const visitor = await api.signedInVisitor(id);
  const listing = await makeListing(db, {
    owner_id: id,
    level: 'premium',
    email: 'hello@golden-hour.example',
    expires_at: new Date(Date.now() + 86_400_000),
    ...columns,
  });
  const photo = await makePhoto(db, id, { listing_id: listing.id });
  const { name, widths, width, height } = photo;
  const shown = { id: photo.id, name, widths, width, height, alt: 'The shop' };
  await db
    .updateTable('listings')
    .set({ photos: JSON.stringify([shown]) })
    .where('id', '=', listing.id)
    .execute();
  return { id, visitor, listingId: listing.id, photoId: photo.id, url: pictureUrl(name, 640) };
}
type Owner = Awaited<ReturnType<typeof makeOwner>>;

describe('A picture of a public listing', () => {
  it('is for everyone; only the proxy that is purged may keep it beside browsers', async () => {
    const { url, listingId } = await makeOwner();
    const { status, headers } = await api.get(url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, s-maxage=0, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'surrogate-key': `listing:${listingId}`,
    });
    expect(headers['set-cookie']).toBeUndefined();
    const known = await api.request('GET', url, { headers: { 'if-none-match': String(headers.etag) } });
    expect([known.status, known.body]).toEqual([304, '']);
    const head = await api.request('HEAD', url);
    expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', headers['content-length']]);
  });

  it('has no other width, and is kept no longer than its listing is public', async () => {
    const { url } = await makeOwner();
    expect((await api.get(url.replace('-640', '-641'))).status).toBe(404);
    expect((await api.get(url)).headers['surrogate-until']).toBeDefined();
  });
});

const ENDS: [string, (owner: Owner) => Promise<{ status: number } | undefined>][] = [
  ['its owner replaces it', (owner) => edit(owner, [])],
  ['its owner deletes the listing', ({ visitor, listingId }) => visitor.send('DELETE', `/api/user/ads/${listingId}`)],
  ['its owner pauses the listing', ({ visitor, listingId }) => visitor.post(`/api/user/ads/${listingId}/pause`)],
  ['its owner deletes the account', ({ visitor }) => visitor.send('DELETE', '/api/user', { password: PASSWORD })],
  [
    'the staff hides the listing',
    ({ listingId }) => admin.post(`/api/admin/ads/${listingId}/hide`, { reason: 'Spam' }),
  ],
  ['the staff suspends the account', ({ id }) => admin.post(`/api/admin/users/${id}/suspend`, { reason: 'Spam' })],
  [
    'the listing expires',
    async ({ listingId }) => {
      const expires_at = new Date(Date.now() - 1000);
      await db.updateTable('listings').set({ expires_at }).where('id', '=', listingId).execute();
      return undefined;
    },
  ],
];

async function edit(
  { visitor, listingId }: Pick<Owner, 'visitor' | 'listingId'>,
  photos: { id: number; alt: string }[],
) {
  const { body } = await visitor.get(`/api/user/ads/${listingId}`);
  return visitor.send('PUT', `/api/user/ads/${listingId}`, { ...listingForm({ photos }), version: body.version });
}

describe('A picture is missing at once', () => {
  it.each(ENDS)('when %s', async (_what, end) => {
    const owner = await makeOwner();
    expect((await api.get(owner.url)).status).toBe(200);
    const response = await end(owner);
    expect(response?.status ?? 200, JSON.stringify(response)).toBe(200);
    const { status, headers } = await api.get(owner.url);
    expect([status, headers['cache-control']]).toEqual([404, 'private, no-store']);
  });
});

it('A picture is missing at once when the staff takes a wrongly claimed listing back', async () => {
  const { id: listingId } = await makeListing(db, { origin: 'open-data' });
  const account = await makeAccount(db, { email_confirmed_at: new Date() });
  const visitor = await api.signedInVisitor(account.id);
  const { token } = await makeClaim(db, { account_id: account.id, listing_id: listingId });
  expect((await visitor.post('/api/claims/redeem', { token })).status).toBe(200);
  const { id: photoId, name } = await makePhoto(db, account.id);
  expect((await edit({ visitor, listingId }, [{ id: photoId, alt: '' }])).status).toBe(200);
  expect((await api.get(pictureUrl(name, 640))).status).toBe(200);
  expect((await admin.post(`/api/admin/ads/${listingId}/take-back`, { reason: 'Not theirs' })).status).toBe(200);
  expect((await api.get(pictureUrl(name, 640))).status).toBe(404);
});

describe('A picture of a listing that is not public', () => {
  it('is only for who may read the listing, and the staff', async () => {
    const { url, visitor, id, listingId } = await makeOwner({ status: 'draft' });
    const viewer = await makeAccount(db, { email_confirmed_at: new Date() });
    await makeListingMember(db, { account_id: viewer.id, owner_id: id, listing_id: listingId, role: 'viewer' });
    const read = async (who: Visitor) => (await who.get(url)).status;
    const signedIn = (accountId: number) => api.signedInVisitor(accountId);
    expect(await read(visitor)).toBe(200);
    expect(await read(await signedIn(viewer.id))).toBe(200);
    expect(await read(admin)).toBe(200);
    expect(await read(await signedIn((await makeStaff(db, 'moderator')).id))).toBe(200);
    expect(await read(await signedIn((await makeStaff(db, 'finance')).id))).toBe(404);
    expect(await read(await signedIn((await makeAccount(db)).id))).toBe(404);
    expect(await read(api.visitor())).toBe(404);
    const { headers } = await visitor.get(url);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['surrogate-key']).toBeUndefined();
  });
});

describe('A picture that no listing shows yet', () => {
  it('is only for who uploaded it, and never kept by proxies', async () => {
    const { id } = await makeAccount(db);
    const url = pictureUrl((await makePhoto(db, id)).name, 640);
    const { status, headers } = await (await api.signedInVisitor(id)).get(url);
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache']);
    expect((await api.visitor().get(url)).status).toBe(404);
    expect((await (await api.signedInVisitor((await makeAccount(db)).id)).get(url)).status).toBe(404);
  });
});
