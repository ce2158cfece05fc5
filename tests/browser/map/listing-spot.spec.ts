import type { Page } from '@playwright/test';
import type { PostedListing } from '#contract/owner-listings.ts';
import { createOwner, post, signIn } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { listingForm } from '#tests/support/listing-form.ts';

test('an address is suggested while it is typed, chosen by keyboard, and any other text stays', async ({ page }) => {
  // The table of streets is loaded a minute after the start.
  await page.route('**/api/addresses/suggestions?*', (route) => {
    const q = new URL(route.request().url()).searchParams.get('q');
    const streets = ['Campus Drive', 'Camphor Street'].map((street) => ({ address: `4255 ${street}`, city: 'Irvine' }));
    return route.fulfill({ json: q?.startsWith('4255') ? streets : [] });
  });
  await open(page, '/post-ad');
  const address = page.getByLabel('Street Address');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await address.pressSequentially('4255 camp');
  await expect(options).toHaveText([/4255 Campus Drive\s*Irvine/, /4255 Camphor Street\s*Irvine/]);
  await expect(page.getByRole('status').filter({ hasText: '2 suggestions' })).toHaveCount(1);
  await expectAccessible(page);
  await address.press('ArrowDown');
  await address.press('Enter');
  await expect(address).toHaveValue('4255 Campus Drive');
  await expect(page.getByLabel('City')).toHaveValue('Irvine');
  await expect(options).toHaveCount(0);
  await address.fill('Behind the old pier, ask for Ada');
  await address.press('Tab');
  await expect(address).toHaveValue('Behind the old pier, ask for Ada');
});

test('before a listing is paid for, its pin is moved by keyboard and confirmed', async ({ page }) => {
  const id = await openCheckout(page);
  const spot = page.getByRole('region', { name: 'Is this the spot?' });
  await expect(spot.getByRole('button', { name: 'Yes, this is the spot' })).toBeVisible();
  await expectAccessible(page);
  // The map is loaded where it is in view.
  await spot.getByRole('button', { name: 'Yes, this is the spot' }).scrollIntoViewIfNeeded();
  await spot.getByRole('button', { name: /^Pin at / }).press('ArrowRight');
  await spot.getByRole('button', { name: 'Set the pin here' }).click();
  await expect(spot.getByText('Your pin is set.')).toBeVisible();
  const { form } = await getJson<{ form: { pin: { lat: number; lng: number } } }>(page, `/api/user/ads/${id}`);
  expect(form.pin.lat).toBeCloseTo(33.68, 1);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible();
  await expect(spot).toHaveCount(0);
});

test('a listing at a P.O. box is told that it has no pin, and can be paid for', { tag: LONG }, async ({ page }) => {
  await openCheckout(page, { address: 'P.O. Box 4126' });
  await expectNoPin(page);
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible();
});

test('a business that goes to its customers is told what it gets instead of a pin', async ({ page }) => {
  const id = await openCheckout(page, { address: '', serviceAreaOnly: true });
  await expectNoPin(page);
  await expectAccessible(page);
  await open(page, `/es/checkout?plan=enhanced&listing=${id}`);
  await expect(page.getByRole('region', { name: 'Sin marcador en el mapa' })).toContainText(
    'Su página recibe un mapa de su código postal',
  );
});

/** What an owner without a street reads before paying. */
async function expectNoPin(page: Page) {
  await expect(page.getByRole('region', { name: 'No map pin' })).toContainText(
    'Your page gets a map of your ZIP code instead',
  );
  const included = page.getByRole('region', { name: 'Included in Premium Monthly' }).getByRole('listitem');
  await expect(included.filter({ hasText: 'Map of your ZIP code' })).toBeVisible();
  await expect(included.filter({ hasText: 'Map pin' })).toHaveCount(0);
}

async function openCheckout(page: Parameters<typeof createOwner>[0] & Parameters<typeof open>[0], form = {}) {
  await signIn(page, await createOwner(page));
  const { ad } = await post<PostedListing>(page, '/api/ads', listingForm(form));
  await open(page, `/checkout?plan=monthly&listing=${ad.id}`);
  return ad.id;
}
