import type { Page } from '@playwright/test';
import { createOwner, signIn } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { expectNoOverflow, VIEWPORTS } from '#tests/browser/support/layout.ts';
import { toggleSection } from '#tests/browser/support/listing-form.ts';
import { es } from '#tests/browser/support/spanish.ts';
import { selectCases } from '#tests/support/long-run.ts';

const OFFER_IN_SPANISH = '¿Prefiere leer esta página en español?';
const OFFER_IN_ENGLISH = 'Would you rather read this page in English?';

test.describe('The link to the other language', () => {
  test('in the header keeps the page and its query', async ({ page }) => {
    await open(page, '/search?q=market&near=Irvine&within=10');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('near Irvine');
    await getHeader(page).getByRole('link', { name: 'Español' }).click();
    await expect(page).toHaveURL('/es/search?q=market&near=Irvine&within=10');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('cerca de Irvine');
    await getHeader(page).getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL('/search?q=market&near=Irvine&within=10');
    // As the user has filtered in between, without loading a page.
    await page
      .getByRole('button', { name: 'Remove filter' })
      .or(page.getByRole('link', { name: /^Remove/ }))
      .first()
      .click();
    await expect(page).not.toHaveURL(/within=10/);
    const address = page.url();
    await expect(getHeader(page).getByRole('link', { name: 'Español' })).toHaveAttribute(
      'href',
      `/es${address.slice(new URL(address).origin.length)}`,
    );
  });

  test('in the footer opens the same page, and keeps what is typed in a form', { tag: LONG }, async ({ page }) => {
    await open(page, '/contact');
    await page.getByLabel('Your Name').fill('Ana Lima');
    await page.getByLabel('Inquiry Type').selectOption('Billing');
    await page.getByLabel('Message').fill('How do I begin\nwith a listing?');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Español' }).click();
    await expect(page).toHaveURL('/es/contact');
    await expect(page.getByLabel(es('Your Name'))).toHaveValue('Ana Lima');
    await expect(page.getByLabel(es('Inquiry Type'))).toHaveValue('billing');
    await expect(page.getByLabel(es('Message'), { exact: true })).toHaveValue('How do I begin\nwith a listing?');
    await expect(page.getByLabel(es('Email Address'))).toHaveValue('');
  });

  test('in the menu of a phone keeps the page, its query and what is typed, but not a password', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, '/es/auth?register=true');
    await page.getByLabel(es('Business Name')).fill('Salt & Sons');
    await page.getByLabel(es('Username')).fill('salt-and-sons');
    await page.getByLabel(es('Password'), { exact: true }).fill('surf-and-turf');
    await page.getByLabel(es('Confirm Password')).fill('surf-and-turf');
    // The page stays where it is, with what it has stored for the next one.
    await page.route('**/auth?register=true', (route) => route.fulfill({ status: 204 }));
    await page.getByRole('button', { name: es('Menu') }).click();
    await expectNoOverflow(page);
    const link = page.getByRole('navigation', { name: es('Menu') }).getByRole('link', { name: 'English' });
    await link.click();
    await expect.poll(() => readStorage(page)).toContain('Salt & Sons');
    expect(await readStorage(page)).not.toContain('surf-and-turf');

    await page.unroute('**/auth?register=true');
    await link.click();
    await expect(page).toHaveURL('/auth?register=true');
    await expect(page.getByLabel('Business Name')).toHaveValue('Salt & Sons');
    await expect(page.getByLabel('Username')).toHaveValue('salt-and-sons');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    expect(await readStorage(page)).not.toContain('Salt & Sons');
  });

  test('does not keep a file', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    await open(page, '/es/post-ad?plan=premium');
    await toggleSection(page, 'Logo and photos');
    const picture = { name: 'fachada.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.locator('input[type=file]').last().setInputFiles(picture);
    await page.route('**/post-ad?plan=premium', (route) => route.fulfill({ status: 204 }));
    await getHeader(page).getByRole('link', { name: 'English' }).click();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('typed'))).toContain('title');
    expect(await page.evaluate(() => sessionStorage.getItem('typed'))).not.toContain('fachada');
  });

  test('types what was typed once', { tag: LONG }, async ({ page }) => {
    await open(page, '/auth?register=true');
    await page.getByLabel('Business Name').fill('Salt & Sons');
    await getHeader(page).getByRole('link', { name: 'Español' }).click();
    await expect(page.getByLabel(es('Business Name'))).toHaveValue('Salt & Sons');
    await page.reload();
    await expect(page.getByLabel(es('Username'))).toBeVisible();
    await expect(page.getByLabel(es('Business Name'))).toHaveValue('');
  });

  test('is left to the browser where the user opens another window', { tag: LONG }, async ({ page }) => {
    await open(page, '/city/irvine');
    const taken = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const look = (event: Event) => {
            resolve(event.defaultPrevented);
            event.preventDefault();
          };
          addEventListener('click', look, { once: true });
        }),
    );
    const link = getHeader(page).getByRole('link', { name: 'Español' });
    await link.click({ modifiers: ['ControlOrMeta'] });
    expect(await taken).toBe(false);
    await expect(page).toHaveURL('/city/irvine');
  });

  test('keeps the user signed in', { tag: LONG }, async ({ page }) => {
    await signIn(page, await createOwner(page));
    await open(page, '/account');
    await getHeader(page).getByRole('link', { name: 'Español' }).click();
    await expect(page).toHaveURL('/es/account');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hola, Salt & Sons');
  });

  test('and no other link has the token of an emailed link', async ({ page }) => {
    for (const path of ['/auth/confirm', '/auth/reset', '/unsubscribe', '/still-right', '/conversations/7'])
      for (const local of [path, `/es${path}`]) {
        const token = `secret-${'x'.repeat(40)}`;
        expect(await (await page.request.get(`${local}?token=${token}`)).text(), local).not.toContain(token);
      }
    const token = `secret-${'y'.repeat(36)}`;
    await open(page, `/es/unsubscribe?of=weekly-summary#token=${token}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.url()).not.toContain(token);
    expect(await page.content()).not.toContain(token);
    await getHeader(page).getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL(({ pathname }) => pathname === '/unsubscribe');
    expect(page.url()).not.toContain(token);
  });
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the link in the header opens the same page with its query', { tag: LONG }, async ({ page }) => {
    await page.goto('/search?q=market&near=Irvine');
    await getHeader(page).getByRole('link', { name: 'Español' }).click();
    await expect(page).toHaveURL('/es/search?q=market&near=Irvine');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await getHeader(page).getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL('/search?q=market&near=Irvine');
  });
});

test.describe('A browser in Spanish', () => {
  test.use({ locale: 'es-MX' });

  test('is offered Spanish once, in Spanish, by keyboard too, and opens the page', async ({ page }) => {
    await open(page, '/city/irvine?open=now');
    const bar = page.getByText(OFFER_IN_SPANISH).locator('..');
    await expect(bar).toHaveAttribute('lang', 'es');
    await expect(page).toHaveURL('/city/irvine?open=now');
    await expectAccessible(page);
    await page.setViewportSize(VIEWPORTS.phone);
    await expectNoOverflow(page);
    await page.setViewportSize(VIEWPORTS.desktop);

    const accept = bar.getByRole('button', { name: 'Leer en español' });
    await bar.getByRole('button').last().focus();
    await page.keyboard.press('Shift+Tab');
    await expect(accept).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expectNoOffer(page);
    // The filters are in another order there, and stay as they are.
    await expect(page.getByRole('checkbox', { name: es('Open now') })).toBeChecked();
    await expect(page).toHaveURL('/es/city/irvine?open=now');
    await open(page, '/');
    await expectNoOffer(page);
  });

  test('is not offered it again after it was dismissed', async ({ page }) => {
    await open(page, '/contact');
    await page.getByRole('button', { name: 'No, gracias' }).press('Enter');
    await expectNoOffer(page);
    await expect(page).toHaveURL('/contact');
    for (const path of selectCases(1, ['/contact', '/', '/es/contact'])) {
      await open(page, path);
      await expectNoOffer(page);
    }
  });

  test('is not offered it again after a switch of its own', { tag: LONG }, async ({ page }) => {
    await open(page, '/contact');
    await expect(page.getByText(OFFER_IN_SPANISH)).toBeVisible();
    await getHeader(page).getByRole('link', { name: 'Español' }).click();
    await expect(page).toHaveURL('/es/contact');
    await open(page, '/contact');
    await expectNoOffer(page);
  });

  test('is not offered it on a page in Spanish, and is never redirected', async ({ page }) => {
    await open(page, '/es/rates');
    await expectNoOffer(page);
    for (const path of ['/', '/rates', '/no-such-place', '/es', '/es/rates', '/blog/rss.xml'])
      for (const language of ['es-MX,es;q=0.9', 'en-US,en;q=0.9', 'fr']) {
        const response = await page.request.get(path, { headers: { 'accept-language': language }, maxRedirects: 0 });
        expect([200, 404], `${path} for ${language}`).toContain(response.status());
        expect(await response.text()).toMatch(path.startsWith('/es') ? /lang="es"/ : /lang="en"|<language>en-us/);
      }
  });
});

test.describe('A browser in English', () => {
  test('is offered English on pages in Spanish only', async ({ page }) => {
    await open(page, '/rates');
    await expectNoOffer(page);
    await open(page, '/es/rates');
    await expect(page.getByText(OFFER_IN_ENGLISH)).toBeVisible();
    await page.getByRole('button', { name: 'Read in English' }).click();
    await expect(page).toHaveURL('/rates');
    await expectNoOffer(page);
    await open(page, '/es/rates');
    await expectNoOffer(page);
  });
});

test.describe('A browser in another language', () => {
  test.use({ locale: 'fr-FR' });

  test('is offered none', { tag: LONG }, async ({ page }) => {
    for (const path of ['/rates', '/es/rates']) {
      await open(page, path);
      await expectNoOffer(page);
    }
  });
});

test.describe('A page that does not exist', () => {
  // The browser logs the status of the document itself.
  test.use({ tolerated: /status of 404/, locale: 'es-MX' });

  for (const [path, heading, details] of [
    ['/nowhere/at/all', '404 Page Not Found', {}],
    ['/no-such-place', 'Location Not Found', { tag: LONG }],
    ['/county/no-such-county', 'County Not Found', { tag: LONG }],
    ['/category/no-such-category', 'Category Not Found', { tag: LONG }],
    ['/zip/99999', 'Zip Code Not Found', { tag: LONG }],
    ['/ads/999999999', 'Ad Not Found', { tag: LONG }],
    ['/blog/no-such-post', 'Post not found', { tag: LONG }],
  ] as const)
    test(`${path} says so in Spanish, links home, and to its English version`, details, async ({ page }) => {
      const response = await open(page, `/es${path}`);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(es(heading));
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await expect(page.getByRole('main').getByRole('link', { name: es('Return to Homepage') })).toHaveAttribute(
        'href',
        '/es',
      );
      await expect(getHeader(page).getByRole('link', { name: 'English' })).toHaveAttribute('href', /^\/(?!es)/);
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await expectNoOverflow(page);
      await open(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('main').getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute(
        'href',
        '/',
      );
    });
});

const getHeader = (page: Page) => page.getByRole('banner');

const readStorage = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));

/** Expects that no language is offered, once the page has had the time to. */
async function expectNoOffer(page: Page) {
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(OFFER_IN_SPANISH).or(page.getByText(OFFER_IN_ENGLISH))).toHaveCount(0);
}
