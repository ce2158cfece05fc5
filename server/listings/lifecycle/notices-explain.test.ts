import { afterAll, expect, it } from 'vitest';
import { explain } from '../../../tests/support/explain.ts';
import { createLargeDirectory } from '../../../tests/support/large-directory.ts';
import { markDueQuery } from './notices.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

it.each([
  ['paid_ending_mailed_for', 'listings_paid_ending'],
  ['expiring_mailed_for', 'listings_expiring'],
  ['expired_mailed_for', 'listings_expired'],
] as const)('listings that are due for %s are found by their index', async (mark, index) => {
  const plan = await explain(db, markDueQuery(mark).compile(db));
  expect(plan.join('\n')).toContain(`Index Scan using ${index} on listings`);
});
