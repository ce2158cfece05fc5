import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { OwnerListing, PostedListing } from '#contract/owner-listings.ts';
import { createOwner, expectToast, openSection, post, signIn, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { toggleSection } from '#tests/browser/support/listing-form.ts';
import { payForPlan } from '#tests/browser/support/payments.ts';
import { listingForm } from '#tests/support/listing-form.ts';

const EXTRAS = {
  headline: 'Ten percent off in December',
  tags: ['Copper pipes', 'Slab leaks'],
  faq: [{ question: 'Do you come on Sundays?', answer: 'From noon on.' }],
  review: { quote: 'Came within the hour.', author: 'Dana R.', relationship: 'none', attested: true },
};

test('a payment has a receipt, which is printed without the page and in black', async ({ page }) => {
  await signInAsNewOwner(page);
  const ad = await postFreeListing(page);
  const payment = await payForPlan(page, { plan: 'quarterly', listingId: ad.id });
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/account');
  const row = page.getByRole('table', { name: /^Your payments/ }).getByRole('row', { name: /Premium Quarterly/ });
  await expect(row).toContainText(ad.title);
  await expect(row).toContainText('$270');
  await expect(row).toContainText('Visa ending 4242');
  await expect(row).toContainText('Paid');
  await expectAccessible(page);
  await row.getByRole('link', { name: `Receipt ${payment.receiptNumber}` }).click();

  await expect(page).toHaveURL(`/account/payments/${payment.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Receipt ${payment.receiptNumber}`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const receipt = page.getByRole('main');
  for (const words of ['Premium Quarterly, 3 months', 'Visa ending 4242', ad.title, '$270.00 USD', 'Salt & Sons'])
    await expect(receipt).toContainText(words);
  await expect(page.getByRole('row', { name: 'Premium Quarterly: 3 months at $100 $300.00' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Discount for 3 months −$30.00' })).toBeVisible();
  await expectAccessible(page);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('an invoice is reissued with the details of a company, and the first version stays', async ({ page }) => {
  await signInAsNewOwner(page);
  const { id, invoiceNumber } = await payForPlan(page, { plan: 'monthly' });
  await open(page, `/account/payments/${id}`);
  await page.getByRole('button', { name: 'Reissue invoice' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reissue invoice' });
  await dialog.getByLabel('Company name').fill('Salt & Sons LLC');
  await dialog.getByLabel('Tax ID').fill('12-3456789');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Reissue' }).click();
  await expectToast(page, 'Invoice reissued', 'The earlier version stays available.');
  const download = async (name: string) => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name }).click();
    return (await downloading).suggestedFilename();
  };
  expect(await download('Version 1 (PDF)')).toBe(`${invoiceNumber}.pdf`);
  expect(await download('Invoice (PDF)')).toBe(`${invoiceNumber}-v2.pdf`);
  await expectAccessible(page);
});

test.describe('A receipt', () => {
  test.use({ tolerated: /status of 404|Payment not found/ });

  test('is visible only to the account that paid', { tag: LONG }, async ({ page }) => {
    await signInAsNewOwner(page);
    const { id } = await payForPlan(page, { plan: 'monthly' });
    await signInAsNewOwner(page);
    await open(page, `/account/payments/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipt Not Found');
    await expectAccessible(page);
    await open(page, '/account/payments/mine');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipt Not Found');
  });
});

test('the administrator sees a month by day and what Stripe will pay out, and downloads it for the books', async ({
  page,
  otherPage: admin,
}) => {
  await signInAsNewOwner(page);
  const { receiptNumber } = await payForPlan(page, { plan: 'monthly' });
  await signInAsAdmin(admin);
  await openPayments(admin);
  await expect(admin.getByText('Stripe’s next payout')).toBeVisible();
  await admin.getByRole('button', { name: 'Compare with Stripe' }).click();
  await expect(admin.getByText(/^Our payments match Stripe’s\. \d+ charges? in 30 days: \$/)).toBeVisible();
  const byDay = admin.getByRole('region', { name: 'Payments by day' });
  await expect(byDay.getByRole('row', { name: /Whole month/ })).toContainText('$');
  const downloading = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Download for the books (CSV)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^books-20\d\d-\d\d-simulated\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toContain(`"${receiptNumber}"`);
  await expectAccessible(admin);
  const month = admin.getByLabel('Month', { exact: true });
  await month.selectOption({ index: 35 });
  await expect(admin.getByText('No payments in this month.')).toBeVisible();
});

test.describe('While Stripe cannot be reached', () => {
  test.use({ tolerated: /status (of )?503/ });

  test('the payments of the month are shown, and what is missing says so', { tag: LONG }, async ({ page }) => {
    await signInAsAdmin(page);
    const json = { message: 'We can’t reach the card service right now. Please try again later.' };
    await page.route('**/api/admin/payments/balance', (route) => route.fulfill({ status: 503, json }));
    await page.route('**/api/admin/payments/export*', (route) => route.fulfill({ status: 503, json }));
    await openPayments(page);
    await expect(page.getByRole('alert').filter({ hasText: 'What Stripe will pay out is not known' })).toContainText(
      json.message,
    );
    await page.getByLabel('Month', { exact: true }).selectOption({ index: 35 });
    await expect(page.getByText('No payments in this month.')).toBeVisible();
    await page.getByRole('button', { name: 'Download for the books (CSV)' }).click();
    await expectToast(page, 'Couldn’t download', json.message);
  });
});

test('a requested refund is granted, which ends the paid level', async ({ page, otherPage: admin }) => {
  const owner = await signInAsNewOwner(page);
  const ad = await postFreeListing(page, EXTRAS);
  const { receiptNumber } = await payForPlan(page, { plan: 'monthly', listingId: ad.id });
  await open(page, '/account');
  await page.getByRole('button', { name: `Request a refund for ${receiptNumber}` }).click();
  const asking = page.getByRole('dialog', { name: 'Request a refund' });
  await expect(asking).toContainText('$100 for Premium Monthly');
  await asking.getByRole('button', { name: 'Send request' }).click();
  await expect(asking.getByLabel('Why do you want a refund?')).toHaveAccessibleDescription('Reason is required');
  await expectAccessible(page);
  await asking.getByLabel('Why do you want a refund?').fill('It brought nobody.');
  await asking.getByRole('button', { name: 'Send request' }).click();
  await expectToast(page, 'Request sent', 'We got your request and will reply within 10 business days.');
  const row = page.getByRole('row', { name: new RegExp(`Receipt ${receiptNumber}`) });
  await expect(row).toContainText('You requested a refund of $');
  await expect(row.getByRole('button')).toHaveText([`Withdraw the request for ${receiptNumber}`]);

  await signInAsAdmin(admin);
  await openPayments(admin);
  await admin.getByLabel('Show', { exact: true }).selectOption('Refund requested');
  const refundRow = admin.getByRole('row', { name: new RegExp(owner.username) });
  await expect(refundRow).toContainText('Refund requested');
  await expect(refundRow).toContainText('It brought nobody.');
  await expectAccessible(admin);
  await refundRow.getByRole('button', { name: /^Refund/ }).click();
  const giving = admin.getByRole('dialog', { name: 'Refund payment' });
  await expect(giving.getByLabel('End the paid plan now')).toBeChecked();
  await expect(giving.getByLabel('End the paid plan now')).toBeDisabled();
  await giving.getByRole('button', { name: 'Continue' }).click();
  await expect(giving.getByLabel('Reason')).toHaveAccessibleDescription('Reason is required');
  await giving.getByLabel('Reason').fill('Asked for within 7 days');
  await giving.getByRole('button', { name: 'Continue' }).click();
  await expect(giving).toContainText(`$100.00 will be refunded to ${owner.username}, to the card ending 4242.`);
  await expect(giving).toContainText(`${ad.title} loses its paid plan now.`);
  await expectAccessible(admin);
  await giving.getByRole('button', { name: 'Refund $100.00' }).click();
  await expectToast(admin, 'Refund Sent', 'It should reach the card in 5 to 10 days.');

  await open(page, '/account');
  await expect(row).toContainText('Refunded');
  const html = await (await page.request.get(`/ads/${ad.id}`)).text();
  expect(html).toContain(ad.title);
  expect(html).not.toContain(EXTRAS.headline);
});

test('a refund request is declined with a reason that its owner reads; a partial refund keeps the level, and the rest can be refunded later', {
  tag: LONG,
}, async ({ page, otherPage: admin }) => {
  const owner = await signInAsNewOwner(page);
  const ad = await postFreeListing(page);
  const { id } = await payForPlan(page, { plan: 'enhanced', listingId: ad.id });
  await post(page, `/api/user/payments/${id}/refund-requests`, { reason: 'I changed my mind.' });
  await signInAsAdmin(admin);
  await openPayments(admin);
  const row = admin.getByRole('row', { name: new RegExp(owner.username) });
  await row.getByRole('button', { name: /^Decline request/ }).click();
  const dialog = admin.getByRole('dialog', { name: 'Decline this request?' });
  await expect(dialog).toContainText('I changed my mind.');
  await dialog.getByLabel('Answer').fill('Half of your term is left: use it.');
  await dialog.getByRole('button', { name: 'Decline request' }).click();
  await expectToast(admin, 'Request Declined', 'The owner will see your answer next to the payment.');
  await open(page, '/account');
  const payments = page.getByRole('table', { name: /^Your payments/ });
  await expect(payments.getByRole('row', { name: /Enhanced/ })).toContainText('Half of your term is left');

  await row.getByRole('button', { name: /^Refund/ }).click();
  const giving = admin.getByRole('dialog', { name: 'Refund payment' });
  await giving.getByLabel('Partial refund').check();
  await giving.getByLabel('Amount in dollars').fill('50.01');
  await giving.getByLabel('Reason').fill('A goodwill gesture');
  await giving.getByRole('button', { name: 'Continue' }).click();
  await expect(giving.getByLabel('Amount in dollars')).toHaveAccessibleDescription(
    'Enter $50.00 or less, the amount left on this payment',
  );
  await giving.getByLabel('Amount in dollars').fill('19.99');
  await giving.getByRole('button', { name: 'Continue' }).click();
  await expect(giving).toContainText(`${ad.title} keeps its paid plan until the term ends.`);
  await giving.getByRole('button', { name: 'Refund $19.99' }).click();
  await expectToast(admin, 'Refund Sent', 'It should reach the card in 5 to 10 days.');
  await expect(row).toContainText('Partially refunded');
  expect(await getJson<OwnerListing[]>(page, '/api/user/ads')).toMatchObject([{ id: ad.id, level: 'enhanced' }]);
  await expect(row).toContainText('$19.99');
  await row.getByRole('button', { name: /^Refund/ }).click();
  await expect(giving).toContainText('$30.01 of $50.00 is left and can be refunded.');
  await giving.getByLabel('Reason').fill('The rest as well');
  await giving.getByRole('button', { name: 'Continue' }).click();
  await giving.getByRole('button', { name: 'Refund $30.01' }).click();
  await expectToast(admin, 'Refund Sent', 'It should reach the card in 5 to 10 days.');
  await expect(row).toContainText('$50');
  await row.getByRole('button', { name: /^Details/ }).click();
  const details = admin.getByRole('dialog', { name: /^Receipt/ });
  await expect(details).toContainText('A goodwill gesture');
  await expectAccessible(admin);
});

test('a credit is offered, and upgrades a draft to a premium listing', async ({ page }) => {
  await signInAsNewOwner(page);
  const title = uniqueTitle();
  await post<PostedListing>(page, '/api/drafts', listingForm({ title, premium: true }));
  await payForPlan(page, { plan: 'annual' });
  await open(page, '/account');
  await expect(page.getByRole('heading', { name: 'You have a paid Premium Annual waiting' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Use Premium Annual for').selectOption(`${title} · draft`);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectToast(page, 'Premium until', title);
  await expect(page.getByRole('heading', { name: /waiting/ })).toHaveCount(0);
  const row = page.getByRole('table', { name: 'Your listings' }).getByRole('row', { name: new RegExp(title) });
  await expect(row).toContainText('Live');
  await expect(row.getByRole('link', { name: `Extend ${title}` })).toBeVisible();
  expect(await getJson<OwnerListing[]>(page, '/api/user/ads')).toMatchObject([
    { title, status: 'active', level: 'premium' },
  ]);
});

test('a draft is paid for from the account, and a payment that was not made is not listed', { tag: LONG }, async ({
  page,
}) => {
  await signInAsNewOwner(page);
  const title = uniqueTitle();
  const { ad } = await post<PostedListing>(page, '/api/drafts', listingForm({ title, premium: true }));
  await post(page, '/api/create-payment-intent', { plan: 'monthly', listingId: ad.id });
  await open(page, '/account');
  await expect(page.getByText('No payments yet')).toBeVisible();
  await expect(page.getByRole('link', { name: `Continue to payment for ${title}` })).toHaveAttribute(
    'href',
    `/checkout?plan=monthly&listing=${ad.id}`,
  );
});

test('the additional fields of premium listings are shown at that level, and are in the JSON-LD except the review', async ({
  page,
}) => {
  await signInAsNewOwner(page);
  const ad = await postFreeListing(page, EXTRAS);
  const free = await (await page.request.get(`/ads/${ad.id}`)).text();
  expect(free).toContain(ad.title);
  for (const words of [EXTRAS.headline, 'Slab leaks', 'Do you come on Sundays?', 'Came within the hour.'])
    expect(free).not.toContain(words);

  await payForPlan(page, { plan: 'monthly', listingId: ad.id });
  await open(page, `/ads/${ad.id}`);
  await expect(page.getByText(EXTRAS.headline)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(EXTRAS.tags);
  await expect(page.getByRole('blockquote')).toHaveText('“Came within the hour.”');
  await expect(page.getByText('Customer quote, chosen by the business')).toBeVisible();
  await expect(page.getByText('From noon on.')).toBeHidden();
  await page.getByText('Do you come on Sundays?').click();
  await expect(page.getByText('From noon on.')).toBeVisible();
  await expectAccessible(page);
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.map((text) => JSON.parse(text)['@type'])).toContain('FAQPage');
  expect(data.join()).not.toMatch(/Review|Rating|Came within the hour/);
});

test('the additional fields of premium listings are in the form if premium is on', { tag: LONG }, async ({ page }) => {
  await signInAsNewOwner(page);
  const ad = await postFreeListing(page);
  const edit = `/account/ads/${ad.id}/edit`;
  await open(page, edit);
  await toggleSection(page, 'Premium extras');
  await expect(page.getByText('We’ll save this and show it when your listing is Premium.').last()).toBeVisible();

  await payForPlan(page, { plan: 'monthly', listingId: ad.id });
  await open(page, edit);
  await toggleSection(page, 'Premium extras');
  await page.getByLabel('Promotional headline').fill(EXTRAS.headline);
  await page.getByLabel('Tags').fill('Copper pipes, Slab leaks');
  await page.getByRole('button', { name: 'Add a question' }).click();
  await expect(page.getByLabel('Question 1', { exact: true })).toBeFocused();
  await page.getByLabel('Question 1', { exact: true }).fill('Do you come on Sundays?');
  await page.getByLabel('Quote').fill(EXTRAS.review.quote);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('Answer 1')).toHaveAccessibleDescription('Enter an answer');
  await expect(page.getByLabel('Customer’s name')).toHaveAccessibleDescription('Enter the customer’s name');
  await expectAccessible(page);
  await page.getByLabel('Answer 1').fill('From noon on.');
  await page.getByLabel('Customer’s name').fill(EXTRAS.review.author);
  await page.getByLabel('What else are they to you?').selectOption('A customer, and nothing else');
  await page.getByLabel('This customer said this').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Changes saved', 'Visitors can see them now.');
  expect(await getJson(page, `/api/ads/${ad.id}`)).toMatchObject(EXTRAS);
});

async function signInAsNewOwner(page: Page) {
  const owner = await createOwner(page);
  await signIn(page, owner);
  return owner;
}

async function openPayments(page: Page) {
  await open(page, '/admin');
  await openSection(page, 'Payments');
}

// An identical listing would count as the same.
const uniqueTitle = () => `Golden Hour Plumbing ${crypto.randomUUID().slice(0, 8)}`;

async function postFreeListing(page: Page, fields: object = {}): Promise<OwnerListing> {
  return (await post<PostedListing>(page, '/api/ads', listingForm({ title: uniqueTitle(), ...fields }))).ad;
}
