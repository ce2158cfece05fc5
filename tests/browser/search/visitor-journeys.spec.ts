// What visitors come for, on a phone, each to its goal: as journeys.spec.ts, and with its taps counted.
import type { Page } from '@playwright/test';
import type { Category } from '#contract/categories.ts';
import type { Listing } from '#contract/listings.ts';
import {
  createConfirmedOwner,
  expectToast,
  post,
  signIn,
  uniqueUsername,
  waitForEmailLink,
  withRandomIpAddress,
} from '#tests/browser/support/accounts.ts';
import { expect, getJson, open, test } from '#tests/browser/support/fixtures.ts';
import { findUnclaimedListing, postListing } from '#tests/browser/support/listings.ts';
import { journey, type Taps } from '#tests/browser/support/taps.ts';

// Messages, requests and suggestions are limited by network.
test.use({ ...withRandomIpAddress, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const main = (page: Page) => page.getByRole('main');
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const rows = (page: Page) => link(page, /^View Details/);

/** One tap: types a search on the home page, and taps Search. */
async function search(page: Page, taps: Taps, what: string, where = '') {
  await open(page, '/');
  const box = main(page).getByRole('search');
  await box.getByLabel('What').fill(what);
  await box.getByLabel('Where').fill(where);
  await page.keyboard.press('Escape');
  await taps.on(box.getByRole('button', { name: 'Search' }));
  await expect(page).toHaveURL(/\/search\?/);
}

/** Two taps. */
async function openFromMenu(page: Page, taps: Taps, name: string) {
  await taps.on(button(page, 'Menu'));
  await taps.on(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name }));
}

journey('get directions to a grocery store near a ZIP code', 2, async (page, taps) => {
  await search(page, taps, 'grocery store', '92614');
  await taps.out(link(page, /^Directions/).first(), /^https:\/\/www\.google\.com\/maps/);
});

journey('read about a brewery near a city', 2, async (page, taps) => {
  await search(page, taps, 'brewery', 'San Diego');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('“brewery” near San Diego');
  const title = await main(page).getByRole('heading', { level: 3 }).first().textContent();
  await taps.on(rows(page).first());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
});

journey('see breweries on the map', 2, async (page, taps) => {
  await search(page, taps, 'brewery', 'San Diego');
  await taps.on(link(page, 'Map'));
  await expect(page).toHaveURL(/view=map/);
  await expect(page.getByRole('region', { name: 'Map' })).toBeInViewport();
});

journey('see more results of a search', 2, async (page, taps) => {
  await search(page, taps, 'brewery', 'San Diego');
  const count = await rows(page).count();
  await taps.on(link(page, 'More results'));
  await expect.poll(() => rows(page).count()).toBeGreaterThan(count);
});

journey('order a search by name', 3, async (page, taps) => {
  await search(page, taps, 'brewery', 'San Diego');
  await taps.choose(main(page).getByLabel('Sort by').last(), 'Name, A to Z');
  await expect(page).toHaveURL(/sort=name/);
});

journey('go on where nothing was found', 2, async (page, taps) => {
  await search(page, taps, 'xyzzyqwort', 'Irvine');
  await expect(main(page).getByText('No exact matches')).toBeVisible();
  await taps.on(link(page, 'All kinds of business'));
  await expect(page).toHaveURL('/browse');
});

journey('find others like a business', 1, async (page, taps) => {
  const { id } = await findUnclaimedListing(page);
  await open(page, `/ads/${id}`);
  await taps.on(page.getByRole('region', { name: 'More like this nearby' }).getByRole('link').first());
  await expect(page).not.toHaveURL(`/ads/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

journey('call a business that has not joined, which no button offers to write to', 1, async (page, taps) => {
  const { id, businessName } = await findUnclaimedListing(page, ({ tel }) => tel !== null);
  await open(page, `/ads/${id}`);
  const actions = page.getByRole('navigation', { name: `Contact ${businessName}` });
  await expect(actions.getByRole('button', { name: 'Message' })).toHaveCount(0);
  await taps.out(actions.getByRole('link', { name: 'Call' }), /^tel:/);
});

journey('share a business', 1, async (page, taps) => {
  const { id, businessName } = await findUnclaimedListing(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
  await open(page, `/ads/${id}`);
  await taps.on(
    page.getByRole('navigation', { name: `Contact ${businessName}` }).getByRole('button', { name: 'Share' }),
  );
  await expectToast(page, 'Link copied', '');
});

journey('suggest the right phone number', 2, async (page, taps) => {
  const { id } = await findUnclaimedListing(page);
  await open(page, `/ads/${id}`);
  await taps.on(button(page, 'Suggest an edit'));
  const dialog = page.getByRole('dialog', { name: 'Suggest an edit' });
  await dialog.getByLabel('What’s wrong?').selectOption('The phone number is wrong');
  await dialog.getByLabel('The right phone number').fill('(949) 555-0147');
  await taps.on(dialog.getByRole('button', { name: 'Send suggestion' }));
  await expectToast(page, 'Suggestion sent', 'Thank you for keeping this listing up to date.');
});

journey('write to a business', 2, async (page, taps) => {
  await signIn(page, await createConfirmedOwner(page));
  const ad = await postListing(page);
  await page.context().clearCookies();
  await open(page, `/ads/${ad.id}`);
  await taps.on(button(page, 'Message'));
  const dialog = page.getByRole('dialog', { name: `Message ${ad.businessName}` });
  await dialog.getByLabel('Your name').fill('Maria Lopez');
  await dialog.getByLabel('Your email').fill(`${uniqueUsername()}@mail.example`);
  await dialog.getByLabel('Message').fill('Could you come on Thursday?');
  await taps.on(dialog.getByRole('button', { name: 'Send message' }));
  await expect(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible();
});

journey('ask movers for quotes', 9, async (page, taps) => {
  await signIn(page, await createConfirmedOwner(page));
  const movers = (await getJson<Category[]>(page, '/api/categories')).find(({ slug }) => slug === 'movers');
  const name = `Movers ${uniqueUsername()}`;
  await postListing(page, { businessName: name, title: name, categoryId: String(movers?.id) });
  await page.context().clearCookies();
  await open(page, '/');
  await openFromMenu(page, taps, 'Get quotes');
  await taps.choose(page.getByLabel('Who do you need?'), 'Movers');
  await page.getByLabel('Where?').fill('Irvine');
  await taps.on(button(page, 'Find businesses'));
  const form = page.getByRole('region', { name: 'Your request' });
  await taps.on(form.getByRole('checkbox', { name }));
  await taps.choose(form.getByLabel('When?'), 'Within a month');
  await form.getByLabel('Describe the job').fill('Two rooms with a piano, from the second floor.');
  await form.getByLabel('Your name').fill('Maria Lopez');
  await form.getByLabel('Your email').fill(`${uniqueUsername()}@mail.example`);
  await taps.on(form.getByRole('button', { name: 'Send request' }));
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeInViewport();
});

journey('be emailed what is new', 2, async (page, taps) => {
  await signIn(page, await createConfirmedOwner(page));
  await open(page, '/search?q=taco&near=irvine');
  await taps.on(button(page, 'Save this search'));
  await taps.on(page.getByRole('dialog').getByRole('button', { name: 'Save search' }));
  await expectToast(page, 'Search saved', 'Find it in your account, under Searches.');
});

journey('compare what was saved', 7, async (page, taps) => {
  const ads = await getJson<Listing[]>(page, '/api/category/nightlife/ads?featured=false&limit=2');
  await open(page, '/category/nightlife');
  for (const { title } of ads) await taps.on(page.getByRole('button', { name: `Save ${title}`, exact: true }).first());
  await openFromMenu(page, taps, 'Saved');
  for (const { title } of ads) await taps.on(page.getByRole('checkbox', { name: `Compare ${title}` }));
  await taps.on(button(page, /^Compare/).first());
  await expect(page.getByRole('table').getByRole('link', { name: /^Remove/ })).toHaveCount(2);
});

journey('review a business with a code from its card', 5, async (page, taps) => {
  await signIn(page, await createConfirmedOwner(page));
  const ad = await postListing(page);
  const { codes } = await post<{ codes: string[] }>(page, `/api/user/ads/${ad.id}/receipt-codes`, { count: 20 });
  await page.context().clearCookies();
  const email = `${uniqueUsername()}@mail.example`;
  await open(page, `/receipt-codes#code=${codes[0]}`);
  await page.getByLabel('Your email').fill(email);
  await taps.on(button(page, 'Continue'));
  await open(page, await waitForEmailLink(email, /^Write your review/));
  await taps.on(button(page, 'Write a review'));
  const dialog = page.getByRole('dialog');
  await taps.on(dialog.getByRole('radio', { name: '4: good' }));
  await dialog.getByLabel('Your review').fill('Fresh bread every morning, and they know my name.');
  await dialog.getByLabel('Name to show').fill('Ana L.');
  await taps.on(dialog.getByRole('checkbox'));
  await taps.on(dialog.getByRole('button', { name: 'Send review' }));
  await expectToast(page, 'Review sent', '');
});

journey('read the site in Spanish', 2, async (page, taps) => {
  await open(page, '/');
  await openFromMenu(page, taps, 'Español');
  await expect(page).toHaveURL('/es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});
