import type { Page } from '@playwright/test';
import { createConfirmedOwner, signIn, signInAsAdmin, withRandomIpAddress } from '#tests/browser/support/accounts.ts';
import { expectedPages } from '#tests/browser/support/expected-pages.ts';
import { findMisfits } from '#tests/browser/support/fitting-texts.ts';
import { expect, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { SECTIONS, toggleSection } from '#tests/browser/support/listing-form.ts';
import { postListing } from '#tests/browser/support/listings.ts';
import { payForPlan } from '#tests/browser/support/payments.ts';

// The browser logs the status of statistics that have to be paid for.
test.use({ ...withRandomIpAddress, tolerated: /status of 40[24]/ });

/** In px: two phones, a tablet, where the header gets its links, and a desktop. */
const WIDTHS = [360, 390, 768, 1024, 1280];

test('the header has room for the link of the staff in Spanish', async ({ page }) => {
  await signInAsAdmin(page);
  for (const path of ['/es', '/es/contact']) {
    await open(page, path);
    await expect(page.getByRole('banner').getByRole('link', { name: /^Admin/ })).toBeVisible();
    expect(await findMisfits(page, [1024, 1280])).toEqual([]);
  }
});

/** The pages as they are in Spanish, and in English with texts that are made longer, as another language may need. */
const kinds = [
  { title: 'in Spanish', local: '/es', lengthen: false },
  { title: 'that are 40 % longer', local: '', lengthen: true },
];

test('public pages have room for texts that are 40 % longer', { tag: LONG }, async ({ page }) => {
  test.slow();
  const problems: string[] = [];
  for (const path of [
    ...expectedPages.map(({ path }) => path),
    ...['/ads/1', '/search', '/search?q=market&near=Irvine&within=10', '/search?q=zzqqxx', '/saved'],
    ...[
      '/compare?ids=1,2,3',
      '/auth',
      '/auth?register=true',
      '/checkout?plan=quarterly',
      '/receipt-codes',
      '/zip/99999',
    ],
  ])
    problems.push(...(await openAndLook(page, path, true)));
  expect(problems).toEqual([]);
});

for (const { title, local, lengthen } of kinds) {
  test(`the pages of an owner have room for texts ${title}`, { tag: LONG }, async ({ page }) => {
    test.slow();
    await signIn(page, await createConfirmedOwner(page));
    const [free, paid] = [await postListing(page), await postListing(page)];
    const { id: payment } = await payForPlan(page, { plan: 'monthly', listingId: paid.id });
    const problems: string[] = [];
    for (const path of [
      ...['/account', '/account/receipt-cards', `/account/payments/${payment}`, `/account/ads/${paid.id}/preview`],
      ...[`/ads/${paid.id}/analytics`, `/ads/${free.id}/analytics`, `/checkout?plan=monthly&listing=${free.id}`],
      `/account/ads/${paid.id}/qr-sheet`,
    ])
      problems.push(...(await openAndLook(page, local + path, lengthen)));
    await open(page, `${local}/account/ads/${paid.id}/edit`);
    for (const section of SECTIONS) await toggleSection(page, section);
    await expect(page.locator('details .skeleton')).toHaveCount(0);
    problems.push(...(await look(page, 'the form', lengthen)));
    expect(problems).toEqual([]);
  });

  test(`the sections of the administration have room for texts ${title}`, { tag: LONG }, async ({ page }) => {
    test.slow();
    await signInAsAdmin(page);
    await open(page, `${local}/admin`);
    const menu = page.getByRole('main').getByRole('navigation').first();
    const links = menu.getByRole('link');
    await expect(links.first()).toBeVisible();
    for (const group of (await menu.getByRole('button', { expanded: false }).all()).toReversed()) await group.click();
    const hrefs = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect(hrefs.length).toBeGreaterThan(30);
    const problems: string[] = [];
    for (const href of [...hrefs, `${local}/admin/ads/1`]) problems.push(...(await openAndLook(page, href, lengthen)));
    expect(problems).toEqual([]);
  });
}

async function openAndLook(page: Page, path: string, lengthen: boolean): Promise<string[]> {
  await open(page, path);
  return look(page, path, lengthen);
}

/** What does not fit, once the page has all of its data. */
async function look(page: Page, name: string, lengthen: boolean): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  return (await findMisfits(page, WIDTHS, { lengthen })).map((problem) => `${name}: ${problem}`);
}
