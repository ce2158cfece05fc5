import type { Page } from '@playwright/test';
import type { ListingPage } from '#contract/listings.ts';
import type { OwnerListing, OwnerListingPage } from '#contract/owner-listings.ts';
import { createOwner, expectToast, signIn } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { submitListing, toggleSection } from '#tests/browser/support/listing-form.ts';
import { postListing } from '#tests/browser/support/listings.ts';
import { payForPlan } from '#tests/browser/support/payments.ts';
import { es } from '#tests/browser/support/spanish.ts';

const SPANISH = {
  title: 'Estética canina a domicilio',
  description: 'Llegamos a su puerta con un baño tibio y mano suave.',
};

test.beforeEach(async ({ page }) => {
  await signIn(page, await createOwner(page));
});

test.describe('A listing with a Spanish text', () => {
  test('is typed in a section that keeps what is typed, and read in Spanish and in English', async ({ page }) => {
    await open(page, '/post-ad');
    const title = await fillIn(page);
    await toggleSection(page, 'Another language');
    await expect(page.getByLabel('The listing is written in')).toHaveValue('en');
    await expect(page.getByLabel('Title in Spanish')).toHaveAttribute('lang', 'es');
    await page.getByLabel('Title in Spanish').fill(SPANISH.title);
    await expect(page.getByText(`${SPANISH.title.length} of 100`)).toBeVisible();
    await page.getByLabel('Description in Spanish').fill(SPANISH.description);
    await expectAccessible(page);
    await toggleSection(page, 'Another language');
    await expect(page.getByLabel('Title in Spanish')).toHaveCount(0);
    await toggleSection(page, 'Another language');
    await expect(page.getByLabel('Title in Spanish')).toHaveValue(SPANISH.title);

    await page.reload();
    await expect(page.getByLabel('Ad Title')).toHaveValue(title);
    await expect(page.getByLabel('Description in Spanish')).toHaveValue(SPANISH.description);
    await submitListing(page);
    await expectToast(page, 'Ad Posted Successfully', 'Your free listing has been published.');

    const [ad] = await getJson<OwnerListing[]>(page, '/api/user/ads');
    expect(ad?.title).toBe(title);
    await open(page, `/es/ads/${ad?.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SPANISH.title);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveAttribute('lang');
    await expect(page.getByText(SPANISH.description)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${SPANISH.title}`));
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(data.join()).toContain(SPANISH.description);
    expect(await fetchHeading(page, `/ads/${ad?.id}`)).toEqual({ text: title });
    expect(await (await page.request.get('/es/city/irvine')).text()).toContain(SPANISH.title);
    expect(await (await page.request.get('/city/irvine')).text()).not.toContain(SPANISH.title);
  });

  test('has its faults shown in a section that was closed', async ({ page }) => {
    await open(page, '/post-ad');
    await fillIn(page);
    await toggleSection(page, 'Another language');
    await page.getByLabel('Title in Spanish').fill('Hola');
    await toggleSection(page, 'Another language');
    await submitListing(page);
    await expect(page.getByLabel('Title in Spanish')).toBeFocused();
    await expect(page.getByLabel('Title in Spanish')).toBeInViewport();
    await expect(page.getByLabel('Title in Spanish')).toHaveAccessibleDescription(
      /^Title must be at least 5 characters/,
    );
    await expectAccessible(page);
    await page.getByLabel('Title in Spanish').fill('x'.repeat(101));
    await expect(page.getByLabel('Title in Spanish')).toHaveAccessibleDescription(
      /^Title must be less than 100 characters/,
    );
    await page.getByLabel('Title in Spanish').fill('');
    await expect(page.locator('[aria-invalid]')).toHaveCount(0);

    await page.getByLabel('Ad Title').fill('Dogs');
    await submitListing(page);
    await expect(page.getByLabel('Ad Title')).toBeFocused();
  });
});

test.describe('A Spanish text that the API refuses', () => {
  test.use({ tolerated: /status of 400/ });

  test('leads to its section and field', { tag: LONG }, async ({ page }) => {
    await open(page, '/post-ad');
    await fillIn(page);
    const issues = [{ path: 'translations.es.description', message: 'Please don’t shout.' }];
    await page.route('**/api/ads', (route) =>
      route.fulfill({ status: 400, json: { message: 'Invalid input', issues } }),
    );
    await submitListing(page);
    await expect(page.getByLabel('Description in Spanish')).toHaveAccessibleDescription(/Please don’t shout\./);
    await expect(page.getByLabel('Description in Spanish')).toBeFocused();
  });
});

test.describe('A listing that is written in Spanish', () => {
  test('is so at first on Spanish pages, and then has an English title', async ({ page }) => {
    await open(page, '/es/post-ad');
    await expect(page.getByLabel(es('Ad Title'))).not.toHaveAttribute('lang');
    await toggleSection(page, 'Another language');
    await expect(page.locator('select[name=language]')).toHaveValue('es');
    await expect(page.getByLabel(es('Title in English'))).toBeVisible();
  });

  test('has its texts where they were typed when the language is chosen later', { tag: LONG }, async ({ page }) => {
    await open(page, '/post-ad');
    await fillIn(page, SPANISH);
    await toggleSection(page, 'Another language');
    await page.getByLabel('Title in Spanish').fill('Dog grooming at your door');
    await page.getByLabel('The listing is written in').selectOption('Spanish');
    await expect(page.getByLabel('Title in English')).toHaveValue('Dog grooming at your door');
    await expect(page.getByLabel('Ad Title')).toHaveValue(SPANISH.title);
    await expect(page.getByLabel('Ad Title')).toHaveAttribute('lang', 'es');
    await submitListing(page);
    await expectToast(page, 'Ad Posted Successfully', 'Your free listing has been published.');

    const [ad] = await getJson<OwnerListing[]>(page, '/api/user/ads');
    const english = await getJson<ListingPage>(page, `/api/ads/${ad?.id}`);
    expect(english).toMatchObject({ title: 'Dog grooming at your door', titleLanguage: 'en', textLanguage: 'es' });
    await open(page, `/ads/${ad?.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dog grooming at your door');
    const description = page.getByText(SPANISH.description).first();
    await expect(description).toHaveAttribute('lang', 'es');
    await expectAccessible(page);
    await open(page, `/es/ads/${ad?.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SPANISH.title);
    await expect(description).not.toHaveAttribute('lang');
  });
});

test('An edit adds a Spanish text, is restored when it was not saved, and shows in Spanish at once', async ({
  page,
}) => {
  const ad = await postListing(page);
  // The pages are cached, so that the edit must invalidate them.
  await page.request.get('/es/city/irvine');
  expect(await fetchHeading(page, `/es/ads/${ad.id}`)).toEqual({ text: ad.title, lang: 'en' });

  await open(page, `/account/ads/${ad.id}/edit`);
  await toggleSection(page, 'Another language');
  await page.getByLabel('Title in Spanish').fill(SPANISH.title);
  await page.reload();
  const unsaved = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(unsaved).toContainText('You changed: Translation.');
  await unsaved.getByRole('button', { name: 'Restore' }).click();
  await toggleSection(page, 'Another language');
  await expect(page.getByLabel('Title in Spanish')).toHaveValue(SPANISH.title);

  // A fault is found in a section that was closed.
  await page.getByLabel('Description in Spanish').fill('Muy corta.');
  await toggleSection(page, 'Another language');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('Description in Spanish')).toBeFocused();
  await page.getByLabel('Description in Spanish').fill(SPANISH.description);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Changes saved', 'Visitors can see them now.');

  const { form } = await getJson<OwnerListingPage>(page, `/api/user/ads/${ad.id}`);
  expect(form).toMatchObject({ title: ad.title, language: 'en', translations: { es: SPANISH } });
  expect(await fetchHeading(page, `/es/ads/${ad.id}`)).toEqual({ text: SPANISH.title });
  expect(await (await page.request.get('/es/city/irvine')).text()).toContain(SPANISH.title);
  await open(page, `/es/account/ads/${ad.id}/preview`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(SPANISH.title);
  await open(page, `/account/ads/${ad.id}/preview`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ad.title);
});

test('Starting over empties both texts, and begins with the title', { tag: LONG }, async ({ page }) => {
  await open(page, '/post-ad');
  await fillIn(page);
  await toggleSection(page, 'Another language');
  await page.getByLabel('Title in Spanish').fill(SPANISH.title);
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Clear form' }).click();
  await expect(page.getByLabel('Ad Title')).toBeFocused();
  await expect(page.getByLabel('Ad Title')).toHaveValue('');
  await toggleSection(page, 'Another language');
  await expect(page.getByLabel('Title in Spanish')).toHaveValue('');
});

test('A draft from before there were two languages is restored as English', { tag: LONG }, async ({ page }) => {
  await open(page, '/quick-links');
  await page.evaluate(() => sessionStorage.setItem('adFormData', JSON.stringify({ screen: 2 })));
  await open(page, '/post-ad');
  await toggleSection(page, 'Another language');
  await expect(page.getByLabel('The listing is written in')).toHaveValue('en');
  await expect(page.getByLabel('Ad Title')).toHaveValue('');
});

test('What has no Spanish text is marked as English on a Spanish page, each part', async ({ page }) => {
  const faq = [{ question: 'Do you come on Sundays?', answer: 'Every Sunday until noon.' }];
  const { id } = await postListing(page, { headline: 'A bath at your door', tags: ['warm baths'], faq });
  await payForPlan(page, { plan: 'monthly', listingId: id });
  await open(page, `/es/ads/${id}`);
  for (const text of ['A bath at your door', 'warm baths', 'Do you come on Sundays?'])
    await expect(page.locator('[lang=en]').filter({ hasText: text })).toBeVisible();
});

/** The heading in the HTML of the server, with its language if that differs from the page's. */
async function fetchHeading(page: Page, path: string): Promise<{ text?: string; lang?: string }> {
  const html = await (await page.request.get(path)).text();
  return { .../<h1(?:[^>]* lang="(?<lang>\w+)")?[^>]*>(?<text>[^<]+)</.exec(html)?.groups };
}

/** Fills in the required fields, and returns the title. */
async function fillIn(
  page: Page,
  {
    title = `Dog grooming ${crypto.randomUUID().slice(0, 13)}`,
    description = 'We come to your door with a warm bath and a gentle hand.',
  } = {},
): Promise<string> {
  await page.getByLabel('Ad Title').fill(title);
  await page.getByLabel('Description').fill(description);
  await page.getByLabel('Business Name').fill('Salt & Paws');
  await page.getByLabel('Street Address').fill('18 Technology Drive');
  await page.getByLabel('ZIP Code').fill('92614');
  await page.getByLabel('Phone Number').fill('(949) 555-0100');
  await page.getByLabel('Email').fill('hello@paws.example');
  await page.getByLabel('Category').fill('groom');
  await page.getByLabel('Category').press('Enter');
  await expect(page.getByLabel('City')).toHaveValue('Irvine');
  await expect(page.getByLabel('Primary Location')).toHaveValue('3');
  return title;
}
