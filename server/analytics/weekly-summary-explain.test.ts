import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { dueOwnersQuery, listingWeeksQuery } from './weekly-summary-queries.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

const week = { from: '2026-03-02', to: '2026-03-08' };

await withoutStatementTimeout(db, async (db) => {
  await sql`update listings set owner_id = 2 + id % (${DIRECTORY_SIZE}::int / 4) where id % 4 = 0`.execute(db);
  await sql`update accounts set email_confirmed_at = now() where id <= ${DIRECTORY_SIZE}::int / 4 and id % 3 > 0`.execute(
    db,
  );
  await sql`
    insert into listing_days (listing_id, day)
    select id, date '2026-02-23' + day from listings, generate_series(0, 13) as day where level <> 'free'`.execute(db);
  await sql`
    insert into mailings (account_id, kind)
    select id, kind from accounts, unnest(array['announcement', 'free-summary']) as kind
    where kind <> 'free-summary' or id % 100 = 0`.execute(db);
  await sql`vacuum analyze listings, accounts, listing_days, mailings`.execute(db);
});

it('owners who are due are found by their paid listings', async () => {
  const plan = (await explain(db, dueOwnersQuery('weekly-summary', week).compile(db))).join('\n');
  expect(plan).toContain('listings_paid_until_idx');
  expect(plan).not.toContain('Seq Scan on listings');
});

it('owners of free listings are found by the mailing that they turned on', async () => {
  const plan = (await explain(db, dueOwnersQuery('free-summary', week).compile(db))).join('\n');
  expect(plan).toContain('mailings_free_summary');
  expect(plan).toContain('listings_owner');
  expect(plan).not.toContain('Seq Scan');
});

it('the metrics of an owner’s listings are read by an index', async () => {
  const plan = (await explain(db, listingWeeksQuery('weekly-summary', [2, 3, 4], week).compile(db))).join('\n');
  expect(plan).toContain('listings_owner');
  expect(plan).toContain('listing_days_pkey');
  expect(plan).not.toContain('Seq Scan');
});
