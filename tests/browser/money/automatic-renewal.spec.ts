import type { PostedListing } from '#contract/owner-listings.ts';
import { createOwner, expectToast, post, signIn, waitForEmailLink } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { listingForm } from '#tests/support/listing-form.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a plan renews only after its box is checked, and one click stops it, in the account or from the email', {
  tag: LONG,
}, async ({ page, otherPage: reader }) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  const title = `Pacific Plumbing ${crypto.randomUUID().slice(0, 8)}`;
  const { ad } = await post<PostedListing>(page, '/api/ads', listingForm({ title }));

  const pay = async () => {
    await open(page, `/checkout?plan=monthly&listing=${ad.id}`);
    const box = page.getByRole('checkbox', { name: 'Renew automatically: $100.00 every month' });
    await expect(box).not.toBeChecked();
    await box.check();
    await expect(page.getByText('It renews automatically until you stop it.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Succeeds' }).click();
    await page.getByRole('button', { name: 'Pay $100.00' }).click();
    await expect(page.getByText(/^Thank you. Your plan renews automatically/)).toBeVisible();
  };
  await pay();
  await open(reader, await waitForEmailLink(owner.email, /renews automatically/, /\/stop-renewal/));
  await expectAccessible(reader);
  await reader.getByRole('button', { name: 'Stop the renewal' }).click();
  await expect(reader.getByRole('heading', { name: 'Renewal stopped' })).toBeFocused();
  await expect(reader.getByRole('main')).toContainText(title);
  await expectAccessible(reader);

  await pay();
  await open(page, '/account#payments');
  const renewals = page.getByRole('region', { name: 'Renewing automatically' });
  await expect(renewals).toContainText('Premium Monthly, $100.00 every month');
  await expectAccessible(page);
  await renewals.getByRole('button', { name: `Stop the renewal of ${title}` }).click();
  await expectToast(page, 'Renewal stopped', /You won’t be charged again/);
  await expect(renewals).toBeHidden();
});
