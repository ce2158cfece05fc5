import type { Page } from '@playwright/test';
import type { HoursFeed } from '#contract/hours/hours-feeds.ts';
import { createOwner, expectToast, signIn } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, open, test } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';

test.use({ tolerated: /status of 400/ });

const URL = 'https://calendar.example/hours.ics';
const FEED: HoursFeed = {
  ...{
    url: URL,
    enabled: false,
    error: null,
    checkedAt: '2026-12-01T10:00:00.000Z',
    readAt: '2026-12-01T10:00:00.000Z',
  },
  found: {
    ...{ format: 'calendar', hours: null },
    specialHours: [{ on: '2027-12-24', hours: 'closed' }],
    skipped: [{ date: '2027-12-18', title: 'Staff party', reason: 'unclear' }],
    result: { hours: null, specialHours: [{ on: '2027-12-24', hours: 'closed' }] },
  },
};

/** Answers as the API does when the address can be read: tests reach no other sites. */
async function answerAsRead(page: Page) {
  let feed: HoursFeed | null = null;
  await page.route('**/api/user/ads/*/hours-feed**', async (route) => {
    const method = route.request().method();
    if (method === 'PUT') feed = FEED;
    else if (method === 'DELETE') feed = null;
    else if (feed && route.request().url().endsWith('/turn-on')) feed = { ...feed, enabled: true };
    else if (feed && method === 'POST') feed = { ...feed, error: 'The website didn’t answer in time.' };
    await route.fulfill({ json: { feed } });
  });
}

const readHours = async (page: Page, url: string) => {
  await page.getByLabel('Address of the calendar or JSON').fill(url);
  await page.getByRole('button', { name: 'Read hours' }).click();
};

test('An owner sees what was read before the listing follows an address, and errors with their reason', async ({
  page,
}) => {
  await signIn(page, await createOwner(page));
  const ad = await postListing(page);
  await open(page, `/account/ads/${ad.id}/edit#hours-feed`);
  await readHours(page, 'http://calendar.example/');
  await expect(page.getByText('Enter an address that begins with https:// or webcal://').first()).toBeVisible();
  await expectAccessible(page);

  await answerAsRead(page);
  await readHours(page, 'webcal://calendar.example/hours.ics');
  const read = page.getByRole('region', { name: 'What we read' });
  await expect(read).toContainText('Nothing has changed on your listing yet.');
  await expect(read).toContainText('Fri, Dec 24, 2027Closed');
  await expect(read).toContainText('Staff partyits title says neither “Closed” nor “Open”');
  await expectAccessible(page);
  // By keyboard: the focus is before the buttons.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Use these hours' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Hours turned on', 'We read them every day from now on.');
  await expect(page.getByText('On. We read this address every day.')).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'didn’t answer in time' })).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByLabel('Address of the calendar or JSON')).toHaveValue('');
});
