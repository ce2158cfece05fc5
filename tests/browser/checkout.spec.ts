import type { Locator, Page } from '@playwright/test';
import type { OwnerListing } from '#contract/owner-listings.ts';
import type { Payment } from '#contract/payments.ts';
import { createOwner, expectToast, signIn, submitSignInForm } from './support/accounts.ts';
import { expect, expectAccessible, getJson, open, test } from './support/fixtures.ts';

const SUCCESS_CARD = '4242 4242 4242 4242';
const AUTHENTICATION_CARD = '4000 0025 0000 3155';

test('a premium listing is filled in, paid by keyboard, and live', async ({ page }) => {
  await signInAsNewOwner(page);
  const title = await fillInAndCheckOut(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
  await expect(page.getByText(`For ${title}`)).toBeVisible();
  await expect(page.getByText('Nothing renews by itself.')).toBeVisible();
  await expect(page.getByText('Test mode: no card is charged')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Asks your bank' }).focus();
  await tabAndType(page.getByLabel('Card number'), '4242424242424242');
  await expect(page.getByLabel('Card number')).toHaveValue(SUCCESS_CARD);
  await tabAndType(page.getByLabel('Expiry'), '1240');
  await expect(page.getByLabel('Expiry')).toHaveValue('12 / 40');
  await tabAndType(page.getByLabel('CVC'), '123');
  await tabAndType(page.getByLabel('Name on card'), 'Ada Lovelace');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Pay $100.00' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(
    /\/payment-success\?payment_intent=pi_\w+&payment_intent_client_secret=pi_\w+_secret_\w+$/,
  );
  await expectToast(page, 'Premium Listing Created', 'Your premium listing is live.');
  await expectLive(page, title);
  await expectAccessible(page);
  const [ad, ...others] = await getJson<OwnerListing[]>(page, '/api/user/ads');
  expect(ad).toMatchObject({ title, status: 'active', level: 'premium' });
  expect(others).toEqual([]);
  const intentId = new URL(page.url()).searchParams.get('payment_intent');
  const sold = { payment_id: intentId, plan: 'monthly', value: 100, currency: 'USD' };
  expect((await getDataLayer(page)).filter(({ event }) => event !== 'page_view')).toEqual([
    { event: 'payment_intent_created', ...sold },
    { event: 'begin_checkout', plan: 'monthly', value: 100, currency: 'USD' },
    { event: 'payment_attempt', ...sold },
    { event: 'purchase_complete', transaction_id: intentId, success: true },
    { event: 'ad_created', ad_id: ad?.id, ad_type: 'premium', payment_id: intentId },
  ]);
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(stored, 'neither the form nor card data is stored').not.toMatch(/AdData|adFormData|4242|Lovelace/);

  // Neither a reload nor going back and paying again creates a second payment or listing.
  await page.reload();
  await expectLive(page, title);
  await page.goBack();
  await expectLive(page, title);
  expect(await getJson<OwnerListing[]>(page, '/api/user/ads')).toHaveLength(1);
  expect(await getPaidPayments(page)).toMatchObject([{ plan: 'monthly', amountCents: 10000, isCredit: false }]);
});

test('fields of the card are validated on blur', async ({ page }) => {
  await signInAsNewOwner(page);
  await open(page, '/checkout');
  await page.getByRole('button', { name: 'Pay $100.00' }).click();
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription('Your card number is incomplete.');
  await expect(page.getByLabel('Expiry')).toHaveAccessibleDescription("Your card's expiration date is incomplete.");
  await expect(page.getByLabel('CVC')).toHaveAccessibleDescription("Your card's security code is incomplete.");
  await expect(page.getByLabel('Name on card')).toHaveAccessibleDescription('Enter the name on the card.');
  await page.getByLabel('Card number').fill('4242424242424241');
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription('Your card number is invalid.');
  await expectAccessible(page);
  expect((await getDataLayer(page)).filter(({ event }) => event === 'payment_attempt')).toEqual([]);

  // The caret keeps its position in the middle of the number.
  const number = page.getByLabel('Card number');
  await number.fill('42424242424242');
  await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 4));
  await number.pressSequentially('12');
  await expect(number).toHaveValue('4242 1242 4242 4242');
  expect(await number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(7);
});

test.describe('A declined card', () => {
  // The browser logs the status of declined cards.
  test.use({ tolerated: /status of 402/ });

  for (const [card, message] of [
    ['Declined', 'Your card was declined.'],
    ['Insufficient funds', 'Your card has insufficient funds.'],
  ] as const) {
    test(`(${card}) keeps the form, and another card pays`, async ({ page }) => {
      await signInAsNewOwner(page);
      await open(page, '/checkout?plan=enhanced');
      await page.getByRole('button', { name: card }).click();
      const number = await page.getByLabel('Card number').inputValue();
      await page.getByRole('button', { name: 'Pay $50.00' }).click();
      await expect(page.getByLabel('Card number')).toBeFocused();
      await expectToast(page, 'Payment Failed', message);
      await expect(page).toHaveURL(/\/checkout\?plan=enhanced/);
      await expect(page.getByLabel('Card number')).toHaveValue(number);
      await expect(page.getByLabel('Name on card')).toHaveValue('Salt & Sons');
      await expect(page.getByRole('main').getByText(message)).toBeVisible();
      await expectAccessible(page);
      expect(await getDataLayer(page)).toContainEqual(expect.objectContaining({ event: 'payment_failed', message }));

      await page.getByLabel('Card number').fill(SUCCESS_CARD);
      await page.getByRole('button', { name: 'Pay $50.00' }).click();
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
      expect(await getPaidPayments(page)).toMatchObject([{ plan: 'enhanced', amountCents: 5000 }]);
    });
  }

  test('by a failed authentication can be retried, and pays once it succeeds', async ({ page }) => {
    await signInAsNewOwner(page);
    await open(page, '/checkout');
    await page.getByRole('button', { name: 'Asks your bank' }).click();
    await expect(page.getByLabel('Card number')).toHaveValue(AUTHENTICATION_CARD);
    const pay = page.getByRole('button', { name: 'Pay $100.00' });
    const dialog = page.getByRole('dialog', { name: 'Confirm with your bank' });
    await pay.click();
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('button', { name: 'Processing...', includeHidden: true })).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Fail' }).click();
    await expectToast(page, 'Payment Failed', /could not confirm/);
    await pay.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expectToast(page, 'Payment Failed', /could not confirm/);
    expect(await getPaidPayments(page)).toEqual([]);

    await pay.click();
    await dialog.getByRole('button', { name: 'Complete' }).click();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    expect(await getPaidPayments(page)).toHaveLength(1);
  });
});

test('a payment without an ad is a credit, which the next premium ad uses', async ({ page }) => {
  await signInAsNewOwner(page);
  await open(page, '/checkout?plan=quarterly');
  await expect(page.getByText('For the listing that you post next.')).toBeVisible();
  await payWithCard(page, 'Succeeds', '$270.00');
  await expectToast(page, 'Payment Processing', 'You are being redirected to the confirmation page.');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByText('Your ad information was not found. Please try submitting your ad again.')).toContainText(
    'Your payment is kept as a credit',
  );
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Post Your Ad' }).click();
  await expect(page).toHaveURL('/post-ad?plan=premium');
  await expect(page.getByText('PaidPremium Quarterly')).toBeVisible();
  const title = await fillIn(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Post with your credit' }).click();
  await expect(page).toHaveURL('/account');
  await expectToast(page, 'Premium Listing Created', 'Your premium listing is live.');
  expect(await getJson<OwnerListing[]>(page, '/api/user/ads')).toMatchObject([{ title, level: 'premium' }]);
  expect(await getPaidPayments(page)).toMatchObject([{ plan: 'quarterly', isCredit: false, listing: { title } }]);
});

test('a payment for another order does not publish the ad that is waiting for payment', async ({ page }) => {
  await signInAsNewOwner(page);
  const title = await fillInAndCheckOut(page);
  await open(page, '/checkout?plan=enhanced');
  await payWithCard(page, 'Succeeds', '$50.00');
  await expect(page.getByText('Your payment is kept as a credit')).toBeVisible();
  expect(await getJson<OwnerListing[]>(page, '/api/user/ads')).toMatchObject([{ title, status: 'draft' }]);
  expect(await page.evaluate(() => sessionStorage.getItem('pendingAdData'))).toContain(title);
});

test('two tabs pay once', async ({ page, context }) => {
  await signInAsNewOwner(page);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await open(tab, '/checkout?plan=annual');
    await expect(tab.getByRole('button', { name: 'Pay $900.00' })).toBeEnabled();
  }
  await payWithCard(page, 'Succeeds', '$900.00');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await payWithCard(other, 'Succeeds', '$900.00');
  await expect(other).toHaveURL(page.url());
  await expect(other.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  expect(await getPaidPayments(page)).toHaveLength(1);
});

test('reloading the checkout continues the same payment', async ({ page }) => {
  await signInAsNewOwner(page);
  await open(page, '/checkout?plan=semiannual');
  await expect(page).toHaveURL(/clientSecret=/);
  const url = page.url();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Pay $510.00' })).toBeEnabled();
  expect(page.url()).toBe(url);
  expect(await getJson<Payment[]>(page, '/api/user/payments')).toHaveLength(1);
});

test('a longer term can be selected for the ad, and amounts in the URL are ignored', async ({ page }) => {
  await signInAsNewOwner(page);
  const title = await fillInAndCheckOut(page);
  const address = new URL(page.url());
  address.searchParams.set('amount', '1');
  address.searchParams.set('plan', 'enhanced');
  await open(page, address.pathname + address.search);
  await expect(page.getByRole('button', { name: 'Pay $100.00' })).toBeEnabled();
  await expect(page.getByRole('heading', { name: 'Premium Monthly', exact: true })).toBeVisible();

  await page.getByRole('link', { name: /^12 months/ }).click();
  await expect(page.getByText(`For ${title}`)).toBeVisible();
  await payWithCard(page, 'Succeeds', '$900.00');
  await expectLive(page, title);
  expect(await getPaidPayments(page)).toMatchObject([{ plan: 'annual', amountCents: 90000, listing: { title } }]);
});

test('canceling leads to the homepage, and the form keeps its values', async ({ page }) => {
  await signInAsNewOwner(page);
  const title = await fillInAndCheckOut(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/');
  await open(page, '/post-ad');
  await expect(page.getByLabel('Ad Title')).toHaveValue(title);
  expect(await getPaidPayments(page)).toEqual([]);
});

test('paying requires an account, and signing in returns to the checkout', async ({ page }) => {
  const owner = await createOwner(page);
  await open(page, '/checkout?plan=annual');
  await expect(page.getByRole('heading', { name: 'Sign in to pay' })).toBeVisible();
  await expect(page.getByText('$900.00')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await submitSignInForm(page, owner);
  await expect(page).toHaveURL(/\/checkout\?plan=annual/);
  await expect(page.getByRole('button', { name: 'Pay $900.00' })).toBeEnabled();
});

test.describe('A failed checkout', () => {
  test.use({ tolerated: /status( of)? (4\d\d|503)/ });

  test('without a payment intent shows a message and links to the contact page', async ({ page }) => {
    await signInAsNewOwner(page);
    await page.route('**/api/create-payment-intent', (route) => route.fulfill({ status: 503, json: { message: '' } }));
    await open(page, '/checkout');
    await expectToast(page, 'Error', 'Failed to initialize payment. Please try again later.');
    await expect(page.getByRole('heading', { name: 'Payment System Unavailable' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
      'href',
      '/contact',
    );
    await expectAccessible(page);
    expect(await getDataLayer(page)).toContainEqual(expect.objectContaining({ event: 'payment_intent_failed' }));

    await open(page, '/post-ad?plan=premium');
    await fillIn(page);
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expectToast(page, 'Error Posting Ad', 'There was an error posting your ad. Please try again.');
    await page.unroute('**/api/create-payment-intent');
    await page.route('**/api/create-payment-intent', (route) => route.fulfill({ status: 201, json: {} }));
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expectToast(page, 'Error Posting Ad', 'Failed to create payment intent');
  });

  test('of another account is not found', async ({ page, browser }) => {
    await signInAsNewOwner(page);
    await open(page, '/checkout');
    await expect(page).toHaveURL(/clientSecret=/);
    const stranger = await (await browser.newContext()).newPage();
    await signInAsNewOwner(stranger);
    await open(stranger, page.url());
    await expect(stranger.getByRole('heading', { name: 'Payment System Unavailable' })).toBeVisible();
    await expect(stranger.getByText('There is no such payment.')).toBeVisible();
    await stranger.context().close();
  });
});

test.describe('The return from paying', () => {
  test.use({ tolerated: /status( of)? (4\d\d|50\d)|ERR_CONNECTION_FAILED/ });

  test('shows no success without a payment', async ({ page }) => {
    await signInAsNewOwner(page);
    await open(page, '/checkout');
    await expect(page).toHaveURL(/clientSecret=/);
    await open(page, toPaymentSuccessPath(page.url()));
    await expect(page.getByRole('heading', { name: 'There was a problem' })).toBeVisible();
    await expect(page.getByText('This payment has not been made.')).toBeVisible();
    await expect(page.getByText('Payment Successful!')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/post-ad?plan=premium');
    await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact');
    await expectAccessible(page);
    expect(await getDataLayer(page)).toContainEqual(
      expect.objectContaining({ event: 'purchase_complete', success: false }),
    );

    await open(page, '/payment-success');
    await expect(page.getByRole('heading', { name: 'There was a problem' })).toBeVisible();
    await open(page, '/payment-success?payment_intent=pi_unknown&payment_intent_client_secret=pi_unknown_secret_1');
    await expect(page.getByText('There is no such payment.')).toBeVisible();
  });

  test('waits while the payment is processing', async ({ page }) => {
    await signInAsNewOwner(page);
    const title = await fillInAndCheckOut(page);
    // The checkout requests it as well, before it shows its form.
    await expect(page.getByRole('button', { name: 'Pay $100.00' })).toBeEnabled();
    const message = 'Your bank is still working on this payment.';
    await page.route(
      '**/api/user/payment-intents/*',
      (route) => route.fulfill({ json: { outcome: 'processing', message, ad: null, paymentId: 1 } }),
      { times: 1 },
    );
    await payWithCard(page, 'Succeeds', '$100.00');
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByText('Payment Successful!')).toHaveCount(0);
    await expectLive(page, title);
  });

  test('shows why the listing failed, and that the payment is safe', async ({ page }) => {
    await signInAsNewOwner(page);
    await fillInAndCheckOut(page);
    await page.route('**/api/ads', (route) => route.fulfill({ status: 500, json: {} }));
    await payWithCard(page, 'Succeeds', '$100.00');
    await expectToast(page, 'Error Creating Listing', 'Failed to create premium listing');
    await expect(page.getByRole('heading', { name: 'There was a problem' })).toBeVisible();
    await expect(page.getByText('Your payment is safe')).toBeVisible();
    await expectAccessible(page);

    await page.unroute('**/api/ads');
    await page.route('**/api/ads', (route) => route.abort('connectionfailed'));
    await page.reload();
    await expectToast(page, 'Error Creating Listing', 'Failed to create your listing. Please try again.');
    await expect(page.getByText('There was a problem creating your listing. Please contact support.')).toBeVisible();

    await page.unroute('**/api/ads');
    await page.reload();
    await expectToast(page, 'Premium Listing Created', 'Your premium listing is live.');
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a phone in the ${colorScheme}`, () => {
    test.use({ viewport: { width: 360, height: 740 }, colorScheme });

    test('the card form and the result do not overflow', async ({ page }) => {
      await signInAsNewOwner(page);
      const fits = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
        await expectAccessible(page);
      };
      const title = await fillInAndCheckOut(page);
      await expect(page.getByRole('button', { name: 'Pay $100.00' })).toBeEnabled();
      await fits();
      await payWithCard(page, 'Succeeds', '$100.00');
      await expectLive(page, title);
      await fits();
    });
  });
}

async function signInAsNewOwner(page: Page) {
  await signIn(page, await createOwner(page));
}

/** Fills in the form of a premium listing and continues to the checkout; returns its title. */
async function fillInAndCheckOut(page: Page): Promise<string> {
  await open(page, '/post-ad?plan=premium');
  const title = await fillIn(page);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  // This creates the draft, the payment and its intent.
  await expect(page).toHaveURL(/\/checkout\?.*clientSecret=pi_\w+_secret_\w+/, { timeout: 15_000 });
  return title;
}

async function fillIn(page: Page): Promise<string> {
  const title = `Harbor cruises ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel('Ad Title').fill(title);
  await page.getByLabel('Description').fill('Two hours on the water at sundown, from the old harbor and back.');
  await page.getByLabel('Business Name').fill('Salt & Sons');
  await page.getByLabel('Street Address').fill('18 Technology Drive');
  await page.getByLabel('ZIP Code').fill('92614');
  await page.getByLabel('Phone Number').fill('(949) 555-0100');
  await page.getByLabel('Email').fill('hello@salt.example');
  await page.getByLabel('Category').fill('plumb');
  await page.getByLabel('Category').press('Enter');
  await expect(page.getByLabel('City')).toHaveValue('Irvine');
  return title;
}

/** Pays the amount on the button with a test card. */
async function payWithCard(page: Page, card: string, amount: string) {
  const pay = page.getByRole('button', { name: `Pay ${amount}` });
  await expect(pay).toBeEnabled();
  await page.getByRole('button', { name: card }).click();
  await pay.click();
}

/** Expects the page of a paid and live listing, with its next steps. */
async function expectLive(page: Page, title: string) {
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Next Steps' })).toBeVisible();
  await expect(page.getByText('Listing activated')).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toHaveAttribute('href', /^\/ads\/\d+$/);
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/account');
  await expect(page.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/');
}

/** The path to which paying at this checkout would lead. */
function toPaymentSuccessPath(checkout: string): string {
  const secret = new URL(checkout).searchParams.get('clientSecret') ?? '';
  const [intentId = ''] = secret.split('_secret_');
  return `/payment-success?payment_intent=${intentId}&payment_intent_client_secret=${secret}`;
}

const getPaidPayments = async (page: Page) =>
  (await getJson<Payment[]>(page, '/api/user/payments')).filter(({ status }) => status === 'paid');

const getDataLayer = (page: Page) =>
  page.evaluate(() => (window.dataLayer ?? []) as { event?: string; [field: string]: unknown }[]);

async function tabAndType(field: Locator, text: string) {
  await field.page().keyboard.press('Tab');
  await expect(field).toBeFocused();
  await field.page().keyboard.type(text);
}
