import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { dueForRenewalQuery } from './keep-up.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

await withoutStatementTimeout(db, async (db) => {
  // A quarter has an owner, of whom every second keeps listings up; ends are spread over three months.
  await sql`update accounts set keeps_listings_up = true where id % 2 = 0`.execute(db);
  await sql`update listings set owner_id = 2 + id % (${DIRECTORY_SIZE}::int / 4), expires_at = now() + make_interval(days => (id % 90)::int)
    where id % 4 = 0`.execute(db);
  await sql`vacuum analyze listings, accounts, sessions, known_devices, conversation_links`.execute(db);
});

it('listings that renew themselves are found by their end', async () => {
  const plan = (await explain(db, dueForRenewalQuery().compile(db))).join('\n');
  expect(plan).toMatch(/Index Scan (?:using|on) listings_expir\w+/);
  // The tables of what owners used are empty here.
  expect(plan).not.toContain('Seq Scan on listings');
});
