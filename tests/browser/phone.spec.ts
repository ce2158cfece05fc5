import { expect, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { VIEWPORTS } from '#tests/browser/support/layout.ts';
import { postPaidListing } from '#tests/browser/support/listings.ts';

test.use({ viewport: VIEWPORTS.phone, hasTouch: true, isMobile: true });

test('the menu has the main links without the blog, and closes when one is followed', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Menu' }).tap();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link')).toHaveText([
    'Browse Ads',
    'Saved',
    'My Account',
    'About',
    'Contact',
    'Get quotes',
    'Español',
    'Post an Ad',
  ]);
  await menu.getByRole('link', { name: 'Browse Ads' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Browse Ads');
  await expect(menu).toBeHidden();
});

test('the sidebar of locations is a dropdown that closes when a location is followed', { tag: LONG }, async ({
  page,
}) => {
  await open(page, '/los-angeles');
  const locations = page.getByRole('navigation', { name: 'Locations' });
  const dropdown = locations.locator('summary');
  await expect(dropdown).toHaveText('Los Angeles');
  await expect(locations.getByRole('link', { name: 'San Diego' })).toBeHidden();
  await dropdown.tap();
  await expect(locations.getByRole('link')).toHaveCount(9);
  await locations.getByRole('link', { name: 'San Diego' }).tap();
  await expect(page).toHaveURL('/san-diego');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('San Diego');
  await expect(dropdown).toHaveText('San Diego');
  await expect(locations.getByRole('link', { name: 'Imperial' })).toBeHidden();
});

test('the actions of a listing are visible while scrolling', async ({ page }) => {
  const ad = await postPaidListing(page);
  await open(page, `/ads/${ad.id}`);
  const bar = page.getByRole('navigation', { name: `Contact ${ad.businessName}` });
  await expect(bar).toBeInViewport();
  await expect(bar.getByRole('listitem')).toHaveText(['Call', 'Message', 'Directions', /^Save/, 'Share']);
  await expect(bar.getByRole('button', { name: 'Message' })).toBeEnabled();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page
    .getByText('Questions about this ad')
    .or(page.getByRole('button', { name: /Report/ }))
    .first()
    .scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport();
  await expect(bar.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:\+1\d{10}$/);
  await expect(bar.getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /^https:\/\/www\.google\.com/);
});
