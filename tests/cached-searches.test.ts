import { resolve } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { loadBuild } from '#server/platform/page-cache/web-build.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { startAppInstance } from '#tests/support/app-instance.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { listingForm } from '#tests/support/listing-form.ts';

// Two processes of the site, which both cache searches. Listings are changed in the first.
const database = await createTestDatabase();
const web = await loadBuild(resolve(import.meta.dirname, '../dist'));
const first = await startAppInstance(database, { web, cacheSearches: true });
const second = await startAppInstance(database, { web, cacheSearches: true });
const processes = [first, second];
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await Promise.all(processes.map(({ stop }) => stop()));
  await database.drop();
});

const { id: administratorId } = await makeAccount(first.db, { id: 1, email: null });
const administrator = await first.signedInVisitor(administratorId);

const PATHS = ['/search', '/api/search', '/api/search/map'];
const EVERYWHERE = processes.flatMap(() => PATHS);
/** The searches, of both processes, whose response contains a title. */
async function findShowing(title: string): Promise<string[]> {
  const q = title.toLowerCase().split(' ')[0];
  const found = processes.flatMap(({ get }) =>
    PATHS.map(async (path) => (JSON.stringify((await get(`${path}?q=${q}`)).body).includes(title) ? [path] : [])),
  );
  return (await Promise.all(found)).flat();
}

/** Makes a premium listing; returns its id and its owner. */
async function makePremium(title: string, columns = {}) {
  const { id: owner_id } = await makeAccount(first.db);
  const id = await first.createListing({ title, level: 'premium', owner_id, lat: 33.68, lng: -117.82, ...columns });
  return { id, owner_id, owner: await first.signedInVisitor(owner_id) };
}
type Premium = Awaited<ReturnType<typeof makePremium>>;

describe('A listing in cached searches', () => {
  it.each<[string, string, (listing: Premium) => ReturnType<Visitor['send']>]>([
    ['hidden', 'Bonsai Barn', ({ id }) => administrator.post(`/api/admin/ads/${id}/hide`, { reason: 'Spam' })],
    [
      'edited',
      'Cactus Corner',
      ({ id, owner }) =>
        owner.send('PUT', `/api/user/ads/${id}`, { ...listingForm({ title: 'Fern Corner' }), version: 1 }),
    ],
    ['paused', 'Dahlia Depot', ({ id, owner }) => owner.post(`/api/user/ads/${id}/pause`)],
    ['deleted', 'Elderberry Emporium', ({ id, owner }) => owner.send('DELETE', `/api/user/ads/${id}`)],
    [
      'of a suspended account',
      'Foxglove Farm',
      ({ owner_id }) => administrator.post(`/api/admin/users/${owner_id}/suspend`, { reason: 'Spam' }),
    ],
  ])('that is %s leaves them at once', async (_state, title, change) => {
    const listing = await makePremium(title);
    // Time stands still, so that nothing leaves because it is old.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    expect(await findShowing(title)).toEqual(EVERYWHERE);
    const { status, body } = await change(listing);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    await expect.poll(() => findShowing(title)).toEqual([]);
  });

  it('leaves them when it expires', async () => {
    const expires_at = new Date(Date.now() + 20_000);
    await makePremium('Gardenia Gallery', { expires_at });
    expect(await findShowing('Gardenia Gallery')).toEqual(EVERYWHERE);
    await first.db
      .updateTable('listings')
      .set({ expires_at: new Date() })
      .where('expires_at', '=', expires_at)
      .execute();
    expect(await findShowing('Gardenia Gallery')).toEqual(EVERYWHERE);
    vi.useFakeTimers({ toFake: ['Date'], now: expires_at });
    expect(await findShowing('Gardenia Gallery')).toEqual([]);
  });

  it('is found half a minute after it was posted, where others were found before', async () => {
    await makePremium('Hibiscus House');
    expect(await findShowing('Hibiscus House')).toEqual(EVERYWHERE);
    await makePremium('Hibiscus Hall');
    expect(await findShowing('Hibiscus Hall')).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 });
    expect(await findShowing('Hibiscus Hall')).toEqual(EVERYWHERE);
  });

  it('is found at once where nothing was found before', async () => {
    expect(await findShowing('Iris Inn')).toEqual([]);
    await makePremium('Iris Inn');
    expect(await findShowing('Iris Inn')).toEqual(EVERYWHERE);
  });
});
