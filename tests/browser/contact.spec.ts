import type { Page } from '@playwright/test';
import {
  createOwner,
  expectToast,
  openSection,
  post,
  signIn,
  signInAsAdmin,
  waitForEmail,
  withRandomIpAddress,
} from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { VIEWPORTS } from '#tests/browser/support/layout.ts';

const SUPPORT = 'support@socal-local.example';
const THANKS = 'Thank you. We will reply within 24-48 business hours.';

// Messages are limited by network.
test.use(withRandomIpAddress);

test.describe('A message', () => {
  test('reaches the support address and the administrator, who replies by email', { tag: LONG }, async ({
    page,
    otherPage: admin,
  }) => {
    const message = newMessage();
    await open(page, '/contact');
    await fillInMessage(page, message);
    await page.getByLabel('Inquiry Type').selectOption('Billing');
    await send(page);
    await expectToast(page, 'Message Sent', THANKS);
    for (const label of ['Your Name', 'Email Address', 'Subject', 'Message'])
      await expect(page.getByLabel(label)).toHaveValue('');
    await expect(page.getByLabel('Inquiry Type')).toHaveValue('general');

    const mail = await waitForEmail(SUPPORT, new RegExp(message.subject));
    expect(mail).toContain(`\r\nReply-To: ${message.email}\r\n`);
    expect(mail).toContain(message.text);

    await signInAsAdmin(admin);
    await openMessages(admin);
    const row = admin.getByRole('row').filter({ hasText: message.subject });
    await expect(row).toContainText('Ana Lima');
    await expect(row).toContainText(message.email);
    await expect(row).toContainText('Billing');
    await expect(row).toContainText(message.text);
    await expectAccessible(admin);

    await row.getByRole('button', { name: 'Reply' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Reply to this message' });
    await expect(dialog).toContainText(message.text);
    await expect(dialog.getByLabel('Your reply')).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Send reply' })).toBeDisabled();
    await dialog.getByLabel('Your reply').fill('It is in your account.');
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Send reply' }).click();
    await expectToast(admin, 'Reply Sent', 'We’re emailing it now.');
    await expect(row).toHaveCount(0);
    const reply = await waitForEmail(message.email, /^Your message to /);
    expect(reply).toContain(`\r\nReply-To: ${SUPPORT}\r\n`);
    expect(reply).toContain('\r\n\r\nIt is in your account.\r\n');
    // Anybody can type any address.
    expect(reply).not.toContain(message.text);

    await admin.getByLabel('Show', { exact: true }).selectOption('Answered messages');
    await expect(row).toContainText('It is in your account.');
    await expectAccessible(admin);
    await row.getByRole('button', { name: 'Delete' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(row).toHaveCount(1);
    await row.getByRole('button', { name: 'Delete' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click();
    await expectToast(admin, 'Message Deleted', 'It’s permanently deleted.');
    await expect(row).toHaveCount(0);
  });

  test('is marked as spam, and unmarked', { tag: LONG }, async ({ page }) => {
    const message = newMessage();
    await postMessage(page, message);
    await signInAsAdmin(page);
    await openMessages(page);
    const row = page.getByRole('row').filter({ hasText: message.subject });
    await row.getByRole('button', { name: `Spam ${message.subject}` }).click();
    await expectToast(page, 'Marked as Spam', 'It will be deleted in 30 days.');
    await expect(row).toHaveCount(0);
    await page.getByLabel('Show', { exact: true }).selectOption('Spam');
    await expect(row.getByRole('button', { name: 'Reply' })).toHaveCount(0);
    await expectAccessible(page);
    await row.getByRole('button', { name: `Not spam ${message.subject}` }).click();
    await expectToast(page, 'Not Spam', 'The message is back under New messages.');
    await page.getByLabel('Show', { exact: true }).selectOption('New messages');
    await expect(row).toHaveCount(1);
  });

  test('is written and sent by keyboard, skipping the field that people cannot see', { tag: LONG }, async ({
    page,
  }) => {
    const message = newMessage();
    await open(page, '/contact');
    await page.getByLabel('Your Name').focus();
    await page.keyboard.type('Ana Lima');
    await page.keyboard.press('Tab');
    await page.keyboard.type(message.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Feedback');
    await page.keyboard.press('Tab');
    await page.keyboard.type(message.subject);
    await page.keyboard.press('Tab');
    await page.keyboard.type(message.text);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Message Sent', THANKS);
    expect(await waitForEmail(SUPPORT, new RegExp(message.subject))).toContain('Inquiry type: Feedback');
  });

  test('of an owner has the email and account filled in, and is part of the export; what a program filled in is a question', {
    tag: LONG,
  }, async ({ page }) => {
    const owner = await createOwner(page);
    await signIn(page, owner);
    await open(page, '/contact');
    await expect(page.getByLabel('Email Address')).toHaveValue(owner.email);
    const message = { ...newMessage(), email: owner.email };
    await fillInMessage(page, message);
    await send(page);
    await expectToast(page, 'Message Sent', THANKS);
    const { messages } = await getJson<{ messages: object[] }>(page, '/api/user/export');
    expect(messages).toMatchObject([{ subject: message.subject, message: message.text }]);

    const filled = { ...newMessage(), email: owner.email };
    await fillInMessage(page, filled);
    await page.locator('input[name=leaveEmpty]').fill('https://buy.example', { force: true });
    await send(page);
    await expect(page.getByRole('alert')).toContainText('Are you human?');
    await expect(page.getByRole('button', { name: 'Send anyway' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Message Sent', THANKS);

    await signInAsAdmin(page);
    await openMessages(page);
    await expect(page.getByRole('row').filter({ hasText: message.subject })).toContainText(owner.username);
    await expect(page.getByRole('row').filter({ hasText: filled.subject })).toHaveCount(1);
  });
});

test('a question opens by its link; missing fields have errors; a draft survives a reload, and is cleared once it is sent', {
  tag: LONG,
}, async ({ page }) => {
  await open(page, '/contact#i-cannot-sign-in-what-now');
  await expect(page.getByText('Request a new password first')).toBeVisible();
  await expect(page.getByText('Replies take 24-48 business hours.')).toBeVisible();
  await send(page);
  await expect(page.getByLabel('Your Name')).toBeFocused();
  for (const [label, fault] of [
    ['Your Name', 'Name must be at least 2 characters.'],
    ['Email Address', 'Please enter a valid email address.'],
    ['Subject', 'Subject must be at least 5 characters.'],
    ['Message', 'Message must be at least 10 characters.'],
  ] as const)
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(fault);
  await expectAccessible(page);

  const message = newMessage();
  await fillInMessage(page, message);
  await page.getByLabel('Inquiry Type').selectOption('Listing');
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue(message.text);
  await expect(page.getByLabel('Your Name')).toHaveValue('Ana Lima');
  await expect(page.getByLabel('Inquiry Type')).toHaveValue('listing');
  await send(page);
  await expectToast(page, 'Message Sent', THANKS);
  await open(page, '/contact');
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test.describe('A failed request', () => {
  test.use({ tolerated: /status( of)? [45]\d\d|ERR_CONNECTION/ });

  test('shows a message and keeps the text, and can be retried, when the button is disabled', { tag: LONG }, async ({
    page,
  }) => {
    const message = newMessage();
    await open(page, '/contact');
    await fillInMessage(page, message);
    for (const [response, toastText] of [
      [{ status: 429, json: { message: 'Too many attempts. Try again in 7 minutes.' } }, /7 minutes/],
      [{ status: 500, body: '' }, 'Message Not Sent'],
      [null, /couldn’t reach the site/],
    ] as const) {
      await page.route('**/api/contact', (route) =>
        response ? route.fulfill(response) : route.abort('connectionrefused'),
      );
      await send(page);
      await expectToast(page, 'Message Not Sent', toastText);
      await expect(page.getByLabel('Message')).toHaveValue(message.text);
      await expect(page.getByLabel('Subject')).toHaveValue(message.subject);
      await page.unroute('**/api/contact');
    }
    const { promise: responded, resolve: respond } = Promise.withResolvers<void>();
    await page.route('**/api/contact', async (route) => {
      await responded;
      await route.continue();
    });
    await send(page);
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
    respond();
    await expectToast(page, 'Message Sent', THANKS);
    await waitForEmail(SUPPORT, new RegExp(message.subject));
  });

  test('of the administrator’s list shows a message, and after a retry the numbers of waiting and failed emails', {
    tag: LONG,
  }, async ({ page }) => {
    await signInAsAdmin(page);
    const list = /\/api\/admin\/(messages|mail)/;
    await page.route(list, (route) => route.fulfill({ status: 400, json: { message: 'Out to lunch' } }));
    await openMessages(page);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch messages');
    await expect(page.getByText('We couldn’t load the emails that wait.')).toBeVisible();
    await expectAccessible(page);
    await page.unroute(list);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);

    const backlog = { waiting: 3, waitingSince: '2026-03-02T20:05:00.000Z', givenUp: 1 };
    await page.route('**/api/admin/mail', (route) => route.fulfill({ json: backlog }));
    await openMessages(page);
    await expect(page.getByText('3 emails are waiting to be sent since Mar 2, 2026, 12:05 PM.')).toBeVisible();
    await expect(page.getByText('1 email wasn’t delivered in the past 14 days')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/admin/mail');
    await openMessages(page);
    await expect(
      page.getByText(/^No emails are waiting to be sent\.$|(is|are) (waiting to be sent since|being sent now)/),
    ).toBeVisible();
  });
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page is readable and has an email address', async ({ page }) => {
    await page.goto('/contact');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us');
    await expect(page.getByRole('link', { name: SUPPORT })).toBeVisible();
    await page.getByText('I cannot sign in. What now?').click();
    await expect(page.getByText('Request a new password first')).toBeVisible();
  });
});

test.describe('on a phone in the dark', () => {
  test.use({ viewport: VIEWPORTS.phone, colorScheme: 'dark' });

  test('messages are written and answered', { tag: LONG }, async ({ page }) => {
    const message = { ...newMessage(), text: `${'x'.repeat(400)} ${'A long line of words. '.repeat(60)}` };
    await open(page, '/contact');
    await fillInMessage(page, message);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await send(page);
    await expectToast(page, 'Message Sent', THANKS);
    await signInAsAdmin(page);
    await openMessages(page);
    const row = page.getByRole('row').filter({ hasText: message.subject });
    await row.getByText('Show all').click();
    await expectNoOverflow(page);
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Reply' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your reply').fill('Thank you.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send reply' }).click();
    await expectToast(page, 'Reply Sent', 'We’re emailing it now.');
    await page.getByLabel('Show', { exact: true }).selectOption('Answered messages');
    await expect(row).toContainText('Thank you.');
    await expectNoOverflow(page);
    await expectAccessible(page);
  });
});

/** A message with unique texts. */
function newMessage() {
  const word = crypto.randomUUID().slice(0, 13);
  return { email: `ana-${word}@mail.example`, subject: `Question ${word}`, text: `Where is my receipt ${word}?` };
}
type Message = ReturnType<typeof newMessage>;

async function fillInMessage(page: Page, { email, subject, text }: Message) {
  await page.getByLabel('Your Name').fill('Ana Lima');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Message').fill(text);
}

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click();

const postMessage = (page: Page, { email, subject, text }: Message) =>
  post(page, '/api/contact', { name: 'Ana Lima', email, subject, message: text });

async function openMessages(page: Page) {
  await open(page, '/admin');
  await openSection(page, 'Messages');
}

async function expectNoOverflow(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
}
