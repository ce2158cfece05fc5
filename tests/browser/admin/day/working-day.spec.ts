import { expect, LONG, test } from '../../support/fixtures.ts';
import { LISTING_TASKS } from './listings.ts';
import { MONEY_TASKS } from './money.ts';
import { PEOPLE_TASKS } from './people.ts';
import { SITE_TASKS } from './site.ts';
import { Day, readTaskTable } from './task.ts';
import { WAITING_TASKS } from './waiting.ts';

const TASKS = { ...LISTING_TASKS, ...WAITING_TASKS, ...PEOPLE_TASKS, ...MONEY_TASKS, ...SITE_TASKS };
const MAX_CLICKS = 6;
const rows = readTaskTable();

// Each task has a row in docs/operations.md, and each row a task.
expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(TASKS).toSorted());

for (const [n, { name, clicks }] of rows.entries()) {
  // Other tests do the most frequent of them with more care.
  test(`${name}, in ${clicks} clicks`, { tag: n % 10 === 1 ? [] : LONG }, async ({ page, otherPage }) => {
    const day = new Day(page, otherPage);
    await TASKS[name]?.(day);
    expect(day.clicks).toBe(clicks);
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  });
}
