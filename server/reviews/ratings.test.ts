import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_KEYS, invalidate } from '#server/platform/db/invalidate.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeReview } from '#tests/fixtures/conversation-factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

beforeEach(async () => {
  for (const table of ['reviews', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  await invalidate(db, [ALL_KEYS]);
});

/** A listing with reviews that are shown, of these stars. */
async function rated(stars: number[], overrides: object = {}) {
  const { id } = await makeListing(db, { place: 'irvine', ...overrides });
  for (const n of stars) await makeReview(db, { listing_id: id, stars: n, status: 'shown' });
  return id;
}
const get = async (path: string) => {
  await api.awaitInvalidations();
  return (await api.visitor().get(path)).body;
};
const ids = async (path: string) => (await get(path)).map(({ id }: { id: number }) => id);
const times = (count: number, stars: number) => Array.from({ length: count }, () => stars);

describe('the stars of a row', () => {
  it('are the mean of three reviews or more, in lists and on the page', async () => {
    const [two, three] = [await rated([5, 5]), await rated([5, 4, 4])];
    const rows = await get('/api/city/irvine/ads');
    expect(rows.map(({ id, rating }: { id: number; rating: unknown }) => [id, rating])).toEqual([
      [three, { average: 4.3, count: 3 }],
      [two, null],
    ]);
    expect((await get(`/api/ads/${three}`)).rating).toEqual({ average: 4.3, count: 3 });
  });

  it('change in lists that are cached when a review is shown or withheld', async () => {
    const id = await rated([5, 5]);
    const review = await makeReview(db, { listing_id: id, stars: 2 });
    expect((await get('/api/city/irvine/ads'))[0].rating).toBeNull();
    const staff = await api.signedInVisitor(1);
    await staff.post(`/api/admin/reviews/${review.id}/show`);
    expect((await get('/api/city/irvine/ads'))[0].rating).toEqual({ average: 4, count: 3 });
    await db
      .updateTable('reviews')
      .set({ reported_at: new Date(), report_rule: 'off-topic' })
      .where('id', '=', review.id)
      .execute();
    await staff.post(`/api/admin/reviews/${review.id}/withhold`, { rule: 'off-topic', reason: 'Another shop.' });
    expect((await get('/api/city/irvine/ads'))[0].rating).toBeNull();
  });
});

describe('a search by stars', () => {
  it('finds four stars on average and more', async () => {
    await rated([4, 4, 3]);
    await rated([5, 5]);
    const rounded = await rated([...times(19, 4), 3]);
    const five = await rated([5, 5, 5]);
    expect((await ids('/api/search?stars=4')).toSorted()).toEqual([rounded, five].toSorted());
    await db.deleteFrom('reviews').where('listing_id', '=', five).execute();
    expect(await ids('/api/search?stars=4&limit=19')).toEqual([rounded]);
  });

  it('orders by what the mean is at least, so that three ratings of five do not beat sixty of 4.9', async () => {
    const none = await rated([]);
    const few = await rated([5, 5, 5]);
    const many = await rated([...times(54, 5), ...times(6, 4)]);
    const poor = await rated(times(10, 2));
    expect(await ids('/api/search?place=irvine&sort=rating')).toEqual([many, few, poor, none]);
    expect(await ids('/api/search?sort=rating&limit=19')).toEqual([many, few, poor, none]);
  });

  it.each([
    [[0, 0, 0, 0, 2], 0],
    // Three ratings of five with one of each beside them: a mean of 3.75 and a variance of 2.1875, over 9.
    [[0, 0, 0, 0, 3], 3.75 - 1.65 * Math.sqrt(2.1875 / 9)],
    [[1, 2, 3, 4, 5], 3.5 - 1.65 * Math.sqrt(1.75 / 21)],
  ])('the lower bound of %j is %d', async (counts, bound) => {
    const { rows } = await sql<{ bound: number }>`select rating_lower_bound(${sql.join(counts)}) as bound`.execute(db);
    expect(rows[0]?.bound).toBeCloseTo(bound, 5);
  });
});
