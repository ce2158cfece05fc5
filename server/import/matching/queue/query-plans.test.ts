import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { matchesQuery } from './matches.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

await withoutStatementTimeout(db, async (db) => {
  await sql`
    insert into doubtful_pairs (listing_id, other_id, score, verdict, decided_at)
    select id, id + 1, 4.5 + random(), case when id % 3 = 0 then 'different' end, case when id % 3 = 0 then now() end
    from listings where exists (select from listings next where next.id = listings.id + 1)`.execute(db);
  await sql`vacuum analyze doubtful_pairs`.execute(db);
});

it('A page of pairs to decide is an index scan that stops at the limit', async () => {
  for (const cursor of [undefined, encodeCursor({ id: DIRECTORY_SIZE / 2, score: 5 })]) {
    const plan = (await explain(db, matchesQuery(db, { status: 'open', limit: 25, cursor }).compile())).join('\n');
    expect(plan).toContain('doubtful_pairs_open');
    expect(plan).not.toMatch(/Sort|Seq Scan on (listings|doubtful_pairs)/);
  }
});
