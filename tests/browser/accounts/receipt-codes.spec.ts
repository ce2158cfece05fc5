import {
  createConfirmedOwner,
  expectToast,
  signIn,
  uniqueUsername,
  waitForEmailLink,
  withRandomIpAddress,
} from '../support/accounts.ts';
import { expect, expectAccessible, open, test } from '../support/fixtures.ts';
import { postListing } from '../support/listings.ts';

// Codes are limited by network.
test.use(withRandomIpAddress);

test('An owner prints cards, and a customer reviews the business with the code of one', async ({
  page,
  otherPage: customer,
}) => {
  const owner = await createConfirmedOwner(page);
  await signIn(page, owner);
  const ad = await postListing(page);
  await open(page, '/account');
  const codes = page.getByRole('region', { name: 'Ask customers for reviews' });
  await codes.getByRole('button', { name: 'Make cards' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Make 20 cards' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`20 cards for ${ad.title}`);
  const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'How was' });
  await expect(cards).toHaveCount(20);
  await expectAccessible(page);
  const code = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec((await cards.first().textContent()) ?? '')?.[0] ?? '';
  await page.reload();
  await expect(cards).toHaveCount(20);

  const email = `${uniqueUsername()}@mail.example`;
  await open(customer, `/receipt-codes?code=${code}`);
  await expect(customer.getByLabel('Receipt code')).toHaveValue(code);
  await expect(customer).toHaveURL(/\/receipt-codes$/);
  await customer.getByLabel('Your email').fill(email);
  await expectAccessible(customer);
  await customer.getByRole('button', { name: 'Continue' }).click();
  await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  await expectAccessible(customer);
  await open(customer, await waitForEmailLink(email, /^Write your review/));
  await customer.getByRole('button', { name: 'Write a review' }).click();
  const dialog = customer.getByRole('dialog');
  await dialog.getByLabel('Stars').selectOption('4');
  await dialog.getByLabel('Your review').fill('Fresh bread every morning, and they know my name.');
  await dialog.getByLabel('Name to show').fill('Ana L.');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Send review' }).click();
  await expectToast(customer, 'Review sent', '');
  await expect(customer.getByRole('region', { name: 'Your review' })).toContainText('with a receipt code');
  await expectAccessible(customer);

  await open(page, '/account');
  await expect(codes).toContainText('1 of 20 used');
  await expectAccessible(page);

  await open(customer, '/receipt-codes');
  await customer.getByLabel('Receipt code').fill(code);
  await customer.getByLabel('Your email').fill(email);
  await customer.getByRole('button', { name: 'Continue' }).click();
  await expect(customer.getByText('We don’t know this code.')).toBeVisible();
});
