import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { activate, suspend } from '#server/admin/suspension.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeOrganization } from '#tests/fixtures/organization-factories.ts';
import { getListingKeys } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;
await makeAccount(db, { id: 1, email: null });

let ownerId: number;
let owner: Awaited<ReturnType<typeof api.signedInVisitor>>;
let listings: number[];
let id: number;
let slug: string;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  ({ id: ownerId } = await makeAccount(db, { email_confirmed_at: new Date() }));
  owner = await api.signedInVisitor(ownerId);
  listings = [];
  for (const [zip, city] of [
    ['90012', 'Los Angeles'],
    ['92614', 'Irvine'],
    ['92101', 'San Diego'],
  ] as const)
    listings.push((await makeListing(db, { owner_id: ownerId, title: `Pacific Dental ${city}`, zip, city })).id);
  ({ id, slug } = await makeOrganization(db, { ownerId, listings }));
});

/** What visitors see, after everything that was changed has reached the caches. */
async function read(path = `/api/brands/${slug}`) {
  await api.awaitInvalidations();
  return api.get(path);
}
const shownIds = async () => (await read()).body.branches?.map((branch: { id: number }) => branch.id);
const readBrandOf = async (listing = listings[0]) => (await read(`/api/ads/${listing}`)).body.brand;
const change = (body: object) => owner.send('PATCH', `/api/user/organizations/${id}`, body);

describe('The page of a business', () => {
  it('lists the published branches by county, and says what the owner wrote', async () => {
    await change({ about: 'Gentle dentists since 1990.' });
    const { status, body } = await read();
    expect([status, body]).toMatchObject([
      200,
      { name: 'Pacific Dental', about: 'Gentle dentists since 1990.', website: null, logo: null, zip: null },
    ]);
    expect(body.branches.map(({ county }: { county: { name: string } }) => county.name)).toEqual([
      'Los Angeles County',
      'Orange County',
      'San Diego County',
    ]);
    expect(await readBrandOf()).toEqual({ name: 'Pacific Dental', path: `/brand/${slug}`, count: 3 });
  });

  it('lists the nearest first for a ZIP code, and says which it knows', async () => {
    const { body } = await read(`/api/brands/${slug}?zip=92103`);
    expect([body.zip, body.branches[0].id]).toEqual(['92103', listings[2]]);
    for (const zip of ['10001', 'nowhere', '']) {
      const unknown = await read(`/api/brands/${slug}?zip=${zip}`);
      expect([unknown.status, unknown.body.zip, unknown.body.branches.length]).toEqual([200, null, 3]);
    }
    expect((await read(`/api/brands/${slug}?zip=${'9'.repeat(11)}`)).status).toBe(400);
  });

  it('shows website and logo while a branch is paid for', async () => {
    await change({ website: 'https://pacific.example/' });
    expect((await read()).body.website).toBeNull();
    const logo = { id: 1, name: 'b'.repeat(20), widths: [640], width: 640, height: 480, alt: 'A tooth' };
    const paid = { level: 'premium' as const, paid_until: new Date(Date.now() + 1e8), logo: JSON.stringify(logo) };
    const { id: listing } = await makeListing(db, { owner_id: ownerId, ...paid });
    await change({ add: [listing] });
    expect((await read()).body).toMatchObject({ website: 'https://pacific.example/', logo: { alt: 'A tooth' } });
  });

  it('does not exist with fewer than two published branches, and the branches name no page', async () => {
    await change({ remove: [listings[2]] });
    expect((await read()).status).toBe(200);
    await owner.post(`/api/user/ads/${listings[1]}/pause`);
    expect((await read()).status).toBe(404);
    expect(await readBrandOf()).toBeNull();
    await owner.post(`/api/user/ads/${listings[1]}/resume`);
    expect((await read()).status).toBe(200);
    expect(await readBrandOf()).toMatchObject({ count: 2 });
    expect((await read('/api/brands/nobody')).status).toBe(404);
  });

  it('follows every change of the branches at once', async () => {
    expect(await shownIds()).toEqual(listings);
    const { id: added } = await makeListing(db, { owner_id: ownerId, zip: '90012' });
    await change({ add: [added] });
    expect((await shownIds()).toSorted()).toEqual([...listings, added].toSorted());
    expect(await readBrandOf()).toMatchObject({ count: 4 });
    await owner.send('DELETE', `/api/user/ads/${added}`);
    expect(await shownIds()).toEqual(listings);
    expect(await readBrandOf()).toMatchObject({ count: 3 });
    await change({ name: 'Golden Dental' });
    expect(await readBrandOf()).toMatchObject({ name: 'Golden Dental' });
    await suspend(db, { id: ownerId, reason: 'Spam', by: 1 });
    expect((await read()).status).toBe(404);
    await activate(db, { id: ownerId, by: 1 });
    expect(await shownIds()).toEqual(listings);
    // The suspension ended the session.
    owner = await api.signedInVisitor(ownerId);
    await owner.send('DELETE', `/api/user/organizations/${id}`);
    expect((await read()).status).toBe(404);
    expect(await readBrandOf()).toBeNull();
  });

  it('shows no branch that another account owns by now', async () => {
    const { id: otherId } = await makeAccount(db);
    await db
      .updateTable('listings')
      .set({ owner_id: otherId })
      .where('id', '=', listings[0] as number)
      .execute();
    expect(await shownIds()).toEqual(listings.slice(1));
  });

  it('is not in the sitemap once another account owns all branches but one', async () => {
    const { id: otherId } = await makeAccount(db);
    expect((await read('/sitemap-pages.xml')).body).toContain(`/brand/${slug}<`);
    await db.updateTable('listings').set({ owner_id: otherId }).where('id', 'in', listings.slice(1)).execute();
    await api.invalidate(await getListingKeys(db, listings[1] as number));
    expect((await read('/sitemap-pages.xml')).body).not.toContain(`/brand/${slug}<`);
  });

  it('never shows a private street or point', async () => {
    const hidden = { service_area_only: true, address: null, lat: null, lng: null };
    const { id: listing } = await makeListing(db, { owner_id: ownerId, zip: '92614', ...hidden });
    await change({ add: [listing] });
    const { branches } = (await read(`/api/brands/${slug}?zip=92614`)).body;
    const found = branches.find((branch: { id: number }) => branch.id === listing);
    expect(found).toMatchObject({ address: null, street: null, miles: null, distanceUnknown: true });
  });

  it('is in the sitemap of each language while it exists', async () => {
    for (const prefix of ['', '/es'])
      expect((await read(`${prefix}/sitemap-pages.xml`)).body).toContain(`${prefix}/brand/${slug}</loc>`);
    await change({ remove: listings.slice(1) });
    expect((await read('/sitemap-pages.xml')).body).not.toContain(`/brand/${slug}<`);
  });
});
