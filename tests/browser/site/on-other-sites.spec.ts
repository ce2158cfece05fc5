import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOwner, signIn } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { expectNoOverflow, VIEWPORTS } from '#tests/browser/support/layout.ts';
import { postListing } from '#tests/browser/support/listings.ts';
import { expectSoundLayout } from '#tests/browser/support/sound-layout.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const HOURS = Object.fromEntries(DAYS.map((day) => [day, 'all-day']));

/** The site of an owner, of another origin. */
async function serve(html: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>My own site</title><main><h1>My own site</h1>${html}</main>`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

// The owner's site is another one.
test.use({ tolerated: /leaves the site: http:\/\/127\.0\.0\.1/ });
test.beforeEach(async ({ page }) => {
  await signIn(page, await createOwner(page));
});

test('the card and the badge of a listing work on another site, in light and dark, at 200 and 320 pixels', async ({
  page,
}) => {
  const businessName = 'Golden Hour Plumbing';
  const { id } = await postListing(page, { hours: HOURS, businessName } as never);
  await open(page, '/account#on-your-site');
  const section = page.getByRole('region', { name: 'On your site' });
  await expect(section.getByRole('textbox', { name: 'HTML of the card' })).toHaveValue(/<iframe /);
  const codes: string[] = [];
  for (const [size, colors] of [
    ['small', 'light'],
    ['medium', 'dark'],
  ] as const) {
    await section.getByRole('combobox', { name: 'Size' }).selectOption(size);
    await section.getByRole('combobox', { name: 'Colors' }).selectOption(colors);
    codes.push(await section.getByRole('textbox', { name: 'HTML of the card' }).inputValue());
  }
  await section.getByRole('tab', { name: 'Badge' }).click();
  codes.push(await section.getByRole('textbox', { name: 'HTML of the badge' }).inputValue());
  expect(codes.join()).not.toContain('<script');

  const site = await serve(codes.join('<br>'));
  try {
    await page.goto(site.origin);
    const frames = page.frameLocator('iframe[width="200"]');
    await expect(frames.getByRole('heading', { name: businessName })).toBeVisible();
    await expect(frames.getByText('Open 24 hours').first()).toBeVisible();
    await expect(frames.getByRole('link', { name: 'Send a message' })).toHaveAttribute('href', /via=embed#message$/);
    const dark = page.frameLocator('iframe[width="320"]').locator('main');
    await expect(dark).toHaveCSS('background-color', 'rgb(22, 38, 46)');
    await expect(page.frameLocator('iframe[width="200"]').locator('main')).toHaveCSS(
      'background-color',
      'rgb(255, 255, 255)',
    );
    const badge = page.getByRole('link', { name: new RegExp(businessName) }).getByRole('img');
    await expect(badge).toHaveJSProperty('naturalWidth', 240);

    const opened = page.waitForEvent('popup');
    await frames.getByRole('link', { name: 'Send a message' }).click();
    const popup = await opened;
    await expect(popup.getByRole('dialog', { name: /^Message / })).toBeVisible();
    await popup.close();
  } finally {
    site.close();
  }
  for (const [width, path] of [
    [200, `/embed/${id}`],
    [320, `/embed/${id}/dark`],
    [480, `/es/embed/${id}/light`],
  ] as const) {
    await page.setViewportSize({ width, height: 340 });
    // axe is a script, which the policy of the card allows nobody.
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { name: businessName })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await page.locator('script').count()).toBe(0);
    await expectAccessible(page);
  }
});

test('no other page can be framed, and the code leads to the listing', async ({ page }) => {
  const { id } = await postListing(page);
  for (const path of ['/', `/ads/${id}`, '/account', '/auth'])
    expect((await page.request.get(path)).headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  await open(page, `/q/${id}`);
  await expect(page).toHaveURL(new RegExp(`/ads/${id}\\?via=qr$`));
  await page.goto(`/account/ads/${id}/qr-sheet`);
  await expect(page.getByRole('img', { name: /^QR code of / })).toHaveCount(12);
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'What to print' }).selectOption('tent');
  await expect(page.getByRole('img', { name: /^QR code of / })).toHaveCount(2);
  const embed = await getJson<{ html: string }>(
    page,
    `/oembed?url=${encodeURIComponent(new URL(`/ads/${id}`, page.url()).href)}`,
  );
  expect(embed.html).toContain(`/embed/${id}"`);
});

for (const language of ['', '/es'])
  test(`what is printed is accessible in both themes, and has no overflow or layout shift at three widths: ${language || '/en'}`, {
    tag: LONG,
  }, async ({ page }) => {
    const { id } = await postListing(page);
    // A test that scrolls before the codes are there would see the footer move.
    await expectSoundLayout(page, `${language}/account/ads/${id}/qr-sheet`, () =>
      expect(page.getByRole('main').getByRole('img')).toHaveCount(12),
    );
    for (const sheet of ['tent', 'truck']) {
      await page.getByRole('combobox').first().selectOption(sheet);
      for (const viewport of Object.values(VIEWPORTS)) {
        await page.setViewportSize(viewport);
        await expectNoOverflow(page);
      }
      await expectAccessible(page);
    }
    await expectSoundLayout(page, `${language}/account/receipt-cards`);
  });
