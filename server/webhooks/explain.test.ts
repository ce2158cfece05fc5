import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestDatabase, withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { leaseDueQuery } from './dispatch.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

// 100 owners with a webhook of 800 deliveries each. Of one in ten something waits, of a third of those for its owner to resume it.
for (let i = 0; i < 100; i += 1) await makeAccount(db);
await withoutStatementTimeout(db, async (db) => {
  await sql`insert into webhook_endpoints (account_id, url, events, salt, paused_at, paused_for)
    select id, 'https://crm.example/', '{lead.created}', sha256(id::text::bytea), case when id % 30 = 0 then now() end,
      case when id % 30 = 0 then 'failures' end from accounts`.execute(db);
  await sql`insert into webhook_deliveries (endpoint_id, type, listing_id, status, next_attempt_at)
    select e.id, 'listing.changed', i % 7, case when e.account_id % 10 = 0 and i % 20 = 0 then 'waiting' else 'delivered' end,
      case when e.paused_at is null then now() end
    from webhook_endpoints e, generate_series(1, 800) as i`.execute(db);
  await sql`vacuum analyze accounts, webhook_endpoints, webhook_deliveries`.execute(db);
});

it('Due deliveries are found without reading what was delivered', async () => {
  const plan = (await explain(db, leaseDueQuery(100).compile(db))).join('\n');
  expect(plan).toMatch(/using webhook_deliveries_due/);
  expect(plan).not.toMatch(/Seq Scan on webhook_deliveries/);
});
