import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/seed/factories.ts';
import { createTestApi } from '../../tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { deleteOldEmptySearches, listEmptySearches } from './empty-searches.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

/** Asks a program for searches, and closes it: what it counted is written then. */
async function ask(...queries: string[]) {
  const api = await createTestApi({ database });
  for (const query of queries) await api.get(`/api/search?${query}`);
  await api.close();
}
const counted = async () =>
  (await listEmptySearches(database.db, { limit: 100 })).map(({ words, count }) => [words, count]);

describe('Searches without results', () => {
  it('are counted by words, however they are written and wherever they were looked for', async () => {
    await ask(
      'q=Glass Blower',
      'q=glass  blower!',
      'q=glass blower near irvine',
      'q=falconer',
      'q=glass blower&place=irvine',
    );
    expect(await counted()).toEqual([
      ['glass blower', 4],
      ['falconer', 1],
    ]);
    await ask('q=falconer');
    expect(await counted()).toContainEqual(['falconer', 2]);
  });

  it('are only those without results: not where a spelling was mended, nor further pages', async () => {
    const api = await createTestApi({ database });
    await api.createListing({ title: 'Golden Hour Plumbing' });
    await api.get('/api/search?q=golden');
    await api.get('/api/search?q=goldne');
    await api.get('/api/search?category=pizza');
    await api.close();
    expect(await counted()).toEqual([]);
  });

  it('tell nothing of who asked: no number that could be somebody’s, and no column for it', async () => {
    await ask('q=falconer', `q=${encodeURIComponent('(949) 555-0100')}`, 'q=4111111111111111');
    const { rows } = await sql<object>`select * from empty_searches`.execute(database.db);
    expect(rows).toEqual([{ day: expect.anything(), words: 'falconer', searches: 1 }]);
  });

  it('are bounded: no more than so many words of a day', async () => {
    await sql`insert into empty_searches (day, words, searches)
      select (now() at time zone 'America/Los_Angeles')::date, 'word' || i, 1 from generate_series(1, 5000) as i`.execute(
      database.db,
    );
    await ask('q=word7', 'q=falconer');
    expect(await counted()).toContainEqual(['word7', 2]);
    expect((await counted()).some(([words]) => words === 'falconer')).toBe(false);
  });

  it('are listed for 30 days and forgotten after 90', async () => {
    await sql`insert into empty_searches (day, words, searches)
      select (now() at time zone 'America/Los_Angeles')::date - age, 'old ' || age, 1
      from unnest('{29,30,89,90}'::int[]) as age`.execute(database.db);
    expect(await counted()).toEqual([['old 29', 1]]);
    await deleteOldEmptySearches(database.db);
    const { rows } = await sql<{ words: string }>`select words from empty_searches order by day`.execute(database.db);
    expect(rows.map(({ words }) => words)).toEqual(['old 89', 'old 30', 'old 29']);
  });

  it('are for the administrator', async () => {
    await ask('q=falconer');
    const api = await createTestApi({ database });
    const { id } = await makeAccount(api.db, { id: 1, email: null });
    const admin = await api.signedInVisitor(id);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date());
    expect((await admin.get('/api/admin/searches')).body).toEqual([{ words: 'falconer', count: 1, lastDay: today }]);
    await api.close();
  });
});
