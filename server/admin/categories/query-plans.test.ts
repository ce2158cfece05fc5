import { afterAll, expect, it } from 'vitest';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory } from '#tests/support/large-directory.ts';
import { nextListingsQuery } from './changes.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

it('the next listings of a category that follow its change are read from two indexes, without the others', async () => {
  const { category_id } = await db
    .selectFrom('listings')
    .select('category_id')
    .groupBy('category_id')
    .orderBy((rows) => rows.fn.countAll(), 'desc')
    .executeTakeFirstOrThrow();
  const plan = (await explain(db, nextListingsQuery({ category_id, last_id: 0 }).compile(db))).join('\n');
  expect(plan).toContain('listings_in_category');
  expect(plan).toContain('listings_more_categories');
  expect(plan).not.toMatch(/Seq Scan/);
});
