import type { Listing } from '#contract/listings.ts';
import { createConfirmedOwner, signIn } from '#tests/browser/support/accounts.ts';
import { expect, getJson, open } from '#tests/browser/support/fixtures.ts';
import { es } from '#tests/browser/support/spanish.ts';
import { test } from '#tests/browser/support/spanish-test.ts';

// The browser logs the 404 of a link that was revoked.
test.use({ tolerated: /status of 404/ });

test('a list is shared and its link is revoked in Spanish', async ({ page, expectSpanish }) => {
  const listings = await getJson<Listing[]>(page, '/api/category/nightlife/ads?limit=2&featured=false');
  await page.addInitScript(
    (ids) => localStorage.setItem('saved-listings', JSON.stringify({ ids })),
    listings.map(({ id }) => id),
  );
  await signIn(page, await createConfirmedOwner(page));
  await open(page, '/es/saved');
  await page.getByRole('button', { name: es('New list') }).click();
  await expectSpanish();
  await page.getByRole('dialog').getByLabel(es('Name')).fill('Tacos');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: es('Create list') })
    .click();
  await expect(page.getByText(es('Nothing on this list yet'))).toBeVisible();
  await expectSpanish();
  await page.getByRole('button', { name: es('Share'), exact: true }).click();
  const link = page.getByRole('link', { name: es('Open the shared list') });
  const path = (await link.getAttribute('href')) ?? '';
  expect(path).toMatch(/^\/es\/lists\/[\w-]{43}$/);
  await expectSpanish();
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tacos');
  await expectSpanish();
  await page.goBack();
  await page.getByRole('button', { name: es('Stop sharing') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: es('Stop sharing') })
    .click();
  await expect(link).toHaveCount(0);
  expect((await page.goto(path))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(es('This list isn’t shared anymore'));
  await expectSpanish();
});
