import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fixtures, Page, PlaywrightTestOptions } from '@playwright/test';
import type { User } from '#contract/accounts.ts';
import { expect } from './fixtures.ts';

/** An account that a test has made. */
export interface Owner {
  id: number;
  username: string;
  email: string;
  password: string;
}

/** Makes an account by the API, with a name that no other test uses, and leaves it signed out. */
export async function createOwner(page: Page): Promise<Owner> {
  const username = uniqueUsername();
  const [email, password] = [`${username}@shop.example`, 'surf-and-turf'];
  const account = { businessName: 'Salt & Sons', email, username, password };
  const { id } = await post<User>(page, '/api/register', account);
  return { id, username, email, password };
}

/** A username that no other test uses. */
export const uniqueUsername = () => `owner-${crypto.randomUUID().slice(0, 13)}`;

/** Signs the page's browser in by the API. */
export async function signIn(page: Page, { username, password }: Pick<Owner, 'username' | 'password'>) {
  await post(page, '/api/login', { username, password });
}

/** Signs the page's browser in as account 1: from one address, because from new ones it may only so often. */
export async function signInAsAdmin(page: Page) {
  await post(page, '/api/login', getAdminCredentials(), '203.0.113.1');
}

/** Who account 1 is, where the program was started for the tests. */
export function getAdminCredentials() {
  const { SITE_ADMIN_PASSWORD: password } = process.env;
  if (!password) throw new Error('Set SITE_ADMIN_PASSWORD to what the site under test was given as ADMIN_PASSWORD.');
  return { username: 'admin', password };
}

/** Fills in the form at /auth and sends it. */
export async function submitSignInForm(page: Page, { username, password }: Pick<Owner, 'username' | 'password'>) {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
}

/** Expects the one toast that is shown to say this, and closes it. */
export async function expectToast(page: Page, title: string, description: string | RegExp) {
  const toasts = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toContainText(title);
  await expect(toasts).toContainText(description);
  await toasts.getByRole('button', { name: 'Close' }).click();
  await expect(toasts).toHaveCount(0);
}

/** The path of the first link to `page` in the newest mail to an address whose subject is this, once there is one. */
export async function waitForEmailLink(address: string, subject: RegExp, page = /^/): Promise<string> {
  await expect.poll(() => findEmailLink(address, subject, page), { message: `a mail to ${address}` }).toBeDefined();
  return findEmailLink(address, subject, page) as string;
}

function findEmailLink(address: string, subject: RegExp, page: RegExp): string | undefined {
  const mail = findNewestEmail(address, subject) ?? '';
  const links = [...mail.matchAll(/^https?:\/\/[^/]+(\/\S+)\r$/gm)].map(([, path = '']) => path);
  return links.find((path) => page.test(path));
}

/** The newest mail to an address whose subject is this, once there is one. */
export async function waitForEmail(address: string, subject: RegExp): Promise<string> {
  await expect.poll(() => findNewestEmail(address, subject), { message: `a mail to ${address}` }).toBeDefined();
  return findNewestEmail(address, subject) as string;
}

function findNewestEmail(address: string, subject: RegExp): string | undefined {
  const { SITE_DATA_DIR } = process.env;
  if (!SITE_DATA_DIR) throw new Error('Set SITE_DATA_DIR to the DATA_DIR of the site under test.');
  const outbox = join(SITE_DATA_DIR, 'outbox');
  return (
    readdirSync(outbox)
      // One that is being written has another name.
      .filter((name) => !name.startsWith('.'))
      .sort()
      .reverse()
      .map((name) => readFileSync(join(outbox, name), 'utf8'))
      .find(
        (text) => text.includes(`\r\nTo: ${address}\r\n`) && subject.test(/^Subject: (.*)\r$/m.exec(text)?.[1] ?? ''),
      )
  );
}

/** Sends something to the API as the page's browser would, from an address. */
export async function post<T>(page: Page, path: string, data: object, address = randomIpAddress()): Promise<T> {
  const { SITE_ORIGIN = '' } = process.env;
  const answer = await page.request.post(path, {
    data,
    headers: { origin: SITE_ORIGIN, 'x-forwarded-for': address },
  });
  expect(answer.ok(), `POST ${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** For `test.use`: has the browser of each test at another address. */
export const withRandomIpAddress: Fixtures<object, object, PlaywrightTestOptions> = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
  extraHTTPHeaders: ({}, use) => use({ 'x-forwarded-for': randomIpAddress() }),
};

// Of a block that is for documentation (RFC 5737).
const randomIpAddress = () => `198.51.100.${Math.floor(Math.random() * 256)}`;
