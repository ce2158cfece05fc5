import { afterAll, expect, it } from 'vitest';
import { explain } from '#tests/support/explain.ts';
import { createLargeDirectory } from '#tests/support/large-directory.ts';
import { markOwnersQuery } from './shown-emails.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

it('owners whose listings show an email that nobody chose to show are found by the index of owned listings', async () => {
  const plan = await explain(db, markOwnersQuery().compile(db));
  expect(plan.join('\n')).toMatch(/Index Scan using listings_owned on listings/);
});
