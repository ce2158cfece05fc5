import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { createRenewalToken, deleteEndedRenewalLinks } from './renewal-links.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const renew = (token: string | null) => api.visitor().post('/api/renewals', { token });
const endOf = async (id: number) =>
  (await db.selectFrom('listings').select('expires_at').where('id', '=', id).executeTakeFirstOrThrow()).expires_at;

async function makeLink(expires_at: Date, overrides: object = {}) {
  const { id } = await makeListing(db, { expires_at, ...overrides });
  return { id, token: await createRenewalToken(db, id) };
}

it.each([7, 0.01, -1, -6.9])('a link renews a listing that ends in %s days, without a session, once', async (days) => {
  const { id, token } = await makeLink(inDays(days));
  const { status, body } = await renew(token);
  expect([status, body.listing.id]).toEqual([200, id]);
  const end = (await endOf(id)) as Date;
  expect(Math.abs(end.getTime() - inDays(30).getTime())).toBeLessThan(60_000);
  expect(body.until).toBe(end.toISOString());
  expect((await renew(token)).status).toBe(404);
  expect(await endOf(id)).toEqual(end);
});

it.each([
  ['that ended more than a week ago', inDays(-7.1), {}, 404],
  ['that the staff has hidden', inDays(1), { status: 'hidden' }, 409],
  ['that was deleted', inDays(1), { status: 'deleted' }, 409],
  ['of nobody', inDays(1), { owner_id: null, origin: 'import' }, 404],
])('a link renews no listing %s', async (_which, end, overrides, expected) => {
  const { id, token } = await makeLink(end, overrides);
  expect((await renew(token)).status).toBe(expected);
  expect(await endOf(id)).toEqual(end);
});

it('never shortens a term, and there is no link for a listing without end', async () => {
  const { id, token } = await makeLink(inDays(90));
  expect((await renew(token)).status).toBe(200);
  expect(((await endOf(id)) as Date).getTime()).toBeGreaterThan(inDays(89).getTime());
  const { id: endless } = await makeListing(db, { expires_at: null });
  expect(await createRenewalToken(db, endless)).toBeNull();
});

it.each([true, undefined])('a link asked to keep listings up (%s) says so of the account', async (keepUp) => {
  const { id, token } = await makeLink(inDays(3));
  await api.visitor().post('/api/renewals', { token, keepUp });
  const owner = await db
    .selectFrom('listings')
    .innerJoin('accounts', 'accounts.id', 'owner_id')
    .select('keeps_listings_up')
    .where('listings.id', '=', id)
    .executeTakeFirstOrThrow();
  expect(owner.keeps_listings_up).toBe(keepUp === true);
});

it('links are deleted when they work no more', async () => {
  await db.deleteFrom('renewal_links').execute();
  await makeLink(inDays(-7.1));
  const { id } = await makeLink(inDays(-6.9));
  await deleteEndedRenewalLinks(db);
  const { rows } = await sql`select listing_id from renewal_links`.execute(db);
  expect(rows).toEqual([{ listing_id: id }]);
});
