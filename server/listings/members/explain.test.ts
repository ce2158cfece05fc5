import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { sharedListingsQuery } from './shared-listings.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

const helper = await withoutStatementTimeout(db, async (db) => {
  const [helper, owner, few] = [await makeAccount(db), await makeAccount(db), await makeAccount(db)];
  await sql`update listings set owner_id = ${owner.id} where id % 10 = 0`.execute(db);
  await sql`update listings set owner_id = ${few.id} where id in (1, 301, 1801)`.execute(db);
  await sql`
    insert into listing_members (owner_id, account_id, role, recipient)
    select id, 3 + id % 1000, 'viewer', 'x' from accounts where id % 2 = 0 and id <> 3 + id % 1000`.execute(db);
  for (const { id } of [owner, few]) await makeListingMember(db, { account_id: helper.id, owner_id: id });
  await sql`vacuum analyze listings, listing_members`.execute(db);
  return helper;
});

it.each([
  ['first', undefined],
  ['second', encodeCursor({ id: DIRECTORY_SIZE / 2 })],
])('The listings that an account helps with are read by the index of owners, on the %s page', async (_page, cursor) => {
  const plan = (await explain(db, sharedListingsQuery(db, helper.id, { limit: 20, cursor }).compile())).join('\n');
  // Statistics are samples: with some of them the members are read by a bitmap of the same index.
  expect(plan).toMatch(/(using|on) listings_owner/);
  expect(plan).toMatch(/(using|on) listing_members_account/);
  // The table of what was aggregated has one row.
  expect(plan.replaceAll('Seq Scan on events_added_up', '')).not.toContain('Seq Scan');
});
