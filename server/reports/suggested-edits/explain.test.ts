import { type RawBuilder, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { type Decider, suggestedEditsQuery, suggestedEditsTotalQuery } from './list-suggested-edits.ts';
import { tracesQuery } from './suggest-edit.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

// A year of suggestions, most of them decided.
await withoutStatementTimeout(db, async (db) => {
  await sql`
    insert into suggested_edits (listing_id, kind, value, network, created_at, decided_at, outcome)
    select l.id, (array['confirmed', 'closed', 'phone', 'hours'])[1 + l.id % 4], '', '10.0.0.0/24', now() - l.id * interval '10 minutes',
      case when l.id % 10 > 0 then now() end, case when l.id % 10 > 0 then 'dismissed' end
    from listings l, generate_series(1, 2)`.execute(db);
  await sql`vacuum analyze suggested_edits`.execute(db);
});
const { id: owner } = await db.selectFrom('accounts').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();

const planOf = async (query: RawBuilder<unknown>) => (await explain(db, query.compile(db))).join('\n');
const administrator: Decider = { accountId: 1, role: 'administrator' };
const ownerOf: Decider = { accountId: owner, role: 'owner' };

it.each([
  ['the newest', { limit: 25 }],
  ['the next page', { limit: 25, cursor: encodeCursor({ id: DIRECTORY_SIZE / 2 }) }],
])('For the administrator %s are read in the order of an index', async (_what, page) => {
  const plan = await planOf(suggestedEditsQuery(administrator, page));
  expect(plan).toMatch(/Index Scan (Backward )?using suggested_edits_id_idx/);
  expect(plan).not.toContain('Seq Scan');
});

it('Those of an owner are found by the listings of the owner', async () => {
  for (const query of [suggestedEditsQuery(ownerOf, { limit: 25 }), suggestedEditsTotalQuery(ownerOf)]) {
    const plan = await planOf(query);
    // Both indexes have only listings with an owner or an end, of which this directory has few.
    expect(plan).toMatch(/(using|on) listings_own(er|ed)/);
    expect(plan).not.toContain('Seq Scan');
  }
});

it('Those about a listing are found by an index', async () => {
  expect(await planOf(tracesQuery(1))).toContain('using suggested_edits_listing_id_created_at_idx');
});
