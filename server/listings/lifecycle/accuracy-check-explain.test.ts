import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { dueListingsQuery, dueOwnersQuery } from './accuracy-check.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);
await withoutStatementTimeout(db, async (db) => {
  await sql`update listings set owner_id = 2 + id % (${DIRECTORY_SIZE}::int / 4) where id % 4 = 0`.execute(db);
  await sql`update listings set updated_at = now() - interval '200 days' where id % 400 = 0`.execute(db);
  await sql`update accounts set email_confirmed_at = now() where id % 3 > 0`.execute(db);
  await sql`vacuum analyze listings, accounts`.execute(db);
});

it('Owners who are due are found by their unchecked listings', async () => {
  const plan = (await explain(db, dueOwnersQuery().compile(db))).join('\n');
  expect(plan).toContain('listings_checked');
  expect(plan).not.toContain('Seq Scan on listings');
});

it('The listings of owners are read by an index', async () => {
  const plan = (await explain(db, dueListingsQuery([2, 3, 4]).compile(db))).join('\n');
  expect(plan).not.toContain('Seq Scan');
});
