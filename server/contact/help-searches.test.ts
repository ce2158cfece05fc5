import { afterAll, beforeEach, expect, it } from 'vitest';
import { listEmptySearches } from '#server/search/empty-searches.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const database = await createTestDatabase();
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.deleteFrom('zero_result_searches').execute();
});

/** Sends searches to a new process and closes it, which writes the pending counts. */
async function report(searches: unknown[], userAgent = FIREFOX) {
  const api = await createTestApi({ database });
  const visitor = api.visitor();
  const responses = [];
  for (const words of searches) {
    responses.push(await visitor.send('POST', '/api/help/searches', { words }, { 'user-agent': userAgent }));
  }
  await api.close();
  return responses.map(({ status }) => status);
}
const listCounts = async (kind: 'help' | 'listings' = 'help') =>
  (await listEmptySearches(database.db, { kind, by: 'words', limit: 100 })).map(({ words, count }) => [words, count]);

it('searches of the help without an answer are counted by their normalized words, apart from those of listings', async () => {
  expect(await report(['Gift cards?', 'gift  CARDS', 'Tarjetas de regalo', 'can’t pay in yen'])).toEqual([
    204, 204, 204, 204,
  ]);
  expect(await listCounts()).toEqual([
    ['gift cards', 2],
    ['cant pay in yen', 1],
    ['tarjetas de regalo', 1],
  ]);
  expect(await listCounts('listings')).toEqual([]);
});

it('neither bots nor what may be personal is counted', async () => {
  await report(['gift cards'], 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
  await report(['change ana@mail.example', 'call 949-555-0100', '?!']);
  expect(await listCounts()).toEqual([]);
});

it.each(['', '   ', 'a'.repeat(101), 7, null, ['a']])('the words %j are refused', async (words) => {
  expect(await report([words])).toEqual([400]);
});

it('an address reports 30 an hour at most', async () => {
  const statuses = await report(Array.from({ length: 31 }, (_, index) => `question ${index}`));
  expect(statuses.slice(0, 30)).toEqual(Array(30).fill(204));
  expect(statuses[30]).toBe(429);
});

it('the administrator sees them by their kind', async () => {
  await report(['gift cards']);
  const api = await createTestApi({ database });
  const { id } = await makeAccount(api.db, { id: 1, email: null });
  const admin = await api.signedInVisitor(id);
  expect((await admin.get('/api/admin/searches?kind=help')).body).toMatchObject([{ words: 'gift cards', count: 1 }]);
  expect((await admin.get('/api/admin/searches')).body).toEqual([]);
  expect((await admin.get('/api/admin/searches?kind=pages')).status).toBe(400);
  await api.close();
});
