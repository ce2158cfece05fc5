import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { savedSearchFiltersSchema } from '#contract/saved.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { understandQuery } from '#server/search/query-understanding.ts';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { markSentQuery } from './alerts.ts';
import { dueSearchesQuery } from './due-searches.ts';
import { newMatchesQuery } from './new-matches.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

// A large directory, a hundredth of it paused, and four searches of each of a fourth of the accounts, last sent on some day of the
// past week.
const ACCOUNTS = DIRECTORY_SIZE / 4;
await withoutStatementTimeout(db, async (db) => {
  await sql`update listings set status = 'paused' where id % 100 = 0`.execute(db);
  await sql`update accounts set email_confirmed_at = now() where id <= ${ACCOUNTS}::int and id % 10 > 0`.execute(db);
  await sql`insert into saved_searches (account_id, name, search, often, told_until)
  select a.id, 'Search ' || i, 'q=plumber&place=irvine&within=' || i, case when i < 3 then 'daily' else 'weekly' end,
    now() - (1 + a.id % 7) * interval '1 day' from accounts a, generate_series(1, 4) as i where a.id <= ${ACCOUNTS}::int`.execute(
    db,
  );
  await sql`insert into mailings (account_id, kind, saved_search_id, stopped_at)
  select account_id, 'saved-search', id, case when id % 5 = 0 then now() end
  from saved_searches`.execute(db);
  await sql`vacuum analyze listings, listing_search, accounts, saved_searches, mailings`.execute(db);
});
const gazetteer = await openGazetteer(db);

const plan = async (query: RawBuilder<unknown>) => (await explain(db, query.compile(db))).join('\n');
const ago = (days: number) => new Date(Date.now() - days * 86_400_000);

it.each([0, 3 * ACCOUNTS])('Due searches are read by the primary key, after %i', async (after) => {
  const due = await plan(dueSearchesQuery(new Date(), after));
  expect(due).toContain('Index Scan using saved_searches_pkey');
  expect(due).toContain('Index Scan using mailings_saved_search_id_key');
  expect(due).toContain('Index Scan using accounts_pkey');
  expect(due).not.toMatch(/Seq Scan|Sort/);
});

describe('The new listings of a search', () => {
  it.each([
    'q=plumber',
    'q=golden+pizza&near=92614&within=5',
    'category=plumbers&place=irvine',
    'place=los-angeles-county',
    'near=irvine',
    'website=true',
  ])('are read from the newest on, and missed ones by id: %s', async (search) => {
    const filters = savedSearchFiltersSchema.parse(Object.fromEntries(new URLSearchParams(search)));
    const { query } = await understandQuery({ db, gazetteer }, filters);
    for (const [days, missed] of [
      [1, []],
      [7, [100, DIRECTORY_SIZE / 4, DIRECTORY_SIZE - 1000]],
    ] as const) {
      const news = await plan(newMatchesQuery(query, 1, { since: ago(days), until: new Date(), missed: [...missed] }));
      expect(news).toMatch(/Index Scan (using|on) listing_search_newest/);
      // No id is in an empty list, so any index serves.
      if (missed.length > 0) expect(news).toMatch(/Index Scan (using|on) listing_search_pkey/);
      expect(news).toMatch(/Index (Only )?Scan (using|on) listings_(unseen|not_public)/);
      expect(news).not.toContain('Seq Scan');
    }
  });
});

it('Searches are marked as sent by id', async () => {
  const looked = Array.from({ length: 50 }, (_, i) => ({ id: 300 * i + 1, since: ago(1), missed: [] }));
  const take = await plan(markSentQuery(looked, new Date()));
  expect(take).toContain('Index Scan using saved_searches_pkey');
  expect(take).not.toMatch(/Seq Scan on (?!json)/);
});

describe('When all searches are sent', () => {
  beforeAll(async () => {
    await sql`update saved_searches set told_until = now()`.execute(db);
    await sql`vacuum analyze saved_searches`.execute(db);
  });
  afterAll(async () => {
    await sql`update saved_searches set told_until = now() - (1 + account_id % 7) * interval '1 day'`.execute(db);
    await sql`vacuum analyze saved_searches`.execute(db);
  });

  it('an index shows that none is due', async () => {
    const due = await plan(dueSearchesQuery(new Date(), 0));
    expect(due).toContain('Index Scan using saved_searches_told');
    expect(due).not.toContain('Seq Scan');
  });
});
