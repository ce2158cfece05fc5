import {
  createConfirmedOwner,
  expectToast,
  post,
  signIn,
  signInAsAdmin,
  uniqueUsername,
  waitForEmailLink,
  withRandomIpAddress,
} from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';

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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`20 cards for ${ad.businessName}`);
  const cards = page.getByRole('main').getByRole('listitem').filter({ hasText: 'How was' });
  await expect(cards).toHaveCount(20);
  await expectAccessible(page);
  const code = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec((await cards.first().textContent()) ?? '')?.[0] ?? '';
  await page.reload();
  await expect(cards).toHaveCount(20);

  const email = `${uniqueUsername()}@mail.example`;
  await open(customer, `/receipt-codes#code=${code}`);
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
  await dialog.getByRole('radio', { name: '4: good' }).check();
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

test('Three reviews give a business stars in lists, and can be sorted by usefulness', { tag: LONG }, async ({
  page,
  otherPage: customer,
}) => {
  await signIn(page, await createConfirmedOwner(page));
  const ad = await postListing(page);
  const { codes } = await post<{ codes: string[] }>(page, `/api/user/ads/${ad.id}/receipt-codes`, { count: 20 });
  const texts = [
    'They know my name, and the heater works again.',
    'Good, but late, and a long story. '.repeat(20),
    'Not bad, and not cheap either.',
  ];
  for (const [index, text] of texts.entries()) {
    const email = `${uniqueUsername()}@mail.example`;
    await post(customer, '/api/receipt-codes', { code: codes[index], email });
    const link = await waitForEmailLink(email, /^Write your review/);
    const [, id, token = ''] = /receipt-codes\/(\d+)#token=([\w-]+)/.exec(link) ?? [];
    await post(customer, '/api/links/open', { token });
    const form = { stars: 5 - index, text, name: `Ana ${index}`, visitedMonth: '2026-10', declares: true };
    const written = await customer.request.put(`/api/receipt-codes/${id}/review`, {
      data: { ...form, key: crypto.randomUUID() },
      headers: { origin: process.env.SITE_ORIGIN ?? '' },
    });
    expect(written.status()).toBe(200);
  }
  await page.context().clearCookies();
  await signInAsAdmin(page);
  await open(page, '/admin?tab=reviews');
  for (const [index] of texts.entries()) {
    const card = page.getByRole('region', { name: `Review of ${ad.title}` }).first();
    await expect(card).toContainText(`Ana ${index}`);
    await card.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(card.filter({ hasText: `Ana ${index}` })).toHaveCount(0);
  }

  await open(customer, `/search?q=${encodeURIComponent(ad.title)}&stars=4`);
  await expect(customer.getByRole('main').getByRole('listitem').filter({ hasText: ad.title })).toContainText(
    '4.0 stars (3 reviews)',
  );
  await expect(customer.getByRole('checkbox', { name: '4 stars and more' })).toBeChecked();
  await expectAccessible(customer);
  await open(customer, `/ads/${ad.id}`);
  const reviews = customer.getByRole('region', { name: 'Reviews' });
  await expect(reviews.getByRole('article').first()).toContainText('Ana 2');
  await reviews.getByLabel('Order of the reviews').selectOption('useful');
  await expect(reviews.getByRole('article').first()).toContainText('Ana 1');
  await expect(reviews).toContainText('Stars don’t count.');
  await expectAccessible(customer);
});
