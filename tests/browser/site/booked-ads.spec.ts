import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { signInAsAdmin } from '#tests/browser/support/accounts.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleOnDeskAndPhone,
  LONG,
  open,
} from '#tests/browser/support/fixtures.ts';
import { type RecordedEvents, test } from '#tests/browser/support/recorded-events.ts';

const LINK = 'https://poppybank.example/';
const HTML =
  '<style>b { color: rgb(200, 0, 0) }</style><b>Poppy Bank</b><script>document.body.textContent = 1</script>';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Fills the form of a booked ad for pages of places in Kern County, and saves it. */
async function book(admin: Page, fields: (dialog: Locator) => Promise<void>): Promise<Locator> {
  const advertiser = `Poppy ${crypto.randomUUID().slice(0, 8)}`;
  await admin.getByRole('button', { name: 'Add ad' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Add ad' });
  await dialog.getByLabel('Advertiser').fill(advertiser);
  await fields(dialog);
  await dialog.getByLabel('Link').fill(LINK);
  await dialog.getByLabel('Description').fill('Poppy Bank: a free account');
  await dialog.getByLabel('Kern County').check();
  await dialog.getByLabel('First day').fill(inDays(-2));
  await dialog.getByLabel('Last day').fill(inDays(5));
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Add ad' }).click();
  await expect(dialog).toBeHidden();
  await expectAccessible(admin);
  return admin.getByRole('row').filter({ hasText: advertiser });
}

async function end(admin: Page, row: Locator) {
  await row.getByRole('button', { name: /^End now/ }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expect(row.getByRole('button', { name: /^Edit/ })).toBeHidden();
}

/** Opens the page of Bakersfield when the ad of a slot is there. */
async function openWithAd(page: Page, path: string, slot: Locator) {
  await expect(async () => {
    await open(page, path);
    await expect(slot.first()).toBeAttached({ timeout: 100 });
  }).toPass();
}

const eventsWith = (recorded: RecordedEvents, kind: string) =>
  recorded.flatMap(({ events }) => events.filter((event) => event.kind === kind && 'booking' in event));

// The fixture `page` fails on any request to another origin.
test('a booked picture is in its slot, marked, linked and counted, until it is ended', { tag: LONG }, async ({
  page,
  otherPage: admin,
  recorded,
}) => {
  const buffer = await sharp({ create: { width: 728, height: 90, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await signInAsAdmin(admin);
  await open(admin, '/admin?tab=ads');
  const row = await book(admin, async (dialog) => {
    await dialog.locator('input[type=file]').first().setInputFiles({ name: 'ad.png', mimeType: 'image/png', buffer });
    await expect(dialog.getByRole('button', { name: /^Remove/ })).toBeVisible();
  });

  const ad = page.getByRole('figure', { name: 'Advertisement' }).filter({ has: page.locator('a.booked') });
  await openWithAd(page, '/bakersfield', ad);
  const link = ad.getByRole('link', { name: 'Poppy Bank: a free account (opens in a new tab)' });
  await expect(link).toHaveAttribute('rel', 'sponsored noopener');
  await expectAccessibleOnDeskAndPhone(page);
  await ad.scrollIntoViewIfNeeded();
  expect(await link.boundingBox()).toMatchObject({ width: 728, height: 90 });
  await expect.poll(() => eventsWith(recorded, 'slot').length).toBeGreaterThan(0);
  await page.context().route(`${LINK}**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Poppy Bank' }));
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await opened.close();
  await expect.poll(() => eventsWith(recorded, 'slot-click').length).toBe(1);

  const onSpanishPage = page.getByRole('link', { name: /^Poppy Bank: a free account/ });
  await openWithAd(page, '/es/bakersfield', onSpanishPage);
  await end(admin, row);
});

test.describe('Booked HTML', () => {
  test.use({ tolerated: /^error: Blocked script execution in .*\/api\/ad-frames\// });

  test('is in a frame in which nothing runs, below its link', { tag: LONG }, async ({ page, otherPage: admin }) => {
    await signInAsAdmin(admin);
    await open(admin, '/admin?tab=ads');
    const row = await book(admin, async (dialog) => {
      await dialog.getByLabel('Ad space').selectOption('Pages of locations, counties and cities, below the listings');
      await dialog.getByLabel('Content').selectOption('HTML');
      await dialog.getByLabel('HTML').fill(HTML);
    });
    const link = page.getByRole('link', { name: 'Poppy Bank: a free account (opens in a new tab)' });
    await openWithAd(page, '/bakersfield', link);
    await link.scrollIntoViewIfNeeded();
    const text = page.frameLocator('.ad-slot iframe').locator('b');
    await expect(text).toHaveText('Poppy Bank');
    await expect(text).toHaveCSS('color', 'rgb(200, 0, 0)');
    await expectAccessibleOnDeskAndPhone(page);
    expect(await link.boundingBox()).toMatchObject({ width: 300, height: 250 });
    // What is on top at the center is the link.
    const box = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const top = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x as number, y as number)?.className,
      [box.x + box.width / 2, box.y + box.height / 2],
    );
    expect(top).toBe('booked');

    await row.getByRole('button', { name: /^Preview and report/ }).click();
    const dialog = admin.getByRole('dialog');
    await expect(admin.frameLocator('dialog iframe').locator('b')).toHaveText('Poppy Bank');
    await expect(dialog.getByText('Nobody has seen it yet.')).toBeVisible();
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await end(admin, row);
  });
});
