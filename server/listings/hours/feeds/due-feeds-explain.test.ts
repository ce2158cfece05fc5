import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory } from '#tests/support/large-directory.ts';
import { claimDueQuery } from './due-feeds.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

it('addresses of hours that are due are found by their index', async () => {
  const { id } = await makeAccount(db);
  await sql`
    insert into hours_feeds (listing_id, owner_id, url, enabled, found, next_check_at)
    select id, ${id}, 'https://calendar.example/', true, '{}', now() + interval '1 day' from listings`.execute(db);
  await sql`analyze hours_feeds`.execute(db);
  const plan = await explain(db, claimDueQuery().compile(db));
  expect(plan.join('\n')).toMatch(/Index Scan using hours_feeds_due_idx on hours_feeds/);
});
