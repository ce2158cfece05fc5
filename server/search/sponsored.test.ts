import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundListing } from '#contract/search.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
api.removeNewListingsAfterEach();

const inDays = (n: number) => new Date(Date.now() + n * 86_400_000);
const find = async (query: string): Promise<{ ads: FoundListing[]; next: string }> => {
  const { status, body, headers } = await api.get(`/api/search?${query}`);
  expect(status).toBe(200);
  return { ads: body, next: /\?(.*)>/.exec(String(headers.link ?? ''))?.[1] ?? '' };
};
const titles = (ads: FoundListing[]) => ads.map(({ title }) => title);

beforeAll(async () => {
  for (let i = 0; i < 5; i++) {
    await api.createListing({
      title: `Marigold Paid ${i}`,
      level: i % 2 ? 'premium' : 'enhanced',
      created_at: inDays(-10 - i),
    });
  }
  for (let i = 0; i < 6; i++) await api.createListing({ title: `Marigold Free ${i}`, created_at: inDays(-i) });
});

describe('Sponsored listings', () => {
  it('are up to three marked results on top; all others keep their order', async () => {
    const { ads } = await find('q=marigold');
    expect(ads.map(({ sponsored }) => sponsored)).toEqual([...Array(3).fill(true), ...Array(8).fill(false)]);
    expect(titles(ads)).toEqual([
      ...[0, 1, 2].map((i) => `Marigold Paid ${i}`),
      ...[0, 1, 2, 3, 4, 5].map((i) => `Marigold Free ${i}`),
      ...[3, 4].map((i) => `Marigold Paid ${i}`),
    ]);
  });

  it('occur only once, on the first page', async () => {
    const { ads, next } = await find('q=marigold&limit=5');
    const { ads: more, next: last } = await find(next);
    const { ads: rest } = await find(last);
    expect(titles([...ads, ...more, ...rest]).sort()).toEqual(titles((await find('q=marigold')).ads).sort());
    expect([...more, ...rest].filter(({ sponsored }) => sponsored)).toEqual([]);
  });

  it('match every word in a visible field, not only in the description', async () => {
    await api.createListing({
      title: 'Oleander Nursery',
      description: 'We sell marigold plants too.',
      level: 'premium',
    });
    const { ads } = await find('q=marigold plants');
    expect(titles(ads)).toEqual(['Oleander Nursery']);
    expect(ads[0]?.sponsored).toBe(false);
    expect((await find('q=marigold free')).ads.filter(({ sponsored }) => sponsored)).toEqual([]);
  });

  it('match the area and the filters', async () => {
    await api.createListing({ title: 'Marigold Vista', zip: '92083' });
    for (const where of ['near=vista', 'place=vista', 'near=92083&within=3', 'category=pizza', 'website=true']) {
      const { ads } = await find(`q=marigold&${where}`);
      expect(ads.filter(({ sponsored }) => sponsored)).toEqual([]);
    }
  });

  it('are not sponsored after their paid term has ended', async () => {
    await api.createListing({ title: 'Lupine Past', level: 'premium', paid_until: inDays(-1) });
    const id = await api.createListing({ title: 'Lupine Present', level: 'premium', created_at: inDays(-3) });
    expect((await find('q=lupine')).ads).toMatchObject([
      { title: 'Lupine Present', sponsored: true },
      { title: 'Lupine Past', sponsored: false },
    ]);
    // Changed only in the index, because no row is written when a term ends.
    await sql`update listing_search set paid_until = now() - interval '1 second' where listing_id = ${id}`.execute(
      api.db,
    );
    expect((await find('q=lupine')).ads.filter(({ sponsored }) => sponsored)).toEqual([]);
  });

  it('do not exist in other sort orders', async () => {
    for (const sort of ['newest', 'name', 'nearest']) {
      const { ads } = await find(`q=marigold&near=irvine&sort=${sort}`);
      expect(ads.filter(({ sponsored }) => sponsored)).toEqual([]);
    }
    expect(titles((await find('q=marigold&sort=newest')).ads)[0]).toMatch(/Vista|Free/);
  });
});
