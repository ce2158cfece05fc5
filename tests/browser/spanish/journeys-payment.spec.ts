import type { Page } from '@playwright/test';
import type { Payment } from '#contract/payments.ts';
import { createOwner, expectToast, signIn, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, getJson, LONG, open } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';
import { payForPlan } from '#tests/browser/support/payments.ts';
import { es, esLike } from '#tests/browser/support/spanish.ts';
import { test } from '#tests/browser/support/spanish-test.ts';

// The browser logs the status of refused charges.
test.use({ tolerated: /status of 402/ });

test('an owner buys Premium with a test card, and has a receipt', async ({ page, expectSpanish }) => {
  const title = await openCheckout(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(es('Checkout'));
  await expectSpanish();
  await payWithCard(page, 'Succeeds');
  await expect(page).toHaveURL(/\/es\/payment-success\?payment_intent=pi_\w+/);
  await expect(page.getByRole('heading', { name: es('Payment Successful!') })).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toHaveAttribute('href', /^\/es\/ads\/\d+$/);
  await expectSpanish();

  const [payment] = await getJson<Payment[]>(page, '/api/user/payments');
  expect(payment).toMatchObject({ plan: 'monthly', status: 'paid', amountCents: 10000 });
  await open(page, '/es/account');
  const row = page.getByRole('row', { name: new RegExp(payment?.receiptNumber ?? '') });
  await expect(row).toContainText('$100');
  await row.getByRole('link', { name: /^Recibo / }).click();
  await expect(page).toHaveURL(`/es/account/payments/${payment?.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Recibo ${payment?.receiptNumber}`);
  await expect(page.getByRole('main')).toContainText('Visa terminada en 4242');
});

test('a declined card is refused in Spanish, and another one pays', { tag: LONG }, async ({ page, expectSpanish }) => {
  await openCheckout(page, 'enhanced');
  await payWithCard(page, 'Declined [card]');
  await expectToast(page, es('Payment Failed'), es('Your card was declined.'));
  await expect(page.getByRole('main').getByText(es('Your card was declined.'))).toBeVisible();
  await expectSpanish();
  await payWithCard(page, 'Succeeds');
  await expect(page.getByRole('heading', { name: es('Payment Successful!') })).toBeVisible();
});

test('the fields of a card are validated in Spanish', { tag: LONG }, async ({ page }) => {
  await openCheckout(page);
  await page.getByRole('button', { name: esLike('Pay {amount}') }).click();
  for (const [label, fault] of [
    ['Card number', 'Your card number is incomplete.'],
    ['Expiration date', "Your card's expiration date is incomplete."],
    ['CVC', "Your card's security code is incomplete."],
    ['Name on card', 'Enter the name on the card.'],
  ] as const)
    await expect(page.getByLabel(es(label)), label).toHaveAccessibleDescription(es(fault));
  await page.getByLabel(es('Card number')).fill('4242424242424241');
  await expect(page.getByLabel(es('Card number'))).toHaveAccessibleDescription(es('Your card number is invalid.'));
});

test('a card that needs the bank is confirmed in its dialog', { tag: LONG }, async ({ page, expectSpanish }) => {
  await openCheckout(page);
  await payWithCard(page, 'Needs bank confirmation');
  const dialog = page.getByRole('dialog', { name: es('Confirm with your bank') });
  await expect(dialog).toBeVisible();
  await expectSpanish();
  await dialog.getByRole('button', { name: es('Fail') }).click();
  await expectToast(page, es('Payment Failed'), /./);
  await expectSpanish();
  await page.getByRole('button', { name: esLike('Pay {amount}') }).click();
  await dialog.getByRole('button', { name: es('Complete [verb]') }).click();
  await expect(page.getByRole('heading', { name: es('Payment Successful!') })).toBeVisible();
});

test('a refund is requested, and given, both in Spanish', { tag: LONG }, async ({
  page,
  otherPage: admin,
  expectSpanish,
}) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  const { id } = await postListing(page);
  const { receiptNumber } = await payForPlan(page, { plan: 'monthly', listingId: id });
  await open(page, '/es/account');
  await page
    .getByRole('button', {
      name: es('Request a refund<hidden> for {number}</hidden>', { number: receiptNumber ?? '' }),
    })
    .click();
  const asking = page.getByRole('dialog', { name: es('Request a refund') });
  await asking.getByRole('button', { name: es('Send request') }).click();
  await expect(asking.getByLabel(es('Why do you want a refund?'))).toHaveAccessibleDescription(
    es('Reason is required'),
  );
  await expectSpanish();
  await asking.getByLabel(es('Why do you want a refund?')).fill('No me trajo a nadie.');
  await asking.getByRole('button', { name: es('Send request') }).click();
  await expectToast(page, es('Request sent'), /./);
  await expect(page.getByRole('row', { name: new RegExp(receiptNumber ?? '') })).toContainText(
    'Usted solicitó un reembolso de $100.00.',
  );
  await expectSpanish();

  await signInAsAdmin(admin);
  await open(admin, '/es/admin?tab=payments');
  await admin.getByLabel(es('Show'), { exact: true }).selectOption(es('Refund requested'));
  const row = admin.getByRole('row', { name: new RegExp(owner.username) });
  await expect(row).toContainText('No me trajo a nadie.');
  await row.getByRole('button', { name: /^Reembolsar/ }).click();
  const giving = admin.getByRole('dialog', { name: es('Refund payment') });
  await giving.getByRole('button', { name: es('Continue') }).click();
  await expect(giving.getByLabel(es('Reason'))).toHaveAccessibleDescription(es('Reason is required'));
  await giving.getByLabel(es('Reason')).fill('Lo pidió en un plazo de 7 días');
  await giving.getByRole('button', { name: es('Continue') }).click();
  await giving.getByRole('button', { name: /\$100\.00/ }).click();
  await expectToast(admin, es('Refund Sent'), es('It should reach the card in 5 to 10 days.'));
  await page.reload();
  await expect(page.getByRole('row', { name: new RegExp(receiptNumber ?? '') })).toContainText(es('Refunded'));
});

/** Posts a free listing of a new account, and opens the checkout of a plan for it; returns its title. */
async function openCheckout(page: Page, plan = 'monthly'): Promise<string> {
  await signIn(page, await createOwner(page));
  const { id, title } = await postListing(page);
  await open(page, `/es/checkout?plan=${plan}&listing=${id}`);
  return title;
}

async function payWithCard(page: Page, card: string) {
  const pay = page.getByRole('button', { name: esLike('Pay {amount}') });
  await expect(pay).toBeEnabled();
  await page.getByRole('button', { name: es(card), exact: true }).click();
  await pay.click();
}
