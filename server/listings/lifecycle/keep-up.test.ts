import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { renewKeptListings } from './keep-up.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

beforeEach(async () => {
  await db.deleteFrom('listings').execute();
});

/** A listing whose owner was seen so many days ago; null: never. */
async function make(
  days: number,
  seen: number | null,
  { keeps = true, ...overrides }: ListingOverrides & { keeps?: boolean } = {},
) {
  const owner = await makeAccount(db, { keeps_listings_up: keeps });
  if (seen !== null) {
    await api.signedInVisitor(owner.id);
    await sql`update sessions set last_seen_at = ${inDays(-seen)} where account_id = ${owner.id}`.execute(db);
  }
  const { id } = await makeListing(db, { expires_at: inDays(days), owner_id: owner.id, ...overrides });
  return { id, ownerId: owner.id };
}
const isRenewed = async (id: number) => {
  const row = await db.selectFrom('listings').select('expires_at').where('id', '=', id).executeTakeFirstOrThrow();
  return (row.expires_at as Date).getTime() > inDays(29).getTime();
};

it.each<[string, boolean, Parameters<typeof make>]>([
  ['ends in a week, of an owner who was here', true, [7, 3]],
  ['ends within the hour, of an owner who was just here', true, [0.04, 0]],
  ['ends later', false, [8.1, 3]],
  ['has ended', false, [-0.01, 3]],
  ['is of an owner who was not here in the term', false, [7, 24]],
  ['is of an owner who was never here', false, [7, null]],
  ['is of an owner who did not say so', false, [7, 3, { keeps: false }]],
  ['was confirmed by the link of an email', true, [7, null, { confirmed_at: inDays(-2) }]],
  ['is paused', false, [7, 3, { status: 'paused' }]],
  ['is hidden', false, [7, 3, { status: 'hidden' }]],
  ['is of a suspended owner', false, [7, 3, { owner_suspended: true }]],
])('a listing that %s: renewed %s', async (_which, expected, facts) => {
  const { id } = await make(...facts);
  await renewKeptListings(db);
  expect(await isRenewed(id)).toBe(expected);
});

it('renews once, and says so in the log', async () => {
  const { id, ownerId } = await make(5, 1);
  await Promise.all([renewKeptListings(db), renewKeptListings(db)]);
  await renewKeptListings(db);
  const entries = await db.selectFrom('audit').select(['kind', 'account_id']).where('listing_id', '=', id).execute();
  expect(entries).toEqual([{ kind: 'listing-renewed', account_id: ownerId }]);
});
