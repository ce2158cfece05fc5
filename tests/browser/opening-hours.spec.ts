import type { Page } from '@playwright/test';
import type { ListingPage } from '#contract/listings.ts';
import type { FoundListing, SearchSummary } from '#contract/search.ts';
import { createOwner, signIn } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { openWithFonts } from '#tests/browser/support/layout-shift.ts';
import { toggleSection } from '#tests/browser/support/listing-form.ts';
import { postListing } from '#tests/browser/support/listings.ts';
import { selectCases } from '#tests/support/long-run.ts';

const WEEKDAY = [{ opens: '09:00', closes: '17:00' }];
const HOURS: ListingPage['hours'] = {
  monday: WEEKDAY,
  tuesday: WEEKDAY,
  wednesday: WEEKDAY,
  thursday: WEEKDAY,
  friday: [{ opens: '18:00', closes: '02:00' }],
  saturday: 'closed',
  sunday: null,
};

const main = (page: Page) => page.getByRole('main');

/** Posts a listing with these hours from another account. */
async function postListingWithHours(page: Page, hours = HOURS) {
  await signIn(page, await createOwner(page));
  const ad = await postListing(page, { hours: hours ?? undefined, holidayNote: 'Closed on Thanksgiving' });
  await page.context().clearCookies();
  return `/ads/${ad.id}`;
}

test.describe('The opening state', () => {
  test('is added in the browser without layout shift, because pages do not depend on the time, and depends on the time', async ({
    page,
    request,
  }) => {
    const path = await postListingWithHours(page);
    expect(await (await request.get(path)).text()).not.toMatch(/Open now|Closed ·/);
    await page.clock.setFixedTime('2026-11-16T10:30:00-08:00');
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) document.documentElement.dataset.shift = String(shift.startTime);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openWithFonts(page, path);
    await expect(main(page).getByText('Open now · closes at 5 PM')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.dataset.shift)).toBeUndefined();
    await expectAccessible(page);

    // `web/opening-hours/opening-text.test.ts` has the texts of all states.
    for (const [at, words] of selectCases(2, [
      ['2026-11-21T01:00:00-08:00', 'Open now · closes at 2 AM'],
      ['2026-11-25T19:00:00-08:00', 'Closed · tomorrow is a holiday'],
      ['2026-11-16T08:00:00-08:00', 'Closed · opens at 9 AM'],
      ['2026-11-16T20:00:00-08:00', 'Closed · opens at 9 AM tomorrow'],
      ['2026-11-26T12:00:00-08:00', 'Holiday today: hours may differ'],
    ] as const)) {
      await page.clock.setFixedTime(at);
      await open(page, path);
      await expect(main(page).getByText(words, { exact: true })).toBeVisible();
    }
    // There is no entry for Sundays.
    await page.clock.setFixedTime('2026-11-22T12:00:00-08:00');
    await open(page, path);
    await expect(main(page).getByRole('heading', { name: 'Hours' })).toBeVisible();
    await expect(main(page).getByText(/Open now|Closed ·|Closed now/)).toHaveCount(0);
  });

  test('is computed in the time zone of Los Angeles, wherever the visitor is', { tag: LONG }, async ({
    browser,
    page,
    baseURL,
  }) => {
    const path = await postListingWithHours(page);
    const context = await browser.newContext({ timezoneId: 'Asia/Tokyo', baseURL });
    const abroad = await context.newPage();
    await abroad.clock.setFixedTime('2026-11-16T10:30:00-08:00');
    await open(abroad, path);
    await expect(main(abroad).getByText('Open now · closes at 5 PM')).toBeVisible();
    await context.close();
  });

  test('is updated while the page is visible, and when it becomes visible again', { tag: LONG }, async ({ page }) => {
    const path = await postListingWithHours(page);
    await page.clock.install({ time: '2026-11-16T16:58:30-08:00' });
    await open(page, path);
    await expect(main(page).getByText('Open now · closes at 5 PM')).toBeVisible();
    await page.clock.runFor(95_000);
    await expect(main(page).getByText('Closed · opens at 9 AM tomorrow')).toBeVisible();

    await setHidden(page, true);
    await page.clock.runFor('16:30:00');
    await expect(main(page).getByText('Closed · opens at 9 AM tomorrow')).toBeVisible();
    await setHidden(page, false);
    await expect(main(page).getByText('Open now · closes at 5 PM')).toBeVisible();
  });
});

test('special hours are listed by date, and decide whether the business is open', { tag: LONG }, async ({ page }) => {
  await signIn(page, await createOwner(page));
  const specialHours = [
    { on: 'thanksgiving', hours: 'closed' as const },
    { on: '12-31', hours: [{ opens: '20:00', closes: '02:00' }] },
  ];
  const { id } = await postListing(page, { hours: HOURS, specialHours });
  await page.context().clearCookies();
  await page.clock.setFixedTime('2026-11-26T12:00:00-08:00');
  await open(page, `/ads/${id}`);
  await expect(main(page).getByText('Closed · opens at 6 PM tomorrow', { exact: true })).toBeVisible();
  await expect(main(page).getByText('Thanksgiving Day', { exact: true })).toBeVisible();
  await expect(main(page).getByText('8:00 PM – 2:00 AM')).toBeVisible();
  await page.clock.setFixedTime('2027-01-01T01:00:00-08:00');
  await open(page, `/ads/${id}`);
  await expect(main(page).getByText('Open now · closes at 2 AM', { exact: true })).toBeVisible();
});

test('an owner closes temporarily, and visitors read until when', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-30T10:00:00-08:00');
  await signIn(page, await createOwner(page));
  const { id } = await postListing(page, { hours: HOURS });
  await open(page, `/account/ads/${id}/edit`);
  await toggleSection(page, 'Opening hours');
  await page.getByRole('button', { name: 'Close temporarily' }).press('Enter');
  await page.getByLabel('First day closed').fill('2026-12-01');
  await page.getByLabel('Open again on').fill('2026-12-12');
  await page.getByRole('checkbox', { name: 'We’re on vacation' }).press('Space');
  await expectAccessible(page);
  // Removing what was filled in asks first.
  await page.getByRole('button', { name: 'Remove these days' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).press('Enter');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved', { exact: true })).toBeVisible();

  await page.clock.setFixedTime('2026-12-05T12:00:00-08:00');
  await open(page, `/ads/${id}`);
  await expect(main(page).getByText('Closed for vacation until December 12', { exact: true })).toBeVisible();
  await expect(main(page).getByText('Tue, Dec 1 – Fri, Dec 11')).toBeVisible();
  await expectAccessible(page);
  await open(page, `/es/ads/${id}`);
  await expect(main(page).getByText('Cerrado por vacaciones hasta el 12 de diciembre', { exact: true })).toBeVisible();
  await page.clock.setFixedTime('2026-12-14T12:00:00-08:00');
  await open(page, `/ads/${id}`);
  await expect(main(page).getByText('Open now · closes at 5 PM')).toBeVisible();
});

test('an owner who sees customers by appointment gives no hours', { tag: LONG }, async ({ page }) => {
  await signIn(page, await createOwner(page));
  const { id } = await postListing(page, { hours: HOURS });
  await open(page, `/account/ads/${id}/edit`);
  await toggleSection(page, 'Opening hours');
  const toggle = page.getByRole('switch', { name: 'By appointment only' });
  await toggle.press('Space');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).press('Enter');
  await expect(toggle).not.toBeChecked();
  await toggle.press('Space');
  await page.getByRole('dialog').getByRole('button', { name: 'By appointment only' }).press('Enter');
  await expect(toggle).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved', { exact: true })).toBeVisible();
  await open(page, `/ads/${id}`);
  await expect(main(page).getByText('By appointment: call first', { exact: true })).toBeVisible();
});

test('result rows have the opening state, except without hours', { tag: LONG }, async ({ page }) => {
  const ads = await getJson<FoundListing[]>(page, '/api/search?q=market&limit=2');
  const about = await getJson<SearchSummary>(page, '/api/search/about?q=market');
  await page.route('**/api/search?*', (route) =>
    route.fulfill({ json: ads.map((ad, index) => ({ ...ad, hours: index === 0 ? HOURS : null, specialHours: [] })) }),
  );
  await page.route('**/api/search/about?*', (route) => route.fulfill({ json: about }));
  await page.clock.setFixedTime('2026-11-16T10:30:00-08:00');
  await open(page, '/browse');
  const box = page.getByRole('search', { name: 'Search the directory' });
  await box.getByLabel('What').fill('market');
  await page.keyboard.press('Enter');
  const rows = page.getByRole('region', { name: 'Results', exact: true }).getByRole('listitem');
  await expect(rows.first()).toContainText('Open till 5 PM');
  await expect(rows.nth(1)).not.toContainText(/Open till|Opens/);
  await expectAccessible(page);
});

async function setHidden(page: Page, isHidden: boolean) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}
