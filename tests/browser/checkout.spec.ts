import type { Locator, Page } from '@playwright/test';
import type { OwnerListing, PostedListing } from '#contract/owner-listings.ts';
import type { Payment, PaymentIntentResponse } from '#contract/payments.ts';
import type { PaidPlanId } from '#contract/plans/plans.ts';
import { createOwner, expectToast, post, signIn, submitSignInForm } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { submitListing } from '#tests/browser/support/listing-form.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { selectCases } from '#tests/support/long-run.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

const SUCCESS_CARD = '4242 4242 4242 4242';
const AUTHENTICATION_CARD = '4000 0025 0000 3155';

test('a premium listing is filled in, paid by keyboard, and live', async ({ page }) => {
  await signInAsNewOwner(page);
  const title = await fillInAndCheckOut(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
  await expect(page.getByText(`For ${title}`)).toBeVisible();
  await expect(page.getByText('Nothing renews automatically.')).toBeVisible();
  await expect(page.getByText('Test mode: no card is charged')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Needs bank confirmation' }).focus();
  await tabAndType(page.getByLabel('Card number'), '4242424242424242');
  await expect(page.getByLabel('Card number')).toHaveValue(SUCCESS_CARD);
  await tabAndType(page.getByLabel('Expiration date'), '1240');
  await expect(page.getByLabel('Expiration date')).toHaveValue('12 / 40');
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

  // Neither a reload nor going back and paying again creates a second payment or listing, or tells a second purchase.
  await page.reload();
  await expectLive(page, title);
  expect(await countEvents(page, 'purchase_complete')).toBe(0);
  await page.goBack();
  await expectLive(page, title);
  expect(await getJson<OwnerListing[]>(page, '/api/user/ads')).toHaveLength(1);
  expect(await getPaidPayments(page)).toMatchObject([{ plan: 'monthly', amountCents: 10000, isCredit: false }]);
});

test('fields of the card are validated on blur', { tag: LONG }, async ({ page }) => {
  await signInAsNewOwner(page);
  await openCheckout(page);
  await page.getByRole('button', { name: 'Pay $100.00' }).click();
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription('Your card number is incomplete.');
  await expect(page.getByLabel('Expiration date')).toHaveAccessibleDescription(
    "Your card's expiration date is incomplete.",
  );
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

test.describe('A payment', () => {
  // The browser logs the status of refused charges.
  test.use({ tolerated: /status of 40[02]/ });

  test('that another plan replaced says so, and is paid by the next attempt', { tag: LONG }, async ({ page }) => {
    await signInAsNewOwner(page);
    await openCheckout(page);
    await payWithCard(page, 'Declined', '$100.00');
    await expectToast(page, 'Payment Failed', /./);
    const [ad] = await getJson<OwnerListing[]>(page, '/api/user/ads');
    await post(page, '/api/create-payment-intent', { plan: 'annual', listingId: ad?.id });
    await page.getByLabel('Card number').fill(SUCCESS_CARD);
    await page.getByRole('button', { name: 'Pay $100.00' }).click();
    await expectToast(page, 'This payment was replaced', /You haven’t been charged/);
    await page.getByRole('button', { name: 'Pay $100.00' }).click();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    expect(await getJson<Payment[]>(page, '/api/user/payments')).toHaveLength(1);
  });
});

test.describe('A declined card', () => {
  // The browser logs the status of declined cards.
  test.use({ tolerated: /status of 402/ });

  for (const [card, message] of selectCases(1, [
    ['Declined', 'Your card was declined.'],
    ['Insufficient funds', 'Your card has insufficient funds.'],
  ] as const)) {
    test(`(${card}) keeps the form, and another card pays`, async ({ page }) => {
      await signInAsNewOwner(page);
      await openCheckout(page, 'enhanced');
      await page.getByRole('button', { name: card }).click();
      await expect(page.getByLabel('Card number')).toHaveValue(/^4/);
      const number = await page.getByLabel('Card number').inputValue();
      await page.getByRole('button', { name: 'Pay $50.00' }).click();
      await expect(page.getByLabel('Card number')).toBeFocused();
      await expectToast(page, 'Payment Failed', message);
      await expect(page).toHaveURL(/\/checkout\?plan=enhanced&listing=\d+&clientSecret=/);
      await expect(page.getByLabel('Card number')).toHaveValue(number);
      await expect(page.getByLabel('Name on card')).toHaveValue('Salt & Sons');
      await expect(page.getByRole('main').getByText(message)).toBeVisible();
      await expectAccessible(page);
      expect(await getDataLayer(page)).toContainEqual(expect.objectContaining({ event: 'payment_failed', message }));

      await page.getByLabel('Card number').fill(SUCCESS_CARD);
      await page.getByRole('button', { name: 'Pay $50.00' }).click();
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
      expect(await countEvents(page, 'payment_intent_created'), 'both attempts pay one intent').toBe(1);
      expect(await getPaidPayments(page)).toMatchObject([{ plan: 'enhanced', amountCents: 5000 }]);
    });
  }

  test('by a failed authentication can be retried, and pays once it succeeds', { tag: LONG }, async ({ page }) => {
    await signInAsNewOwner(page);
    await openCheckout(page);
    await page.getByRole('button', { name: 'Needs bank confirmation' }).click();
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

test('an intent without an ad, which only the API creates, pays for a credit, which the next premium ad uses', {
  tag: LONG,
}, async ({ page }) => {
  await signInAsNewOwner(page);
  const { clientSecret } = await post<PaymentIntentResponse>(page, '/api/create-payment-intent', { plan: 'quarterly' });
  await open(page, `/checkout?${new URLSearchParams({ clientSecret })}`);
  await expect(page.getByText('For your next listing.')).toBeVisible();
  await payWithCard(page, 'Succeeds', '$270.00');
  await expectToast(page, 'Payment Processing', 'You are being redirected to the confirmation page.');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByText('Your ad information was not found. Please try submitting your ad again.')).toContainText(
    'We saved your payment as a credit',
  );
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Post Your Ad' }).click();
  await expect(page).toHaveURL('/post-ad?plan=premium');
  await expect(page.getByText('PaidPremium Quarterly')).toBeVisible();
  const title = await fillIn(page);
  await expectAccessible(page);
  await submitListing(page, 'Post with your credit');
  await expect(page).toHaveURL('/account');
  await expectToast(page, 'Premium Listing Created', 'Your premium listing is live.');
  expect(await getJson<OwnerListing[]>(page, '/api/user/ads')).toMatchObject([{ title, level: 'premium' }]);
  expect(await getPaidPayments(page)).toMatchObject([{ plan: 'quarterly', isCredit: false, listing: { title } }]);
});

test('canceling leads to the homepage, the form keeps its values, and a payment for another listing does not publish the ad', {
  tag: LONG,
}, async ({ page }) => {
  await signInAsNewOwner(page);
  const title = await fillInAndCheckOut(page);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/');
  await open(page, '/post-ad');
  await expect(page.getByLabel('Ad Title')).toHaveValue(title);
  expect(await getJson<Payment[]>(page, '/api/user/payments')).toEqual([]);

  const other = await openCheckout(page, 'enhanced');
  await payWithCard(page, 'Succeeds', '$50.00');
  await expectLive(page, other);
  expect(await getJson<OwnerListing[]>(page, '/api/user/ads')).toMatchObject([
    { title: other, level: 'enhanced' },
    { title, status: 'draft' },
  ]);
  expect(await page.evaluate(() => sessionStorage.getItem('pendingAdData'))).toContain(title);
});

test('comparing plans and terms creates no payment; the form or a listing comes before paying', { tag: LONG }, async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') requested.push(new URL(request.url()).pathname);
  });
  await signInAsNewOwner(page);
  await open(page, '/rates');
  await page.getByRole('main').getByRole('link', { name: 'Go premium' }).click();
  await expect(page.getByRole('heading', { name: 'Start with your listing' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Post your listing' })).toHaveAttribute('href', '/post-ad?plan=premium');
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  await expectAccessible(page);

  const { ad } = await post<PostedListing>(page, '/api/ads', listingForm());
  // A draft that was never posted is not offered, and a namesake is told by its street.
  const namesake = listingForm({ title: ad.title, businessName: 'Another branch', address: '77 Harbor Blvd' });
  await post<PostedListing>(page, '/api/ads', namesake);
  await post(page, `/api/user/ads/${ad.id}/duplicate`, {});
  await open(page, '/checkout?plan=premium');
  await expect(page.getByRole('heading', { name: 'Which listing is this for?' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Your listings' }).getByRole('link')).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Your listings' })).toContainText('77 Harbor Blvd');
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('list', { name: 'Your listings' }).getByRole('link', { name: ad.title }).last().click();
  await expect(page).toHaveURL(`/checkout?plan=monthly&listing=${ad.id}`);
  // The list of listings has links to the terms too.
  await expect(page.getByRole('button', { name: 'Pay $100.00' })).toBeEnabled();
  for (const [term, amount] of [
    [/^12 months/, '$900.00'],
    [/^6 months/, '$510.00'],
    [/^3 months/, '$270.00'],
    [/^1 month/, '$100.00'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Term' }).getByRole('link', { name: term }).click();
    await expect(page.getByRole('button', { name: `Pay ${amount}` })).toBeEnabled();
    await expect(page.getByText(`For ${ad.title}`)).toBeVisible();
    await expect(getPaidTime(page)).toHaveText(/^\w+ \d+, \d{4} to \w+ \d+, \d{4}$/);
  }
  await page.reload();
  await expect(page.getByRole('button', { name: 'Pay $100.00' })).toBeEnabled();
  expect(requested).not.toContain('/api/create-payment-intent');
  expect(await countEvents(page, 'payment_intent_created')).toBe(0);
  await open(page, '/account');
  await expect(page.getByText('No payments yet')).toBeVisible();
});

test('an upgrade from Enhanced counts in the days that are left', async ({ page }) => {
  await signInAsNewOwner(page);
  await openCheckout(page, 'enhanced');
  await payWithCard(page, 'Succeeds', '$50.00');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  const [ad] = await getJson<OwnerListing[]>(page, '/api/user/ads');
  await open(page, `/checkout?plan=monthly&listing=${ad?.id}`);
  await expect(page.getByText(/^(28|29|30|31) days of Enhanced are left and counted in as half/)).toHaveText(
    /: 1[456] days\. Your listing is Premium until \w+ \d+, \d{4}\.$/,
  );
  await expectAccessible(page);
});

test('two tabs pay once', { tag: LONG }, async ({ page, context }) => {
  await signInAsNewOwner(page);
  const { ad } = await post<PostedListing>(page, '/api/ads', listingForm());
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await open(tab, `/checkout?plan=annual&listing=${ad.id}`);
    await expect(tab.getByRole('button', { name: 'Pay $900.00' })).toBeEnabled();
  }
  await payWithCard(page, 'Succeeds', '$900.00');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await payWithCard(other, 'Succeeds', '$900.00');
  await expect(other).toHaveURL(page.url());
  await expect(other.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  expect(await getPaidPayments(page)).toHaveLength(1);
});

test('a longer term can be selected for the ad, and amounts in the URL are ignored', { tag: LONG }, async ({
  page,
}) => {
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

test('paying requires an account, signing in returns to the checkout, and reloading it after a decline continues the same payment', {
  tag: LONG,
}, async ({ page }) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  const { ad } = await post<PostedListing>(page, '/api/ads', listingForm());
  await page.context().clearCookies();
  await open(page, `/checkout?plan=annual&listing=${ad.id}`);
  await expect(page.getByRole('heading', { name: 'Sign in to pay' })).toBeVisible();
  await expect(page.getByText('$900.00')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await submitSignInForm(page, owner);
  await expect(page).toHaveURL(`/checkout?plan=annual&listing=${ad.id}`);
  await payWithCard(page, 'Needs bank confirmation', '$900.00');
  await expect(page.getByRole('dialog', { name: 'Confirm with your bank' })).toBeVisible();
  await expect(page).toHaveURL(/clientSecret=/);
  const url = page.url();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Pay $900.00' })).toBeEnabled();
  expect(page.url()).toBe(url);
  await payWithCard(page, 'Succeeds', '$900.00');
  await expectLive(page, ad.title);
  expect(page.url()).toContain(new URL(url).searchParams.get('clientSecret') as string);
  expect(await getJson<Payment[]>(page, '/api/user/payments')).toHaveLength(1);
});

test.describe('A failed checkout', () => {
  test.use({ tolerated: /status( of)? (4\d\d|503)|ERR_FAILED/ });

  test('without a payment intent shows a message and links to the contact page', { tag: LONG }, async ({ page }) => {
    await signInAsNewOwner(page);
    await page.route('**/api/create-payment-intent', (route) => route.fulfill({ status: 503, json: { message: '' } }));
    await openCheckout(page);
    await payWithCard(page, 'Succeeds', '$100.00');
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
    await submitListing(page, 'Continue to Payment');
    await expectToast(page, 'Error Posting Ad', 'There was an error posting your ad. Please try again.');
    await page.unroute('**/api/create-payment-intent');
    await page.route('**/api/create-payment-intent', (route) => route.fulfill({ status: 201, json: {} }));
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expectToast(page, 'Error Posting Ad', 'Failed to create payment intent');
  });

  test('whose response is lost keeps the card, and the next attempt pays the same intent', async ({ page }) => {
    await signInAsNewOwner(page);
    await openCheckout(page);
    await page.route('**/api/create-payment-intent', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await payWithCard(page, 'Succeeds', '$100.00');
    await expectToast(page, 'Error', 'Failed to initialize payment. Please try again later.');
    await expect(page.getByLabel('Card number')).toHaveValue(SUCCESS_CARD);
    await page.unroute('**/api/create-payment-intent');
    await page.getByRole('button', { name: 'Pay $100.00' }).click();
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    expect(await getJson<Payment[]>(page, '/api/user/payments')).toHaveLength(1);
  });

  test('of another account is not found', { tag: LONG }, async ({ page }) => {
    await signInAsNewOwner(page);
    const title = await openCheckout(page);
    const checkout = page.url();
    const { clientSecret } = await post<PaymentIntentResponse>(page, '/api/create-payment-intent', { plan: 'monthly' });
    await signInAsNewOwner(page);
    await open(page, `/checkout?${new URLSearchParams({ clientSecret })}`);
    await expect(page.getByRole('heading', { name: 'Payment System Unavailable' })).toBeVisible();
    await expect(page.getByText('Payment not found.')).toBeVisible();
    await open(page, checkout);
    await expect(page.getByRole('heading', { name: 'Payment System Unavailable' })).toBeVisible();
    await expect(page.getByText(title)).toHaveCount(0);
  });
});

test.describe('The return from paying', () => {
  test.use({ tolerated: /status( of)? (4\d\d|50\d)|ERR_CONNECTION_FAILED/ });

  test('shows no success without a payment', { tag: LONG }, async ({ page }) => {
    await signInAsNewOwner(page);
    await fillInAndCheckOut(page);
    await open(page, toPaymentSuccessPath(page.url()));
    await expect(page.getByRole('heading', { name: 'There was a problem' })).toBeVisible();
    await expect(page.getByText('This payment hasn’t been completed.')).toBeVisible();
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
    await expect(page.getByText('Payment not found.')).toBeVisible();
  });

  test('asks the server when the listing cannot be posted: it is live', { tag: LONG }, async ({ page }) => {
    await signInAsNewOwner(page);
    const title = await fillInAndCheckOut(page);
    await page.route('**/api/ads', (route) => route.fulfill({ status: 500, json: {} }));
    await payWithCard(page, 'Succeeds', '$100.00');
    await expectToast(page, 'Premium Listing Created', 'Your premium listing is live.');
    await expectLive(page, title);
    await expect(page.getByText('There was a problem')).toHaveCount(0);
    expect(await page.evaluate(() => sessionStorage.getItem('pendingAdData'))).toBeNull();
  });

  test('shows why the listing failed, and that the payment is kept as a credit', { tag: LONG }, async ({ page }) => {
    await signInAsNewOwner(page);
    // The intent of a form whose draft the server does not have.
    const { clientSecret } = await post<PaymentIntentResponse>(page, '/api/create-payment-intent', { plan: 'monthly' });
    await page.evaluate((form) => sessionStorage.setItem('pendingAdData', form), JSON.stringify(listingForm()));
    await open(page, `/checkout?${new URLSearchParams({ clientSecret })}`);
    await page.route('**/api/ads', (route) => route.fulfill({ status: 500, json: {} }));
    await payWithCard(page, 'Succeeds', '$100.00');
    await expectToast(page, 'Error Creating Listing', 'Failed to create premium listing');
    await expect(page.getByRole('heading', { name: 'There was a problem' })).toBeVisible();
    await expect(page.getByText('We saved it as a credit for your next premium listing.')).toBeVisible();
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

for (const colorScheme of selectCases(1, ['dark', 'light'] as const)) {
  test.describe(`on a phone in the ${colorScheme}`, () => {
    test.use({ viewport: { width: 360, height: 740 }, colorScheme });

    test('the card form, the wait for a payment that is processing, and the result do not overflow', {
      tag: LONG,
    }, async ({ page }) => {
      await signInAsNewOwner(page);
      const fits = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
        await expectAccessible(page);
      };
      const title = await fillInAndCheckOut(page);
      // The checkout requests the intent as well, before it shows its form.
      await expect(page.getByRole('button', { name: 'Pay $100.00' })).toBeEnabled();
      await fits();
      const message = 'Your bank is still processing this payment.';
      await page.route(
        '**/api/user/payment-intents/*',
        (route) => route.fulfill({ json: { outcome: 'processing', message, ad: null, paymentId: 1 } }),
        { times: 1 },
      );
      await payWithCard(page, 'Succeeds', '$100.00');
      await expect(page.getByText(message)).toBeVisible();
      await expect(page.getByText('Payment Successful!')).toHaveCount(0);
      await expectLive(page, title);
      await fits();
    });
  });
}

async function signInAsNewOwner(page: Page) {
  await signIn(page, await createOwner(page));
}

/** Posts a free listing and opens the checkout of a plan for it; returns its title. */
async function openCheckout(page: Page, plan: PaidPlanId = 'monthly'): Promise<string> {
  const title = `Golden Hour Plumbing ${crypto.randomUUID().slice(0, 8)}`;
  const { ad } = await post<PostedListing>(page, '/api/ads', listingForm({ title }));
  await open(page, `/checkout?plan=${plan}&listing=${ad.id}`);
  return title;
}

/** Fills in the form of a premium listing and continues to the checkout; returns its title. */
async function fillInAndCheckOut(page: Page): Promise<string> {
  await open(page, '/post-ad?plan=premium');
  const title = await fillIn(page);
  await submitListing(page, 'Continue to Payment');
  // This creates the draft, the payment and its intent.
  await expect(page).toHaveURL(/\/checkout\?.*clientSecret=pi_\w+_secret_\w+/, { timeout: scaleTimeout(15_000) });
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
  await expect(page.getByText(/paid until \w+ \d+, \d{4}, then 30 days as a free listing\./)).toBeVisible();
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

const countEvents = async (page: Page, name: string) =>
  (await getDataLayer(page)).filter(({ event }) => event === name).length;

const getDataLayer = (page: Page) =>
  page.evaluate(() => (window.dataLayer ?? []) as { event?: string; [field: string]: unknown }[]);

async function tabAndType(field: Locator, text: string) {
  await field.page().keyboard.press('Tab');
  await expect(field).toBeFocused();
  await field.page().keyboard.type(text);
}

const getPaidTime = (page: Page) => page.getByRole('definition').filter({ hasText: ' to ' });
