import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { withTestApp } from '#tests/support/analytics.ts';
import { createTestApi } from '#tests/support/api.ts';
import { openDatabaseAt } from '#tests/support/database-clock.ts';
import { deleteOldEmptySearches, listEmptySearches } from './empty-searches.ts';

const api = await createTestApi();
const { database } = api;
afterAll(api.close);
const editor = await api.signedInVisitor((await makeStaff(api.db, 'editor')).id);
beforeEach(async () => {
  await database.db.deleteFrom('empty_searches').execute();
  await database.db.deleteFrom('zero_result_searches').execute();
});

/** Sends searches, and has their counts written. */
async function runSearches(...queries: string[]) {
  for (const query of queries) await api.get(`/api/search?${query}`);
  await api.flush();
}
const listCounts = async () =>
  (await listEmptySearches(database.db, { kind: 'listings', by: 'words', limit: 100 })).map(({ words, count }) => [
    words,
    count,
  ]);

describe('Searches without results', () => {
  it('are counted by their normalized words, for all places together', async () => {
    await runSearches(
      'q=Glass Blower',
      'q=glass  blower!',
      'q=glass blower near irvine',
      'q=falconer',
      'q=glass blower&place=irvine',
    );
    expect(await listCounts()).toEqual([
      ['glass blower', 4],
      ['falconer', 1],
    ]);
    await runSearches('q=falconer');
    expect(await listCounts()).toContainEqual(['falconer', 2]);
  });

  it('are listed by words and place, of one place, and by month', async () => {
    const list = async (query: string) => (await editor.get(`/api/admin/searches?${query}`)).body;
    await runSearches('q=pupusas', 'q=pupusas near santa ana', 'q=pupusas&place=santa-ana', 'q=falconer&place=irvine');
    await sql`insert into zero_result_searches (kind, day, words, place, searches)
      values ('listings', '2025-03-31', 'pupusas', '/city/santa-ana', 14), ('listings', '2025-04-01', 'pupusas', '/city/santa-ana', 3)`.execute(
      database.db,
    );
    expect(await list('')).toMatchObject([
      { words: 'pupusas', place: '/city/santa-ana', count: 2 },
      { words: 'falconer', place: '/city/irvine', count: 1 },
      { words: 'pupusas', place: '', count: 1 },
    ]);
    expect(await list('by=place')).toMatchObject([
      { words: '', place: '/city/santa-ana', count: 2 },
      { words: '', place: '/city/irvine', count: 1 },
    ]);
    expect(await list('place=/city/irvine')).toMatchObject([{ words: 'falconer', place: '/city/irvine', count: 1 }]);
    expect(await list('month=2025-03')).toEqual([
      { words: 'pupusas', place: '/city/santa-ana', count: 14, lastDay: '2025-03-31' },
    ]);
  });

  it.each(['month=2025-13', 'by=visitor', 'place=irvine', 'place=//bad.example/x', `place=/city/${'a'.repeat(100)}`])(
    'are refused for %s',
    async (query) => {
      expect((await editor.get(`/api/admin/searches?${query}`)).status).toBe(400);
    },
  );

  it('include those that the release before counted without a place', async () => {
    await sql`insert into empty_searches (kind, day, words, searches)
      values ('listings', (now() at time zone 'America/Los_Angeles')::date, 'falconer', 2)`.execute(database.db);
    await runSearches('q=falconer&place=irvine');
    expect(await listCounts()).toEqual([['falconer', 3]]);
  });

  it('are exported with their places', async () => {
    await runSearches('q=falconer&place=irvine');
    const { body } = await editor.get('/api/admin/exports/searches?format=csv');
    expect(String(body)).toMatch(
      /^id,kind,day,words,place,searches\n\d+,"listings",[^\n]+,"falconer","\/city\/irvine",1\n$/,
    );
  });

  it('do not include searches with corrected spelling, and those without words', async () => {
    await api.createListing({ title: 'Golden Hour Plumbing' });
    await runSearches('q=golden', 'q=goldne', 'category=pizza');
    expect(await listCounts()).toEqual([]);
  });

  it('are recorded without the visitor, and not at all if they contain a long number', async () => {
    await runSearches('q=falconer', `q=${encodeURIComponent('(949) 555-0100')}`, 'q=4111111111111111');
    const { rows } = await sql<object>`select kind, words, place, searches from zero_result_searches`.execute(
      database.db,
    );
    expect(rows).toEqual([{ kind: 'listings', words: 'falconer', place: '', searches: 1 }]);
  });

  it('are recorded for at most 5000 different texts and places a day', async () => {
    await sql`insert into zero_result_searches (kind, day, words, searches)
      select 'listings', (now() at time zone 'America/Los_Angeles')::date, 'word' || i, 1 from generate_series(1, 5000) as i`.execute(
      database.db,
    );
    await runSearches('q=word7', 'q=falconer');
    expect(await listCounts()).toContainEqual(['word7', 2]);
    expect((await listCounts()).some(([words]) => words === 'falconer')).toBe(false);
  });

  it('are listed for 30 days and deleted after 90', async () => {
    await sql`insert into zero_result_searches (kind, day, words, searches)
      select 'listings', (now() at time zone 'America/Los_Angeles')::date - age, 'old ' || age, 1
      from unnest('{29,30,89,90}'::int[]) as age`.execute(database.db);
    expect(await listCounts()).toEqual([['old 29', 1]]);
    await deleteOldEmptySearches(database.db);
    const { rows } = await sql<{ words: string }>`select words from zero_result_searches order by day`.execute(
      database.db,
    );
    expect(rows.map(({ words }) => words)).toEqual(['old 89', 'old 30', 'old 29']);
  });

  it('are counted by the day in Los Angeles, also when it is the next day in UTC', async () => {
    // 6 p.m. on March 7 in Los Angeles.
    const evening = await openDatabaseAt(database, '2027-03-08 02:00 UTC');
    await withTestApp({ database: { ...database, db: evening.db } }, (late) => late.get('/api/search?q=falconer'));
    expect(await listEmptySearches(evening.db, { kind: 'listings', by: 'words', limit: 1 })).toMatchObject([
      { lastDay: '2027-03-07' },
    ]);
    await evening.close();
  });

  it('are listed for the administrator', async () => {
    await runSearches('q=falconer');
    const { id } = await makeAccount(api.db, { id: 1, email: null });
    const admin = await api.signedInVisitor(id);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date());
    expect((await admin.get('/api/admin/searches')).body).toEqual([
      { words: 'falconer', place: '', count: 1, lastDay: today },
    ]);
  });
});
