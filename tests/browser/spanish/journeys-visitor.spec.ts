import type { Locator, Page } from '@playwright/test';
import type { Category } from '#contract/categories.ts';
import type { City } from '#contract/places.ts';
import { expectToast } from '#tests/browser/support/accounts.ts';
import { expect, getJson, LONG, open } from '#tests/browser/support/fixtures.ts';
import { findUnclaimedListing } from '#tests/browser/support/listings.ts';
import { es, esLike } from '#tests/browser/support/spanish.ts';
import { test } from '#tests/browser/support/spanish-test.ts';

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const link = (place: Page | Locator, message: string) => place.getByRole('link', { name: esLike(message) });
// The browser logs the status of what the API refuses.
test.use({ tolerated: /status of 400/ });

test('a visitor finds a plumber near a ZIP code, and calls', { tag: LONG }, async ({ page }) => {
  await open(page, '/es');
  const search = main(page).getByRole('search');
  await search.getByLabel(es('What')).fill('plomero');
  await search.getByLabel(es('Where')).fill('92614');
  await page.keyboard.press('Escape');
  await search.getByRole('button', { name: es('Search') }).click();
  await expect(page).toHaveURL('/es/search?q=plomero&near=92614');
  await expect(heading(page)).toHaveText(/^\d+ resultados? para “plomero” cerca de 92614$/);
  await expect(main(page).getByText('Plomeros').first()).toBeVisible();
  await page
    .getByRole('link', { name: /^Ver detalles de / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/es\/ads\/\d+$/);
});

test('a visitor filters the businesses of a city, and removes the filter', { tag: LONG }, async ({ page }) => {
  await open(page, '/es/city/irvine');
  const filters = page.getByRole('form', { name: es('Filters') });
  await filters.getByLabel(es('Open now')).check();
  await expect(page).toHaveURL('/es/city/irvine?open=now');
  await expect(filters.getByRole('status')).not.toBeEmpty();
  await filters.getByLabel(es('Open now')).uncheck();
  await expect(page).toHaveURL('/es/city/irvine');
  await filters.getByLabel(es('Sort by')).selectOption(es('Newest first'));
  await expect(page).toHaveURL('/es/city/irvine?sort=newest');
});

test('a visitor narrows a search in steps', { tag: LONG }, async ({ page }) => {
  await open(page, '/es/search?q=mercado&near=Irvine');
  await expect(heading(page)).toContainText('“mercado” cerca de Irvine');
  const filters = page.getByRole('form', { name: es('Filters') });
  await filters.getByLabel(es('Distance')).selectOption('5');
  await filters.getByLabel(es('Only in')).selectOption('orange-county');
  await expect(page).toHaveURL('/es/search?q=mercado&near=Irvine&place=orange-county&within=5');
  const active = page.getByRole('list', { name: es('Active filters') });
  await expect(active.getByRole('link')).toHaveText([
    /Quitar filtro/,
    /^Quitar filtro.*Hasta 5 millas$/,
    es('Clear all<hidden> filters</hidden>'),
  ]);
  await active.getByRole('link').nth(1).click();
  await expect(page).toHaveURL('/es/search?q=mercado&near=Irvine&place=orange-county');
});

test('a visitor compares two grocery stores of a city', { tag: LONG }, async ({ page }) => {
  await open(page, '/es/city/irvine/grocery-stores');
  await page
    .getByRole('button', { name: es('Compare'), exact: true })
    .first()
    .click();
  const boxes = page.getByRole('checkbox', { name: esLike('Compare {title}') });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page
    .getByRole('button', {
      name: es('{count, plural, one {Compare # listing} other {Compare # listings}}', { count: 2 }),
    })
    .click();
  await expect(page).toHaveURL(/\/es\/compare\?ids=\d+,\d+$/);
  await expect(heading(page)).toHaveText(es('Compare businesses'));
  await expect(link(page.getByRole('table'), 'Remove {title}')).toHaveCount(2);
  await expect(page.getByRole('rowheader', { name: es('Address') })).toBeVisible();
});

test('a visitor saves a business, and finds it again on a phone', { tag: LONG }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [{ title } = { title: '' }] = await getJson<{ title: string }[]>(
    page,
    '/api/category/nightlife/ads?featured=false&limit=1',
  );
  await open(page, '/es/category/nightlife');
  await page
    .getByRole('button', { name: es('Save {title}', { title }), exact: true })
    .first()
    .click();
  await expectToast(page, es('Saved [done]'), es('It’s saved in this browser. Sign in to see it everywhere.'));
  await page.getByRole('button', { name: es('Menu') }).click();
  await page
    .getByRole('navigation', { name: es('Menu') })
    .getByRole('link', { name: es('Saved [listings]') })
    .click();
  await expect(page).toHaveURL('/es/saved');
  await expect(main(page).getByRole('heading', { name: title })).toBeVisible();
});

test('a visitor reports a wrong number, after what is missing was asked for', { tag: LONG }, async ({
  page,
  expectSpanish,
}) => {
  const { id } = await findUnclaimedListing(page);
  await open(page, `/es/ads/${id}`);
  await page.getByRole('button', { name: es('Report this listing') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: es('Send report') }).click();
  await expect(dialog.locator('[aria-invalid=true]').first()).toBeFocused();
  await expectSpanish();
  await dialog.getByLabel(es('What’s wrong?')).selectOption(es('Wrong information'));
  await dialog.getByLabel(es('Details')).fill('El número es de otra persona.');
  await dialog.getByRole('button', { name: es('Send report') }).click();
  await expectToast(page, es('Report sent'), es('Thank you. We’ll review it.'));
});

test('a visitor suggests an edit', { tag: LONG }, async ({ page, expectSpanish }) => {
  const { id } = await findUnclaimedListing(page);
  await open(page, `/es/ads/${id}`);
  await page.getByRole('button', { name: es('Suggest an edit') }).click();
  const dialog = page.getByRole('dialog', { name: es('Suggest an edit') });
  await dialog.getByRole('button', { name: es('Send suggestion') }).click();
  await expect(dialog.getByText(es('Choose what’s wrong')).last()).toBeVisible();
  await dialog.getByLabel(es('What’s wrong?')).selectOption(es('The phone number is wrong'));
  await dialog.getByLabel(es('The right phone number')).fill('123');
  await dialog.getByRole('button', { name: es('Send suggestion') }).click();
  await expect(dialog.getByText(es('Phone number is required'))).toBeVisible();
  await expectSpanish();
  await dialog.getByLabel(es('The right phone number')).fill('(949) 555-0147');
  await dialog.getByRole('button', { name: es('Send suggestion') }).click();
  await expectToast(page, es('Suggestion sent'), es('Thank you for keeping this listing up to date.'));
});

test('a visitor searches the help, and asks what it does not answer', { tag: LONG }, async ({
  page,
  expectSpanish,
}) => {
  await open(page, '/es/help');
  const field = page.getByRole('searchbox', { name: es('Search the answers') });
  await field.fill('devolver el dinero');
  await expect(main(page).getByRole('heading', { level: 3 }).first()).toHaveText(/reembols|dinero/i);
  await expectSpanish();
  await field.fill('¿Xilófonos?');
  await expect(page.getByText(es('No matching answers'))).toBeVisible();
  await page.getByRole('link', { name: es('Ask us this question') }).click();
  await expect(page).toHaveURL(/\/es\/contact/);
  await expect(page.getByLabel(es('Message'), { exact: true })).toHaveValue('¿Xilófonos?');
});

test('a reader goes from the blog to a post, and to the next', { tag: LONG }, async ({ page }) => {
  await open(page, '/es/blog');
  await page
    .getByRole('link', { name: /Cómo aparecer en las búsquedas/ })
    .first()
    .click();
  await expect(page).toHaveURL('/es/blog/found-in-your-zip-code');
  await expect(page.getByText(/^22 de abril de 2025/)).toBeVisible();
  const contents = page.getByRole('navigation', { name: es('On this page') });
  await contents.getByRole('link').last().click();
  await expect(page).toHaveURL(/\/es\/blog\/found-in-your-zip-code#./);
  await page
    .getByRole('region', { name: es('Read next') })
    .getByRole('link')
    .first()
    .click();
  await expect(page).toHaveURL(/\/es\/blog\/(?!found)/);
});

test('a visitor writes to us, after the fields were validated', { tag: LONG }, async ({ page, expectSpanish }) => {
  await open(page, '/es/contact');
  const send = page.getByRole('button', { name: es('Send Message') });
  await send.click();
  for (const [label, fault] of [
    ['Your Name', es('Name must be at least 2 characters.')],
    ['Email Address', es('Please enter a valid email address.')],
    ['Subject', es('Subject must be at least 5 characters.')],
    ['Message', es('Message must be at least 10 characters.')],
  ] as const)
    await expect(page.getByLabel(es(label), { exact: true }), label).toHaveAccessibleDescription(fault);
  await expectSpanish();
  await page.getByLabel(es('Your Name')).fill('Ana Lima');
  await page.getByLabel(es('Email Address')).fill(`ana-${crypto.randomUUID().slice(0, 8)}@mail.example`);
  await page.getByLabel(es('Inquiry Type')).selectOption(es('Billing'));
  await page.getByLabel(es('Subject')).fill('Una pregunta');
  await page.getByLabel(es('Message'), { exact: true }).fill('¿Cómo empiezo con un anuncio?');
  await send.click();
  await expectToast(page, es('Message Sent'), /./);
  await expect(page.getByLabel(es('Message'), { exact: true })).toHaveValue('');
});

test('places and categories without businesses say so', { tag: LONG }, async ({ page, expectSpanish }) => {
  // A ZIP code of PO boxes.
  await open(page, '/es/zip/90009');
  await expect(page.getByText(es('No businesses available in this zip code yet.'))).toBeVisible();
  await expectSpanish();
  const city = (await getJson<City[]>(page, '/api/cities')).find(({ count }) => count === 0);
  await open(page, `/es/city/${city?.slug}`);
  await expect(page.getByText(es('No recent ads available at the moment.'))).toBeVisible();
  await expectSpanish();
  const category = (await getJson<Category[]>(page, '/api/categories')).find(({ count }) => count === 0);
  await open(page, `/es/category/${category?.slug}`);
  await expect(page.getByText(es('No ads available in this category yet.'))).toBeVisible();
  await expectSpanish();
  await open(page, '/es/search?q=bqxzvkwj&near=Irvine');
  await expect(heading(page)).toContainText('Sin resultados para “bqxzvkwj” cerca de Irvine');
});
