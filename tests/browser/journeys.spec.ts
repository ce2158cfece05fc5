// One test for each of docs/product.md, Journeys, but that of a first listing, which is in post-listing.spec.ts.
// Those of visitors who know what they look for are in search/visitor-journeys.spec.ts.
import type { Page } from '@playwright/test';
import type { Listing } from '#contract/listings.ts';
import {
  createConfirmedOwner,
  createOwner,
  expectToast,
  signIn,
  withRandomIpAddress,
} from '#tests/browser/support/accounts.ts';
import { expect, getJson, open, test } from '#tests/browser/support/fixtures.ts';
import { findUnclaimedListing, postListing } from '#tests/browser/support/listings.ts';
import { journey } from '#tests/browser/support/taps.ts';

// Reports and messages are limited by network.
test.use({ ...withRandomIpAddress, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const main = (page: Page) => page.getByRole('main');
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const details = (page: Page) => link(page, /^View Details/).first();

journey(
  'call a brewery near a place',
  2,
  async (page, taps) => {
    await open(page, '/');
    const search = main(page).getByRole('search');
    await search.getByLabel('What').fill('brewery');
    await search.getByLabel('Where').fill('San Diego');
    await page.keyboard.press('Escape');
    await taps.on(search.getByRole('button', { name: 'Search' }));
    await taps.out(link(page, /^Call /).first(), /^tel:/);
  },
  'usual',
);

journey('see what is open now', 1, async (page, taps) => {
  await open(page, '/');
  await taps.on(link(page, 'Open now'));
  await expect(page).toHaveURL('/search?open=now');
  await expect(heading(page)).toContainText(/business/i);
});

journey(
  'see what is near me',
  1,
  async (page, taps) => {
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 33.684567, longitude: -117.826543 });
    await open(page, '/');
    await taps.on(page.getByRole('button', { name: 'Use my location' }));
    await expect(page.getByRole('region', { name: 'Near you' }).getByRole('heading', { level: 3 })).toHaveCount(6);
    await page.context().clearPermissions();
  },
  'usual',
);

journey('get directions to a business in a city', 3, async (page, taps) => {
  await open(page, '/');
  await taps.on(link(page, 'Irvine'));
  await expect(heading(page)).toContainText('Irvine');
  // Others may go to their customers.
  await taps.on(link(page, /^View Details of Ralphs/).first());
  await expect(heading(page)).toContainText('Ralphs');
  await taps.out(link(page, /^Directions/).first(), /^https:\/\/www\.google\.com\/maps/);
});

journey('find one kind of business in a city', 2, async (page, taps) => {
  await open(page, '/');
  await taps.on(link(page, 'Irvine'));
  await taps.on(link(page, /^Grocery Stores/).first());
  await expect(heading(page)).toHaveText('Grocery Stores in Irvine');
  await expect(details(page)).toBeVisible();
});

journey('see what is new in a county', 3, async (page, taps) => {
  await open(page, '/');
  await taps.on(link(page, /^Orange County/));
  await taps.choose(main(page).getByLabel('Sort by'), 'Newest first');
  await expect(page).toHaveURL(/sort=newest/);
});

journey('save a business and find it again', 3, async (page, taps) => {
  const [{ title } = { title: '' }] = await getJson<Listing[]>(
    page,
    '/api/category/nightlife/ads?featured=false&limit=1',
  );
  await open(page, '/category/nightlife');
  await taps.on(page.getByRole('button', { name: `Save ${title}`, exact: true }).first());
  await taps.on(page.getByRole('button', { name: 'Menu' }));
  await taps.on(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Saved' }));
  await expect(main(page).getByRole('heading', { name: title })).toBeVisible();
});

journey('compare two grocery stores of a city', 4, async (page, taps) => {
  await open(page, '/city/irvine/grocery-stores');
  await taps.on(page.getByRole('button', { name: 'Compare' }));
  const boxes = page.getByRole('checkbox', { name: /^Compare / });
  await taps.on(boxes.nth(0));
  await taps.on(boxes.nth(1));
  await taps.on(page.getByRole('button', { name: 'Compare 2 listings' }));
  await expect(page).toHaveURL(/\/compare\?ids=\d+,\d+$/);
  await expect(page.getByRole('table').getByRole('link', { name: /^Remove/ })).toHaveCount(2);
});

journey('report a wrong number', 2, async (page, taps) => {
  const { id } = await findUnclaimedListing(page);
  await open(page, `/ads/${id}`);
  await taps.on(page.getByRole('button', { name: /Report/ }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What’s wrong?').selectOption('Wrong information');
  await dialog.getByLabel('Details').fill('The number is somebody else’s.');
  await taps.on(dialog.getByRole('button', { name: 'Send report' }));
  await expectToast(page, 'Report sent', /review/);
});

journey('see what advertising costs', 1, async (page, taps) => {
  await open(page, '/');
  await taps.on(link(page, 'Advertising Rates'));
  await expect(page).toHaveURL('/rates');
  await expect(main(page).getByText('$100').first()).toBeVisible();
});

journey('ask us a question', 2, async (page, taps) => {
  await open(page, '/');
  await taps.on(main(page).getByRole('link', { name: 'Contact Us', exact: true }));
  await page.getByLabel('Your Name').fill('Ana Lima');
  await page.getByLabel('Email Address').fill(`ana-${crypto.randomUUID().slice(0, 8)}@mail.example`);
  await page.getByLabel('Subject').fill('A question');
  await page.getByLabel('Message').fill('How do I begin with a listing?');
  await taps.on(page.getByRole('button', { name: 'Send Message' }));
  await expectToast(page, 'Message Sent', /Thank you/);
});

journey('claim a business', 2, async (page, taps) => {
  await signIn(page, await createConfirmedOwner(page));
  const { id } = await findUnclaimedListing(page);
  await open(page, `/ads/${id}`);
  await taps.on(page.getByRole('button', { name: 'Is this your business?' }));
  await page.getByLabel(/how we can verify/).fill('I am behind the bar every Friday.');
  await taps.on(page.getByRole('dialog').getByRole('button', { name: 'Claim this listing' }));
  await expect(page.getByRole('dialog', { name: 'Claim received' })).toBeVisible();
});

journey('change the phone number of a listing', 2, async (page, taps) => {
  await signIn(page, await createOwner(page));
  const { title } = await postListing(page);
  await open(page, '/account');
  await taps.on(page.getByRole('row', { name: title }).getByRole('link', { name: 'Edit' }));
  await page.getByLabel('Phone Number').fill('(949) 555-0123');
  await taps.on(page.getByRole('button', { name: 'Save changes' }));
  await expect(page).toHaveURL(/\/account/);
});

journey('pause a listing', 2, async (page, taps) => {
  await signIn(page, await createOwner(page));
  const { title } = await postListing(page);
  await open(page, '/account');
  const row = page.getByRole('row', { name: title });
  await taps.on(row.getByRole('button', { name: /^More for/ }));
  await taps.on(page.getByRole('menuitem', { name: 'Pause' }));
  await expect(row).toContainText('Paused');
});
