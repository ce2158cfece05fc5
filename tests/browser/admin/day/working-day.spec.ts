import { expect, LONG, test } from '#tests/browser/support/fixtures.ts';
import { selectEveryNth } from '#tests/support/long-run.ts';
import { LISTING_TASKS } from './listings.ts';
import { MONEY_TASKS } from './money.ts';
import { PEOPLE_TASKS } from './people.ts';
import { SITE_TASKS } from './site.ts';
import { Day, readTaskTable } from './task.ts';
import { WAITING_TASKS } from './waiting.ts';

const TASKS = { ...LISTING_TASKS, ...WAITING_TASKS, ...PEOPLE_TASKS, ...MONEY_TASKS, ...SITE_TASKS };
const MAX_CLICKS = 6;
/** The task of the usual run. Other tests do most of the others with more care. */
const USUAL_TASKS = new Set(selectEveryNth(2, ['Find a listing by its number', 'Export the listings of a search']));
const rows = readTaskTable();

// Each task has a row in docs/operations.md, and each row a task.
expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(TASKS).toSorted());

for (const { name, clicks } of rows) {
  test(`${name}, in ${clicks} clicks`, { tag: USUAL_TASKS.has(name) ? [] : LONG }, async ({ page, otherPage }) => {
    const day = new Day(page, otherPage);
    await TASKS[name]?.(day);
    expect(day.clicks).toBe(clicks);
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  });
}
