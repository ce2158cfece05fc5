import type { Category } from '#contract/categories.ts';
import {
  createConfirmedOwner,
  signIn,
  uniqueUsername,
  waitForEmailLink,
  withRandomIpAddress,
} from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';

// Requests are limited by network.
test.use(withRandomIpAddress);

test('A customer asks two movers for quotes, and sees their answers side by side', async ({
  page,
  otherPage: customer,
}) => {
  const owner = await createConfirmedOwner(page);
  await signIn(page, owner);
  const names = [`Movers ${uniqueUsername()}`, `Movers ${uniqueUsername()}`];
  const movers = (await getJson<Category[]>(page, '/api/categories')).find(({ slug }) => slug === 'movers');
  for (const businessName of names)
    await postListing(page, { businessName, title: businessName, categoryId: String(movers?.id) });

  await open(customer, '/quote');
  await expectAccessible(customer);
  await customer.getByLabel('Who do you need?').selectOption('Movers');
  await customer.getByLabel('Where?').fill('Irvine');
  await customer.getByRole('button', { name: 'Find businesses' }).click();
  await expect(customer.getByRole('heading', { level: 1, name: 'Get quotes from movers' })).toBeVisible();

  const form = customer.getByRole('region', { name: 'Your request' });
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(form).toContainText('Pick at least one business.');
  await expect(form.getByRole('checkbox').first()).toBeFocused();
  await expectAccessible(customer);
  for (const name of names) await form.getByRole('checkbox', { name }).check();
  await expect(form).toContainText(`Goes to ${names[0]} and ${names[1]}, and to nobody else.`);
  await form.getByLabel('When?').selectOption('Within a month');
  await form.getByLabel('How far?').selectOption('Within the same city');
  await form.getByLabel('Describe the job').fill('Two rooms with a piano, from the second floor.');
  await form.getByLabel('Your name').fill('Maria Lopez');
  const email = `${uniqueUsername()}@mail.example`;
  await form.getByLabel('Your email').fill(email);
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(customer.locator(':focus')).toContainText(`We sent a link to ${email}.`);
  await expect(customer.getByRole('heading', { name: 'Check your email' })).toBeInViewport();

  await open(customer, await waitForEmailLink(email, /^Send your quote request to 2 businesses/));
  await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Send your request to these 2 businesses?');
  await expectAccessible(customer);
  await customer.getByRole('button', { name: 'Send request' }).click();
  await expect(customer.getByRole('main')).toContainText('0 of 2 answered');

  await open(page, '/account');
  await page.getByRole('link', { name: 'Maria Lopez' }).first().click();
  const request = page.getByRole('region', { name: 'Quote request' });
  await expect(request).toContainText('You and one other business were asked.');
  await expectAccessible(page);
  await page.getByLabel('Your answer').fill('It costs $640 with the piano.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('$640');

  await customer.reload();
  await expect(customer.getByRole('main')).toContainText('1 of 2 answered');
  await expect(customer.getByRole('listitem').first()).toContainText('It costs $640 with the piano.');
  await expectAccessible(customer);
  await customer.getByRole('link', { name: /^Answer/ }).click();
  await customer.getByLabel('Your answer').fill('Good, please come.');
  await customer.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(customer.getByRole('list', { name: 'Messages' })).toContainText('Good, please come.');
  await customer.getByRole('link', { name: 'All 2 businesses side by side' }).click();
  await expect(customer.getByRole('main')).toContainText('1 of 2 answered');

  await open(customer, '/search?q=movers&near=irvine');
  await expect(customer.getByRole('main').getByRole('link', { name: 'Get quotes' })).toHaveAttribute(
    'href',
    '/quote?trade=movers&near=irvine',
  );
  await open(customer, '/category/movers');
  await expect(customer.getByRole('main').getByRole('link', { name: 'Get quotes' })).toHaveAttribute(
    'href',
    '/quote?trade=movers',
  );
});

test('Where nobody takes requests, the page leads to all businesses of the trade', { tag: LONG }, async ({ page }) => {
  await open(page, '/quote?trade=solar&near=Atlantis');
  await expect(page.getByRole('main')).toContainText('We don’t know “Atlantis”');
  await open(page, '/quote?trade=solar&near=92614');
  await expect(page.getByRole('main')).toContainText(/None of the solar companies near 92614 /);
  await expect(page.getByRole('link', { name: 'See all solar companies' })).toBeVisible();
  const option = await page.getByText('Only businesses with a license').boundingBox();
  const below = await page
    .getByText(/^No business takes requests/)
    .locator('..')
    .boundingBox();
  expect((below?.y ?? 0) - (option?.y ?? 0) - (option?.height ?? 0), 'apart').toBeGreaterThanOrEqual(16);
  await expectAccessible(page);
});
