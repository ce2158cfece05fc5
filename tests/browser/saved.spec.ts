import type { Page } from '@playwright/test';
import type { Listing } from '#contract/listings.ts';
import {
  createConfirmedOwner,
  createOwner,
  expectToast,
  openSection,
  signIn,
  signInAsAdmin,
  signOut,
  submitSignInForm,
} from '#tests/browser/support/accounts.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleOnDeskAndPhone,
  getJson,
  LONG,
  open,
  test,
} from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';
import { detailsOf } from '#tests/browser/support/row-names.ts';
import { selectCases } from '#tests/support/long-run.ts';

const getSaveButton = (page: Page, { title }: Pick<Listing, 'title'>) =>
  // The page of a chain has other branches, too.
  page.getByRole('button', { name: `Save ${title}`, exact: true }).first();
const rows = (page: Page) => page.getByRole('main').getByRole('link', { name: /^View Details/ });
const getSomeListings = (page: Page) => getJson<Listing[]>(page, '/api/category/nightlife/ads?limit=3&featured=false');

test.describe('Saving a listing', () => {
  // The browser logs the 409 of a search that is already saved.
  test.use({ tolerated: /status of 409/ });

  test('is toggled by its heart, also by keyboard', { tag: LONG }, async ({ page }) => {
    const [first, second] = (await getSomeListings(page)) as [Listing, Listing];
    await open(page, '/category/nightlife');
    const button = getSaveButton(page, first);
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expectToast(page, 'Saved', 'It’s saved in this browser.');
    await getSaveButton(page, second).click();
    await expectToast(page, 'Saved', 'It’s saved in this browser.');
    await expectAccessibleOnDeskAndPhone(page);

    await open(page, '/saved');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved listings');
    await expect(page.getByRole('status').filter({ hasText: '2 listings' })).toBeVisible();
    await expect(rows(page)).toHaveText([second, first].map(detailsOf));
    await expectAccessibleOnDeskAndPhone(page);

    await getSaveButton(page, second).focus();
    await page.keyboard.press(' ');
    await expect(rows(page)).toHaveText([detailsOf(first)]);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page)).toHaveText([second, first].map(detailsOf));

    for (const ad of [first, second]) await getSaveButton(page, ad).click();
    await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
    await expectAccessibleOnDeskAndPhone(page);
  });

  test('of the account: a search is saved, its email frequency is changed, and it is deleted', { tag: LONG }, async ({
    page,
  }) => {
    const owner = await createConfirmedOwner(page);
    await open(page, '/search?q=taco&near=irvine&open=now');
    await page.getByRole('button', { name: 'Save this search' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading')).toHaveText('Sign in to save this search');
    await expectAccessibleOnDeskAndPhone(page);
    await dialog.getByRole('link', { name: 'Sign In' }).click();
    await submitSignInForm(page, owner);
    await expect(page).toHaveURL('/search?q=taco&near=irvine&open=now');

    await expect(dialog.getByLabel('Name')).toHaveValue('taco near irvine');
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await expectAccessibleOnDeskAndPhone(page);
    await dialog.getByLabel('Name').fill('');
    await dialog.getByRole('button', { name: 'Save search' }).click();
    await expect(dialog).toContainText('Enter a name');
    await dialog.getByLabel('Name').fill('Tacos');
    await dialog.getByLabel('Email me new listings').selectOption('Weekly');
    await dialog.getByRole('button', { name: 'Save search' }).click();
    await expectToast(page, 'Search saved', 'Find it in your account, under Searches.');

    await page.getByRole('button', { name: 'Save this search' }).click();
    await dialog.getByRole('button', { name: 'Save search' }).click();
    await expect(dialog).toContainText('You’ve already saved this search.');

    await open(page, '/account#searches');
    const searches = page.getByRole('region', { name: 'Saved searches' });
    await expect(searches.getByRole('link', { name: 'Tacos' })).toHaveAttribute('href', '/search?q=taco&near=irvine');
    const mails = searches.getByLabel('New listings for Tacos, by email');
    await expect(mails).toHaveValue('weekly');
    await mails.selectOption('Never');
    await expectToast(page, 'Saved', 'You won’t get emails about “Tacos” anymore.');
    await page.reload();
    await expect(mails).toHaveValue('none');
    await expectAccessibleOnDeskAndPhone(page);

    await searches.getByRole('button', { name: 'Delete Tacos' }).click();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await searches.getByRole('button', { name: 'Delete Tacos' }).click();
    await dialog.getByRole('button', { name: 'Delete search' }).click();
    await expectToast(page, 'Search deleted', 'Tacos');
    await expect(searches.getByText('No saved searches yet')).toBeVisible();
  });
});

test('saved listings are synchronized between tabs, and restored on return', { tag: LONG }, async ({
  page,
  context,
}) => {
  const [first] = (await getSomeListings(page)) as [Listing];
  await open(page, '/saved');
  const other = await context.newPage();
  await open(other, `/ads/${first.id}`);
  await getSaveButton(other, first).click();
  await expect(getSaveButton(other, first)).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page)).toHaveText([detailsOf(first)]);
  await getSaveButton(page, first).click();
  await expect(getSaveButton(other, first)).toHaveAttribute('aria-pressed', 'false');
  await getSaveButton(other, first).click();
  await expect(getSaveButton(other, first)).toHaveAttribute('aria-pressed', 'true');
  await other.reload();
  await expect(getSaveButton(other, first)).toHaveAttribute('aria-pressed', 'true');
  await other.close();
});

test('listings saved in the browser move to the account on sign-in, and are removed on sign-out', async ({ page }) => {
  const [first, second, third] = (await getSomeListings(page)) as [Listing, Listing, Listing];
  const owner = await createOwner(page);
  await signIn(page, owner);
  await open(page, `/ads/${first.id}`);
  await getSaveButton(page, first).click();
  await expectToast(page, 'Saved', 'Find it under Saved.');
  await signOut(page);
  await open(page, `/ads/${first.id}`);
  await expect(getSaveButton(page, first)).toHaveAttribute('aria-pressed', 'false');

  await open(page, '/category/nightlife');
  for (const ad of [second, third]) await getSaveButton(page, ad).click();
  await expect(getSaveButton(page, third)).toHaveAttribute('aria-pressed', 'true');
  await open(page, '/auth?next=/saved');
  await submitSignInForm(page, owner);
  await expect(rows(page)).toHaveText([third, second, first].map(detailsOf));
  await expect(page.getByText('These are saved to your account')).toBeVisible();
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  await signOut(page);
  await open(page, '/saved');
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(String(first.id));
});

for (const [what, block] of selectCases(1, [
  ['keeps nothing', "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })"],
  ['holds something else', 'localStorage.setItem(\'saved-listings\', \'{"ids":["x",-1,null,{}]}\')'],
  ['is full', "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"],
] as const)) {
  test(`a browser whose storage ${what} saves in memory`, { tag: LONG }, async ({ page }) => {
    await page.addInitScript(block);
    const [first] = (await getSomeListings(page)) as [Listing];
    await open(page, '/category/nightlife');
    await getSaveButton(page, first).click();
    const holds = what === 'holds something else';
    await expectToast(
      page,
      'Saved',
      holds ? 'It’s saved in this browser' : 'Your browser can’t store it, so it’s saved until you leave.',
    );
    await expect(getSaveButton(page, first)).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Saved listings' }).click();
    await expect(rows(page)).toHaveText([detailsOf(first)]);
  });
}

test('a listing that is no longer public is shown as such, and can be removed', { tag: LONG }, async ({ page }) => {
  await signIn(page, await createOwner(page));
  const ad = await postListing(page);
  await open(page, `/ads/${ad.id}`);
  await getSaveButton(page, ad).click();
  await expectToast(page, 'Saved', 'Find it under Saved.');
  const paused = await page.request.post(`/api/user/ads/${ad.id}/pause`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(paused.ok()).toBe(true);
  await open(page, '/saved');
  await expect(page.getByText('No longer listed: a listing that you saved.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
});

test.describe('If the API fails', () => {
  test.use({ tolerated: /40\d|50\d/ });

  test('saving is reverted, with a message', async ({ page }) => {
    await signIn(page, await createOwner(page));
    const [first] = (await getSomeListings(page)) as [Listing];
    await open(page, `/ads/${first.id}`);
    await expect(getSaveButton(page, first)).toBeVisible();
    await page.route('**/api/user/saved/*', (route) => route.fulfill({ status: 503, json: { message: 'Later' } }));
    await getSaveButton(page, first).click();
    await expectToast(page, 'Couldn’t save', 'Later');
    await expect(getSaveButton(page, first)).toHaveAttribute('aria-pressed', 'false');
  });

  test('saved listings are not shown as removed', { tag: LONG }, async ({ page }) => {
    const [first] = (await getSomeListings(page)) as [Listing];
    await open(page, `/ads/${first.id}`);
    await getSaveButton(page, first).click();
    await expect(getSaveButton(page, first)).toHaveAttribute('aria-pressed', 'true');
    await page.route('**/api/ads?ids=*', (route) => route.fulfill({ status: 404, json: { message: 'No' } }));
    await open(page, '/saved');
    await expect(page.getByRole('alert')).toContainText('They’re still saved.');
    await page.unroute('**/api/ads?ids=*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page)).toHaveText([detailsOf(first)]);
  });
});

test('saving a search requires a confirmed email', { tag: LONG }, async ({ page }) => {
  await signIn(page, await createOwner(page));
  await open(page, '/search?category=nightlife');
  await page.getByRole('button', { name: 'Save this search' }).click();
  await expect(page.getByRole('dialog')).toContainText('We only send to confirmed addresses.');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Go to your account' })).toBeVisible();
  await expectAccessible(page);
});

test('the link in an email of a saved search unsubscribes from that search', { tag: LONG }, async ({ page }) => {
  await page.route('**/api/unsubscribe', (route) => route.fulfill({ json: { message: 'Done' } }));
  await open(page, `/unsubscribe?of=saved-search#token=${'x'.repeat(43)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsubscribe from emails about this saved search?');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re unsubscribed');
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to your account' })).toHaveAttribute(
    'href',
    '/account#searches',
  );
});

test.describe('Searches without results', () => {
  test('are listed for the administrator by frequency, and have an empty state', { tag: LONG }, async ({ page }) => {
    const searches = [
      { words: 'sushi burrito', place: '/city/santa-ana', count: 1234, lastDay: '2026-11-19' },
      { words: 'aikido', place: '', count: 4, lastDay: '2026-09-01' },
    ];
    await page.route('**/api/admin/searches?*', (route) => route.fulfill({ json: searches }));
    await signInAsAdmin(page);
    await open(page, '/admin');
    await openSection(page, 'Searches');
    await expect(page.getByText('Searches are anonymous and deleted after 90 days.')).toBeVisible();
    const table = page.getByRole('table', { name: /^Searches without results/ });
    const row = table.getByRole('row').filter({ hasText: 'sushi burrito' });
    await expect(row).toContainText('1,234');
    await expect(row).toContainText('November 19, 2026');
    await expect(table.getByRole('link', { name: 'sushi burrito' })).toHaveAttribute('href', '/search?q=sushi+burrito');
    await expect(row.getByRole('link', { name: 'Santa Ana' })).toHaveAttribute('href', '/city/santa-ana');
    const ofPlace = page.waitForRequest(/searches\?kind=listings.*place=%2Fcity%2Fsanta-ana/);
    await page.getByRole('combobox', { name: 'Place', exact: true }).nth(1).selectOption('Santa Ana');
    await ofPlace;
    const ofMonth = page.waitForRequest(/searches\?kind=listings.*month=20/);
    await page.getByLabel('Period').selectOption({ index: 1 });
    await ofMonth;
    await expectAccessibleOnDeskAndPhone(page);

    await page.unroute('**/api/admin/searches?*');
    await page.route('**/api/admin/searches?*', (route) => route.fulfill({ json: [] }));
    await open(page, '/admin');
    await openSection(page, 'Searches');
    await expect(page.getByText('No searches without results')).toBeVisible();
    await expectAccessibleOnDeskAndPhone(page);
  });
});
