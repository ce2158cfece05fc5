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
import { findUnclaimedListing, postListing } from '#tests/browser/support/listings.ts';

// Messages are limited by network.
test.use(withRandomIpAddress);

test('A customer without an account writes to a business, which answers', async ({ page, otherPage: customer }) => {
  const owner = await createConfirmedOwner(page);
  await signIn(page, owner);
  const ad = await postListing(page);

  const email = `${uniqueUsername()}@mail.example`;
  await open(customer, `/ads/${ad.id}`);
  await customer.getByRole('button', { name: 'Message', exact: true }).click();
  const dialog = customer.getByRole('dialog', { name: `Message ${ad.businessName}` });
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await expect(dialog.getByLabel('Your name')).toBeFocused();
  await expectAccessible(customer);
  await dialog.getByLabel('Your name').fill('Maria Lopez');
  await dialog.getByLabel('Your email').fill(email);
  await dialog.getByLabel('Message').fill('Could you come on Thursday?');
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await expect(customer.getByRole('dialog', { name: 'Check your email' })).toContainText(email);

  const link = await waitForEmailLink(email, /^Send your message/);
  const token = link.split('#token=')[1] ?? 'none';
  const sent: string[] = [];
  customer.on('request', (request) => sent.push(request.url(), request.headers().referer ?? ''));
  await open(customer, link);
  await customer.getByRole('button', { name: 'Send message' }).click();
  await expect(customer.getByRole('list', { name: 'Messages' })).toContainText('Could you come on Thursday?');
  await expectAccessible(customer);
  expect(sent.filter((address) => address.includes(token))).toEqual([]);

  await open(page, '/account');
  await page.getByRole('link', { name: 'Maria Lopez', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Maria Lopez' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your answer').fill('Yes, between 9 and 11.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Yes, between 9 and 11.');

  // The address of the tab no longer has the token, and a reload still shows the conversation.
  expect(customer.url()).not.toContain('token');
  await customer.reload();
  await expect(customer.getByRole('list', { name: 'Messages' })).toContainText('Yes, between 9 and 11.');
  await customer.getByRole('button', { name: 'Stop', exact: true }).click();
  await customer.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click();
  await expectToast(customer, 'Conversation stopped', '');
  await page.reload();
  await expect(page.getByRole('main')).toContainText('The other side has stopped this conversation.');

  await customer.getByRole('button', { name: 'Close on this device' }).click();
  await expectToast(customer, 'Closed on this device', '');
  expect((await customer.request.get(`/api${link.split('#')[0]}`)).status()).toBe(404);
});

test.describe('A link', () => {
  // The browser logs the status of a failed request.
  test.use({ tolerated: /status of 40[04]/, viewport: { width: 360, height: 740 } });

  test('that has ended sends another one', async ({ page }) => {
    await page.route('**/api/links/open', (route) =>
      route.fulfill({ status: 400, json: { message: 'It has ended.' } }),
    );
    await page.route('**/api/links/renew', (route) => route.fulfill({ status: 204 }));
    await open(page, `/conversations/7#token=${'x'.repeat(43)}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has ended');
    await expectAccessible(page);
    const renewed = page.waitForRequest('**/api/links/renew');
    await page.getByRole('button', { name: 'Email me a new link' }).click();
    expect((await renewed).postDataJSON()).toEqual({ token: 'x'.repeat(43) });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  });
});

test('A link from a stranger waits for the staff, and a business that has not joined gets no message', {
  tag: LONG,
}, async ({ page, otherPage: admin }) => {
  const owner = await createConfirmedOwner(page);
  await signIn(page, owner);
  const ad = await postListing(page, { businessName: `Drains ${uniqueUsername()}` });
  await page.context().clearCookies();
  const email = `${uniqueUsername()}@mail.example`;
  await post(page, `/api/ads/${ad.id}/messages`, {
    ...{ name: 'Leads', email, topic: 'other', key: crypto.randomUUID() },
    text: 'More leads: https://leads.example',
  });
  await open(page, await waitForEmailLink(email, /^Send your message/));
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('main')).toContainText('Someone on our team reads the last message');

  await signInAsAdmin(admin);
  await open(admin, '/admin?tab=conversations');
  const card = admin.getByRole('article', { name: `Messages to ${ad.businessName}` });
  await expect(card).toContainText('Held for: A link from somebody unknown');
  await expectAccessible(admin);
  await card.focus();
  await admin.keyboard.press('d');
  await admin.getByLabel('Reason').fill('Advertising');
  await admin.getByRole('dialog').getByRole('button', { name: 'Withhold' }).click();
  await expectToast(admin, 'Message withheld', '');
  await expect(admin.getByRole('list', { name: 'Past 90 days' })).toContainText(
    /\d+ decisions? in 90 days, half within/,
  );
  await expect(card).toHaveCount(0);

  const unclaimed = await findUnclaimedListing(page);
  await open(page, `/ads/${unclaimed.id}`);
  await expect(page.getByRole('button', { name: 'Save', exact: false }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Message', exact: true })).toHaveCount(0);
  await expect(page.getByText('This only counts you: whoever claims this listing')).toBeVisible();
  await page.getByRole('button', { name: 'Ask them to join, so that you can write to them' }).click();
  await expect(page.getByRole('main')).toContainText('Whoever claims this listing sees');
});

test('A business keeps answers and notes, and answers automatically while it is away', { tag: LONG }, async ({
  page,
  otherPage: customer,
}) => {
  await signIn(page, await createConfirmedOwner(page));
  const ad = await postListing(page);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Saved answers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved answers' });
  await dialog.getByRole('button', { name: 'Add an answer' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toContainText('Enter a title.');
  await dialog.getByLabel('Title 1').fill('Prices');
  await dialog.getByLabel('Answer 1').fill('A visit costs $80.');
  await dialog.getByRole('switch', { name: 'Answer automatically' }).check();
  await dialog.getByLabel('Automatic answer').fill('We are back on Monday.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Answers saved', '');
  await expect(page.getByRole('main')).toContainText('Automatic answer on');

  const email = `${uniqueUsername()}@mail.example`;
  await post(customer, `/api/ads/${ad.id}/messages`, {
    ...{ name: 'Maria Lopez', email, topic: 'price', key: crypto.randomUUID() },
    text: 'What does a visit cost?',
  });
  await open(customer, await waitForEmailLink(email, /^Send your message/));
  await customer.getByRole('button', { name: 'Send message' }).click();
  await expect(customer.getByRole('list', { name: 'Messages' })).toContainText('What does a visit cost?');
  await customer.reload();
  await expect(customer.getByRole('list', { name: 'Messages' })).toContainText('We are back on Monday.');

  const second = await postListing(page);
  await open(page, '/account');
  await page.getByLabel('Listing', { exact: true }).selectOption(String(second.id));
  await expect(page.getByRole('link', { name: 'Maria Lopez', exact: true })).toHaveCount(0);
  await page.getByLabel('Listing', { exact: true }).selectOption(String(ad.id));
  await page.getByRole('link', { name: 'Maria Lopez', exact: true }).click();
  await page.getByLabel('Insert a saved answer').selectOption('Prices');
  await expect(page.getByLabel('Your answer')).toHaveValue('A visit costs $80.');
  await page.getByText('Note to yourself').click();
  await page.getByLabel('Note', { exact: true }).fill('Gate code 12');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expectToast(page, 'Note saved', '');
  await page.reload();
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Gate code 12');
});
