import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { deleteOldFoundSearches } from './found-searches.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);
const editor = await api.signedInVisitor((await makeStaff(db, 'editor')).id);
await api.createListing({ title: 'Xanadu Falconry', city: 'Irvine', zip: '92614' });
await api.createListing({ title: 'Xanadu Towers', city: 'Irvine', zip: '92614' });
await api.createListing({ title: 'Xanadu Nine', city: 'Irvine', zip: '92614' });
beforeEach(() => db.deleteFrom('found_searches').execute());

/** Sends searches as different visitors do, whom no cached response answers. */
async function runSearches(...queries: string[]) {
  for (const query of queries) {
    await api.invalidateAll();
    await api.get(`/api/search?${query}`);
  }
  await api.flush();
}
const list = async (query = '') => (await editor.get(`/api/admin/found-searches?${query}`)).body;
const add = (month: string, words: string, searches: number, place = '') =>
  sql`insert into found_searches values (${`${month}-03`}::date, ${words}, ${place}, ${searches})`.execute(db);

describe('Searches with results', () => {
  it('are counted by words and place, from the fifth in a month on', async () => {
    await runSearches(...Array<string>(4).fill('q=Xanadu'), ...Array<string>(5).fill('q=xanadu!&place=irvine'));
    expect(await list()).toEqual([{ words: 'xanadu', place: '/city/irvine', count: 5 }]);
    expect(await list('place=/city/irvine&by=words')).toEqual([{ words: 'xanadu', place: '', count: 5 }]);
    expect(await list('place=/city/tustin')).toEqual([]);
    expect(await list('by=words')).toEqual([{ words: 'xanadu', place: '', count: 9 }]);
    expect(await list('by=place')).toEqual([{ words: '', place: '/city/irvine', count: 5 }]);
    await runSearches('q=xanadu');
    expect(await list()).toEqual([
      { words: 'xanadu', place: '', count: 5 },
      { words: 'xanadu', place: '/city/irvine', count: 5 },
    ]);
  });

  it('do not include searches in vain, without words, with long numbers, or further pages', async () => {
    const more = (await api.get('/api/search?q=xanadu&limit=1')).headers.link;
    const cursor = /cursor=([^&>]+)/.exec(String(more))?.[1];
    expect(cursor).toBeDefined();
    await db.deleteFrom('found_searches').execute();
    const queries = ['q=quidditch', 'q=', 'place=irvine', `q=xanadu&limit=1&cursor=${cursor}`, 'q=xanadu 9495550147'];
    await runSearches(...queries);
    const rows = await db.selectFrom('found_searches').select('words').where('words', '<>', 'xanadu').execute();
    expect(rows).toEqual([]);
  });

  it('are kept by month', async () => {
    await add('2025-03', 'plumber', 9, '/city/irvine');
    await sql`insert into found_searches values ('2025-03-31', 'plumber', '/city/irvine', 3), ('2025-04-01', 'plumber', '/city/irvine', 1)`.execute(
      db,
    );
    await add('2025-03', 'sushi', 3);
    expect(await list()).toEqual([]);
    expect(await list('month=2025-03')).toEqual([{ words: 'plumber', place: '/city/irvine', count: 12 }]);
  });

  it.each(['month=2025-13', 'month=25-01', 'month=2025-01-01', 'by=visitor', 'limit=1000', 'place=irvine'])(
    'are refused for %s',
    async (query) => {
      expect((await editor.get(`/api/admin/found-searches?${query}`)).status).toBe(400);
    },
  );

  it('that were rare are deleted when the month is over, and all after 400 days', async () => {
    const months = async () => {
      const { rows } = await sql<{ month: string; words: string }>`
        select to_char(day, 'YYYY-MM') as month, words from found_searches order by 1, 2`.execute(db);
      return rows.map(({ month, words }) => `${month} ${words}`);
    };
    const ago = async (count: number) => {
      const { rows } = await sql<{ month: string }>`
        select to_char(date_trunc('month', now() at time zone 'America/Los_Angeles') - make_interval(months => ${count}), 'YYYY-MM') as month`.execute(
        db,
      );
      return rows[0]?.month ?? '';
    };
    const [current, last, kept, old] = [await ago(0), await ago(1), await ago(12), await ago(14)];
    await add(current, 'rare', 1);
    await add(last, 'rare', 1);
    await add(last, 'spread', 3, '/city/irvine');
    await add(last, 'spread', 2);
    await add(kept, 'frequent', 5);
    await add(old, 'frequent', 5);
    await deleteOldFoundSearches(db);
    expect(await months()).toEqual([`${kept} frequent`, `${last} spread`, `${last} spread`, `${current} rare`]);
  });
});
