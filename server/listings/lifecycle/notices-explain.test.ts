import { afterAll, expect, it } from 'vitest';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory } from '#tests/support/large-directory.ts';
import { markDueQuery } from './notices.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

it.each([
  ['paid_ending_mailed_for', /Index Scan using listings_paid_ending on listings/],
  // Both contain the listings of seven days, and the planner takes either where nothing was mailed yet.
  ['expiring_mailed_for', /Index Scan using listings_(expiring|expires_at_idx) on listings/],
  ['expired_mailed_for', /Index Scan using listings_(expired|expires_at_idx) on listings/],
] as const)('listings that are due for %s are found by their index', async (mark, index) => {
  const plan = await explain(db, markDueQuery(mark).compile(db));
  expect(plan.join('\n')).toMatch(index);
});
