import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { openDatabaseAt } from '#tests/support/database-clock.ts';
import { findOwnerListing } from './owner-listings.ts';

const database = await createTestDatabase();
const { db } = database;
afterAll(database.drop);

it('counts the views of an owner’s listing by the day in Los Angeles, also when it is the next day in UTC', async () => {
  const { id: ownerId } = await makeAccount(db);
  const { id } = await makeListing(db, { owner_id: ownerId });
  await sql`
    insert into listing_days (listing_id, day, views)
    values (${id}, '2027-03-06', 1), (${id}, '2027-03-07', 20), (${id}, '2027-03-08', 300)`.execute(db);

  // 6 p.m. on March 7 in Los Angeles.
  const evening = await openDatabaseAt(database, '2027-03-08 02:00 UTC');
  const gazetteer = await openGazetteer(evening.db);
  const { recentViews, views } = await findOwnerListing(evening.db, gazetteer, { ownerId, id });
  await evening.close();
  expect([recentViews.at(-1), recentViews.at(-2), views]).toEqual([20, 1, 321]);
});
