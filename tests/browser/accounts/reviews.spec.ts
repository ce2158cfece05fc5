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

// Messages are limited by network.
test.use(withRandomIpAddress);

test('A customer reviews a business that answered, the staff reads it, and the business replies', async ({
  page,
  otherPage: customer,
}) => {
  const owner = await createConfirmedOwner(page);
  await signIn(page, owner);
  const ad = await postListing(page);
  const email = `${uniqueUsername()}@mail.example`;
  await post(customer, `/api/ads/${ad.id}/messages`, {
    ...{ name: 'Maria Lopez', email, topic: 'question', key: crypto.randomUUID() },
    text: 'Could you come on Thursday?',
  });
  await open(customer, await waitForEmailLink(email, /^Send your message/));
  await customer.getByRole('button', { name: 'Send message' }).click();
  await expect(customer.getByRole('list', { name: 'Messages' })).toBeVisible();
  await expect(customer.getByRole('button', { name: 'Write a review' })).toHaveCount(0);
  const id = /\/conversations\/(\d+)/.exec(customer.url())?.[1];
  await post(page, `/api/conversations/${id}/messages`, { text: 'Yes, at nine.', key: crypto.randomUUID() });

  await customer.reload();
  await customer.getByRole('button', { name: 'Write a review' }).click();
  const dialog = customer.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send review' }).click();
  await expect(dialog).toContainText('Choose from one to five stars.');
  await expectAccessible(customer);
  await dialog.getByRole('radio', { name: '5: excellent' }).check();
  await dialog.getByLabel('Your review').fill('They came the same day, and the heater works again.');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Send review' }).click();
  await expectToast(customer, 'Review sent', '');
  await expect(customer.getByRole('region', { name: 'Your review' })).toContainText(
    'visitors can read it within a business day',
  );
  await expectAccessible(customer);

  await page.context().clearCookies();
  await signInAsAdmin(page);
  await open(page, '/admin?tab=reviews');
  const card = page.getByRole('region', { name: `Review of ${ad.title}` });
  await expect(card).toContainText('the heater works again');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Show', exact: true }).click();
  await expectToast(page, 'Review shown', '');

  await page.context().clearCookies();
  await signIn(page, owner);
  await open(page, '/account');
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await reviews.getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByLabel('Your reply').fill('Thank you, Maria!');
  await page.getByRole('button', { name: 'Publish reply' }).click();
  await expectToast(page, 'Reply published', '');

  await open(customer, `/ads/${ad.id}`);
  await expect(customer.getByRole('region', { name: 'Reviews' })).toContainText('Thank you, Maria!');
  await expectAccessible(customer);
});

test('A customer shows a receipt, and the review has pictures and the earlier text until its change is shown', {
  tag: LONG,
}, async ({ page, otherPage: customer }) => {
  const owner = await createConfirmedOwner(page);
  await signIn(page, owner);
  const ad = await postListing(page);
  await signIn(customer, await createConfirmedOwner(customer));
  await open(customer, `/ads/${ad.id}`);
  await customer.getByRole('link', { name: 'a receipt', exact: true }).click();
  await customer.getByRole('button', { name: 'Write a review' }).click();
  const dialog = customer.getByRole('dialog');
  await dialog.getByRole('radio', { name: '4: good' }).check();
  await dialog.getByLabel('Your review').fill('Llegaron el mismo día y el calentador funciona.');
  await dialog.getByLabel('Language').selectOption('Spanish');
  await dialog.getByLabel('Name to show').fill('Ana R.');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Send review' }).click();
  await expect(dialog).toContainText('Add a picture of a receipt or an invoice.');
  await expectAccessible(customer);
  const picture = { name: 'heater.png', mimeType: 'image/png', buffer: await customer.screenshot() };
  await dialog.getByLabel('Add a picture').setInputFiles(picture);
  await dialog.getByLabel('Add the receipt').setInputFiles({ ...picture, name: 'receipt.png' });
  await expect(dialog.getByRole('img')).toHaveCount(2);
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Send review' }).click();
  await expectToast(customer, 'Review sent', '');
  const own = customer.getByRole('region', { name: 'Your review' });
  await expect(own.getByRole('link', { name: '1 of 1' })).toBeVisible();
  await expectAccessible(customer);

  await page.context().clearCookies();
  await signInAsAdmin(page);
  await open(page, '/admin?tab=reviews');
  const card = page.getByRole('region', { name: `Review of ${ad.title}` });
  await expect(card.getByRole('link', { name: 'Look at the receipt' })).toBeVisible();
  await expect(card).toContainText('no other review of this person has been shown for two weeks');
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Show', exact: true }).click();
  await expectToast(page, 'Review shown', '');

  await open(page, `/ads/${ad.id}`);
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await expect(reviews).toContainText('with a receipt');
  await expect(reviews.getByText('Llegaron')).toHaveAttribute('lang', 'es');
  await expectAccessible(page);

  await customer.reload();
  await customer.getByRole('button', { name: 'Change your review' }).click();
  await dialog.getByLabel('Your review').fill('Two weeks later it leaks. See https://shop.example/');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(own).toContainText('Until then they read the earlier one.');
  await open(page, '/admin?tab=reviews');
  await expect(card).toContainText('Visitors read until then: 4 of 5 stars');
});
