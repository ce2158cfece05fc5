import type { Page } from '@playwright/test';
import type { ListingPage } from '#contract/listings.ts';
import { createOwner, signIn } from './support/accounts.ts';
import { expect, expectAccessible, getJson, open, test } from './support/fixtures.ts';
import { findUnclaimedListing, postListing } from './support/listings.ts';

const HOURS = {
  monday: 'closed',
  tuesday: [{ opens: '09:00', closes: '17:00' }],
  wednesday: [
    { opens: '09:00', closes: '12:00' },
    { opens: '13:30', closes: '19:00' },
  ],
  friday: [{ opens: '18:00', closes: '02:00' }],
  saturday: 'all-day',
} as const;

test('the details of a business are in the HTML of the server', async ({ page, request }) => {
  await signIn(page, await createOwner(page));
  const ad = await postListing(page, {
    hours: { ...HOURS, wednesday: [...HOURS.wednesday], tuesday: [...HOURS.tuesday], friday: [...HOURS.friday] },
    holidayNote: 'Closed on Thanksgiving',
    serviceArea: 'Irvine and Tustin',
    languages: ['English', 'Español'],
    yearFounded: 1987,
  });
  const sent = await (await request.get(`/ads/${ad.id}`)).text();
  for (const words of ['Irvine and Tustin', 'English, Español', '6:00 PM – 2:00 AM', 'openingHoursSpecification']) {
    expect(sent).toContain(words);
  }
  await open(page, `/ads/${ad.id}`);
  const contact = page.getByRole('complementary', { name: 'Contact' });
  await expect(contact.getByRole('term')).toHaveText(['Monday', 'Tuesday', 'Wednesday', 'Friday', 'Saturday']);
  await expect(contact.getByRole('definition')).toHaveText([
    'Closed',
    '9:00 AM – 5:00 PM',
    '9:00 AM – 12:00 PM1:30 PM – 7:00 PM',
    '6:00 PM – 2:00 AM',
    'Open 24 hours',
  ]);
  await expect(contact).toContainText('Closed on Thanksgiving');
  await expect(page.getByText('Since 1987')).toBeVisible();
  await expectAccessible(page);
});

test('a paid listing shows its pictures, which open enlarged, and its social profiles', async ({ page }) => {
  const id = await mockPaidListing(page, {
    photos: [createPhoto('front', 'The shop front'), createPhoto('inside', ''), createPhoto('crew', 'The crew')],
    logo: createPhoto('logo', ''),
    socialMedia: { instagram: 'https://instagram.com/salt', yelp: 'https://yelp.com/biz/salt' },
  });
  await openFromList(page, id);
  await expect(page.getByRole('img', { name: 'Logo of Salt & Sons' })).toBeVisible();
  const first = page.getByRole('button', { name: 'Enlarge: The shop front' });
  await expect(first.getByRole('img', { includeHidden: true })).toHaveAttribute('srcset', /320w, .*1280w$/);
  await expect(page.getByRole('button', { name: 'Enlarge: Salt & Sons, picture 2 of 3' })).toBeVisible();
  await expectAccessible(page);

  await first.focus();
  await page.keyboard.press('Enter');
  const large = page.getByRole('dialog', { name: 'The shop front' });
  await expect(large).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(large.getByRole('button', { name: 'Close' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(large).toBeHidden();
  await expect(first).toBeFocused();

  await expect(page.getByRole('link', { name: 'Instagram (opens in a new tab)' })).toHaveAttribute(
    'href',
    'https://instagram.com/salt',
  );
  await expect(page.getByRole('link', { name: 'salt.example (opens in a new tab)' }).first()).toHaveAttribute(
    'rel',
    'noopener',
  );
});

test.describe('A picture of another site', () => {
  test.use({ tolerated: /pictures\.example/ });

  test('that fails to load is replaced by the postcard, and is requested without a referrer', async ({ page }) => {
    const requested = page.waitForRequest(/pictures\.example/);
    await page.route(/pictures\.example/, (route) => route.abort());
    const id = await mockPaidListing(page, { imageUrl: 'https://pictures.example/gone.jpg' });
    await openFromList(page, id);
    expect((await requested).headers()).not.toHaveProperty('referer');
    await expect(page.getByRole('main').locator('img').first()).toHaveAttribute('src', /^\/postcards\//);
  });
});

const createPhoto = (name: string, alt: string) => ({
  src: `/photos/${name}-640.webp`,
  srcSet: [320, 640, 1280].map((width) => `/photos/${name}-${width}.webp ${width}w`).join(', '),
  width: 1280,
  height: 853,
  alt,
});

// A WebP of one pixel.
const PIXEL = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** Mocks the API with a paid listing; returns its id. */
async function mockPaidListing(page: Page, details: Partial<ListingPage>): Promise<number> {
  const { id } = await findUnclaimedListing(page);
  const ad = await getJson<ListingPage>(page, `/api/ads/${id}`);
  const paid = { premium: true, isFeatured: true, level: 'premium', unclaimed: false } as const;
  const json = { ...ad, ...paid, businessName: 'Salt & Sons', businessUrl: 'https://salt.example/', ...details };
  await page.route(`**/api/ads/${id}`, (route) => route.fulfill({ json }));
  await page.route('**/photos/*', (route) => route.fulfill({ contentType: 'image/webp', body: PIXEL }));
  return id;
}

/** Opens a listing from a list, so that the browser requests it and not the server. */
async function openFromList(page: Page, id: number) {
  await open(page, '/categories');
  await page.evaluate((path) => {
    const link = document.createElement('a');
    link.href = path;
    document.querySelector('main')?.append(link);
    link.click();
    link.remove();
  }, `/ads/${id}`);
  await expect(page).toHaveURL(`/ads/${id}`);
}
