import type { Page } from '@playwright/test';
import type { ListingPage } from '#contract/listings.ts';
import { createOwner, signIn } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { findUnclaimedListing, postListing } from '#tests/browser/support/listings.ts';
import { payForPlan } from '#tests/browser/support/payments.ts';

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
    licenseNumber: 'CSLB 1012345',
    priceNotes: 'Service call $89',
  });
  const sent = await (await request.get(`/ads/${ad.id}`)).text();
  for (const words of [
    'Irvine and Tustin',
    'English, Español',
    'CSLB 1012345',
    'Service call $89',
    '6:00 PM – 2:00 AM',
    'openingHoursSpecification',
  ]) {
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
  await expect(page.getByRole('button', { name: 'Enlarge: Salt & Sons, photo 2 of 3' })).toBeVisible();
  await expectAccessible(page);

  const strip = page.getByRole('main').locator('.photos > ul');
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expect.poll(() => strip.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Previous photo' }).click();
  await expect.poll(() => strip.evaluate((list) => list.scrollLeft)).toBe(0);

  await page.getByRole('button', { name: 'Enlarge: The crew' }).focus();
  await page.keyboard.press('Enter');
  const large = page.getByRole('dialog', { name: 'Photos of Salt & Sons' });
  await expect(large.getByRole('button', { name: 'Close' })).toBeFocused();
  await expect(large.getByRole('img', { name: 'The crew' })).toBeInViewport({ ratio: 0.5 });
  await expectAccessible(page);
  await page.keyboard.press('ArrowLeft');
  await expect(large.getByRole('img', { name: 'Salt & Sons, photo 2 of 3' })).toBeInViewport({ ratio: 0.5 });
  await large.getByRole('button', { name: 'Previous photo' }).click();
  await expect(large.getByRole('img', { name: 'The shop front' })).toBeInViewport({ ratio: 0.5 });
  // After the last one comes the first, in both directions.
  await page.keyboard.press('ArrowLeft');
  await expect(large.getByRole('img', { name: 'The crew' })).toBeInViewport({ ratio: 0.5 });
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(page.getByRole('button', { name: 'Enlarge: The crew' })).toBeFocused();

  await expect(page.getByRole('link', { name: 'Instagram (opens in a new tab)' })).toHaveAttribute(
    'href',
    'https://instagram.com/salt',
  );
  await expect(page.getByRole('link', { name: 'salt.example (opens in a new tab)' }).first()).toHaveAttribute(
    'rel',
    'noopener',
  );
});

test('on a phone whether it is open stands within 500 px, below photos and a name of two lines', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.setFixedTime('2026-11-17T10:30:00-08:00');
  const id = await mockPaidListing(page, {
    title: 'Salt & Sons Bakery and Coffee Roasters',
    hours: { tuesday: [{ opens: '09:00', closes: '17:00' }] } as ListingPage['hours'],
    photos: [createPhoto('front', 'The shop front')],
  });
  await openFromList(page, id);
  const status = page.getByText('Open now · closes at 5 PM');
  await expect(status).toBeVisible();
  const { y = 0, height = 0 } = (await status.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(500);
  // The largest picture is requested at once.
  await expect(page.getByRole('img', { name: 'The shop front' }).first()).not.toHaveAttribute('loading', 'lazy');
  await expect(page.getByRole('img', { name: 'The shop front' }).first()).toHaveAttribute('fetchpriority', 'high');
});

test('is printed in ink, with the whole address and without buttons', { tag: LONG }, async ({ page }) => {
  const address = '12345 Avenida de la Constitución de los Estados Unidos Mexicanos, Building C, Suite 1200';
  const photos = ['front', 'inside', 'crew'].map((name) => ({ ...createPhoto(name, name), height: 960 }));
  const id = await mockPaidListing(page, { address, logo: createPhoto('logo', ''), photos });
  await openFromList(page, id);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.setViewportSize({ width: 700, height: 1000 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const printed = await page.getByRole('main').evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const pale: string[] = [];
    const clipped: string[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement as HTMLElement;
      if (!node.textContent?.trim() || !element.checkVisibility() || element.closest('.sr-only')) continue;
      if (getComputedStyle(element).color !== 'rgb(20, 35, 43)') pale.push(node.textContent);
      const range = document.createRange();
      range.selectNodeContents(node);
      if (
        range.getBoundingClientRect().right > innerWidth ||
        (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflow !== 'visible')
      )
        clipped.push(node.textContent);
    }
    return { pale, clipped };
  });
  expect(printed).toEqual({ pale: [], clipped: [] });
  await expect(page.getByText(address)).toBeVisible();
  await expect(page.getByRole('navigation', { name: /^Contact/ })).toBeHidden();
  for (const name of ['front', 'inside', 'crew'])
    await expect(page.getByRole('img', { name })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('main').getByRole('button').and(page.locator(':not(.photos button)'))).toHaveCount(0);
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test.describe('A picture of another site', () => {
  test.use({ tolerated: /gone-640/ });

  test('is not requested, and a copy that fails to load is replaced by the tile', { tag: LONG }, async ({ page }) => {
    const elsewhere: string[] = [];
    page.on('request', (request) => request.url().includes('pictures.example') && elsewhere.push(request.url()));
    const gone = page.waitForRequest(/gone-640/);
    const id = await mockPaidListing(page, {
      imageUrl: 'https://pictures.example/front.jpg',
      imageSrc: '/photos/gone-640.webp',
    });
    await page.route(/gone-640/, (route) => route.abort());
    await openFromList(page, id);
    await gone;
    await expect(page.getByRole('main').locator('.tile').first()).toBeVisible();
    expect(elsewhere).toEqual([]);
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

test('the map of a listing is a picture until it is pressed, by keyboard too', { tag: LONG }, async ({ page }) => {
  await signIn(page, await createOwner(page));
  const { id } = await postListing(page, { pin: { lat: 33.6846, lng: -117.8265 } });
  await expectMapWhenPressed(page, id, /^Map of Golden/);
});

test('so is the map of the area of a paid listing whose street is unknown', { tag: LONG }, async ({ page }) => {
  await signIn(page, await createOwner(page));
  const { id } = await postListing(page, { address: '7 Nowhere At All Way' });
  await payForPlan(page, { plan: 'monthly', listingId: id });
  await expectMapWhenPressed(page, id, 'Map of the ZIP code 92614');
});

/** Expects a picture, which takes no script of maps, and the map with the focus after it is pressed. */
async function expectMapWhenPressed(page: Page, id: number, name: string | RegExp) {
  const mapScripts: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/(?:point-map|zoom-buttons)-/.test(request.url())) mapScripts.push(request.url());
  });
  await open(page, `/ads/${id}`);
  const picture = page.getByRole('button', { name });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture.locator('img')).toHaveJSProperty('naturalWidth', 320);
  await expectAccessible(page);
  expect(mapScripts).toEqual([]);
  await picture.press('Enter');
  await expect(page.getByRole('group', { name })).toBeFocused();
  expect(mapScripts).not.toEqual([]);
}
