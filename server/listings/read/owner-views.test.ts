import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { openGazetteer } from '#server/places/gazetteer.ts';
import { makeAccount, makeListing } from '#server/seed/factories.ts';
import { createTestDatabase } from '../../../tests/support/database.ts';
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
  // 6 p.m. on March 7 in Los Angeles. Connections that are opened from now on find this function before PostgreSQL's own.
  await sql`create schema clock`.execute(db);
  await sql`
    create function clock.now() returns timestamptz language sql stable
    as $$ select timestamptz '2027-03-08 02:00 UTC' $$`.execute(db);
  await sql`alter database ${sql.ref(database.name)} set search_path = clock, pg_catalog, public`.execute(db);

  const evening = await openDatabase(database.env);
  const gazetteer = await openGazetteer(evening.db);
  const { recentViews, views } = await findOwnerListing(evening.db, gazetteer, { ownerId, id });
  await evening.close();
  expect([recentViews.at(-1), recentViews.at(-2), views]).toEqual([20, 1, 321]);
});
