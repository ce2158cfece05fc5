import type { Page } from '@playwright/test';
import type { OwnerListing, PostedListing } from '#contract/owner-listings.ts';
import { createOwner, expectToast, openSection, post, signIn, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { listingForm } from '#tests/support/listing-form.ts';

test.use({ viewport: { width: 390, height: 844 }, tolerated: /status of 402/ });

test('three listings are paid for at once on a phone, and one of them is refunded', { tag: LONG }, async ({
  page,
  otherPage: admin,
}) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  const mark = crypto.randomUUID().slice(0, 8);
  const titles = ['Irvine', 'Tustin', 'Orange', 'Brea'].map((place) => `Pacific Plumbing ${place} ${mark}`);
  for (const title of titles) await post<PostedListing>(page, '/api/ads', listingForm({ title }));
  const [irvine = '', tustin = '', orange = '', brea = ''] = titles;

  await open(page, '/account');
  await page.getByRole('link', { name: 'Pay for several listings at once' }).click();
  await expect(page.getByRole('heading', { name: 'Which listings is this for?' })).toBeVisible();
  await page.getByRole('link', { name: /^3 months/ }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Choose at least one listing.')).toBeVisible();
  await page.getByLabel('All 4 listings').check();
  await page.getByRole('checkbox', { name: new RegExp(brea) }).uncheck();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue with 3 listings' }).click();

  await page.reload();
  const order = page.getByRole('region', { name: '3 listings' });
  for (const title of [irvine, tustin, orange]) await expect(order).toContainText(title);
  const pins = page.getByRole('region', { name: 'Map pins' });
  await pins.getByRole('button', { name: `Check the spot of ${tustin}` }).click();
  await pins.getByRole('button', { name: 'Yes, this is the spot' }).click();
  await expect(pins).toContainText('Your pin is set.');
  await expect(page.getByText('3 × $300.00')).toBeVisible();
  await expect(page.getByText('−$90.00')).toBeVisible();
  await expectAccessible(page);
  await payByCard(page, '$810.00');

  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  const paid = page.getByRole('region', { name: 'Your listings' });
  for (const title of [irvine, tustin, orange]) await expect(paid).toContainText(title);
  await expectAccessible(page);
  await paid.getByRole('link', { name: /^SL-/ }).click();
  await expect(page.getByRole('row', { name: '3 × Premium Quarterly: 3 months at $100 $900.00' })).toBeVisible();
  await expectAccessible(page);

  await open(page, '/account');
  const payments = page.getByRole('table', { name: /^Your payments/ });
  await expect(payments).toContainText('3 listings');
  await payments.getByRole('button', { name: /^Request a refund/ }).click();
  const request = page.getByRole('dialog', { name: 'Request a refund' });
  await request.getByLabel('Why do you want a refund?').fill('The branch closed.');
  await request.getByRole('button', { name: 'Send request' }).click();
  await expect(request.getByRole('alert').first()).toContainText('Choose at least one listing.');
  await request.getByLabel(irvine).check();
  await expectAccessible(page);
  await request.getByRole('button', { name: 'Send request' }).click();
  await expectToast(page, 'Request sent', /./);
  await expect(payments).toContainText('You requested a refund of $270.00 for one listing.');
  await expect(payments).toContainText(irvine);
  await payments.getByRole('button', { name: /^Withdraw the request/ }).click();
  await expectToast(page, 'Request withdrawn', /./);
  await payments.getByRole('button', { name: /^Request a refund/ }).click();
  await request.getByLabel(tustin).check();
  await request.getByLabel('Why do you want a refund?').fill('The branch closed.');
  await request.getByRole('button', { name: 'Send request' }).click();
  await expectToast(page, 'Request sent', /./);
  await expectAccessible(page);

  await signInAsAdmin(admin);
  await open(admin, '/admin');
  await openSection(admin, 'Payments');
  const row = admin.getByRole('row', { name: new RegExp(owner.username) });
  await expect(row).toContainText(tustin);
  await row.getByRole('button', { name: /^Refund/ }).click();
  const refund = admin.getByRole('dialog', { name: 'Refund payment' });
  await expect(refund.getByLabel(tustin)).toBeChecked();
  await expect(refund.getByLabel(irvine)).not.toBeChecked();
  await refund.getByLabel('Reason').fill('The branch closed');
  await expectAccessible(admin);
  await refund.getByRole('button', { name: 'Continue' }).click();
  await expect(refund).toContainText(`The paid time of this payment ends now for: ${tustin}.`);
  await refund.getByRole('button', { name: 'Refund $270.00' }).click();
  await expectToast(admin, 'Refund Sent', 'It should reach the card in 5 to 10 days.');

  const levels = new Map(
    (await getJson<OwnerListing[]>(page, '/api/user/ads')).map(({ title, level }) => [title, level]),
  );
  expect(titles.map((title) => levels.get(title))).toEqual(['premium', 'free', 'premium', 'free']);
});

test('branches whose paid time ends soon are renewed together, and a declined card changes nothing', async ({
  page,
}) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  const mark = crypto.randomUUID().slice(0, 8);
  const titles = ['Irvine', 'Tustin'].map((place) => `Pacific Dental ${place} ${mark}`);
  const listings = [];
  for (const title of titles)
    listings.push((await post<PostedListing>(page, '/api/ads', listingForm({ title }))).ad.id);
  const { id } = await post<{ id: number }>(page, '/api/user/organizations', { name: `Dental ${mark}`, listings });
  await open(page, `/checkout?plan=monthly&ads=${listings.join()}`);
  await payByCard(page, '$200.00');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  const readEnds = async () =>
    (await getJson<OwnerListing[]>(page, '/api/user/ads')).map(({ paidUntil }) => Date.parse(paidUntil ?? ''));
  const ends = await readEnds();

  await open(page, '/account');
  await expect(page.getByRole('link', { name: 'Pay for several listings at once' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Renew 2 Premium listings' })).toHaveCount(0);
  await page.clock.setFixedTime(Date.now() + 20 * 24 * 60 * 60 * 1000);
  await open(page, '/account');
  await expect(page.getByRole('link', { name: 'Renew 2 Premium listings' })).toBeVisible();
  await open(page, `/account/branches/${id}`);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Renew 2 Premium listings' }).click();
  const order = page.getByRole('region', { name: '2 listings' });
  for (const title of titles) {
    const row = order.getByRole('listitem').filter({ hasText: title });
    await expect(row).toContainText('$100.00');
    await expect(row).toContainText(/\d{4} to \w+ \d+, \d{4}/);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Declined' }).click();
  await page.getByRole('button', { name: 'Pay $200.00' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible();
  expect(await readEnds()).toEqual(ends);
  await payByCard(page, '$200.00');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  const paid = page.getByRole('region', { name: 'Your listings' });
  for (const title of titles) await expect(paid).toContainText(title);
  for (const [n, end] of (await readEnds()).entries()) expect(end).toBeGreaterThan(ends[n] as number);
});

async function payByCard(page: Page, amount: string) {
  const pay = page.getByRole('button', { name: `Pay ${amount}` });
  await expect(pay).toBeEnabled();
  await page.getByRole('button', { name: 'Succeeds' }).click();
  await pay.click();
}
