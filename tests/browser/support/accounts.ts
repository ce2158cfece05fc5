import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fixtures, Locator, Page, PlaywrightTestOptions } from '@playwright/test';
import type { User } from '#contract/accounts.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { expect, open } from './fixtures.ts';
import { textOn } from './spanish.ts';

/** An account created by a test. */
export interface Owner {
  id: number;
  username: string;
  email: string;
  password: string;
}

/** Creates an account with a unique username by the API. A page stays signed in or out as it is. */
export async function createOwner(page: Pick<Page, 'request'> & Partial<Pick<Page, 'context'>>): Promise<Owner> {
  const username = uniqueUsername();
  const [email, password] = [`${username}@shop.example`, 'surf-and-turf'];
  const account = { businessName: 'Salt & Sons', email, username, password };
  const { id } = await inOwnSession(page, () => post<User>(page, '/api/register', account));
  return { id, username, email, password };
}

/** Registering and signing in end the session of who was signed in: the page gets it back afterwards. */
async function inOwnSession<Result>(page: Partial<Pick<Page, 'context'>>, act: () => Promise<Result>): Promise<Result> {
  const context = page.context?.();
  const cookies = (await context?.cookies()) ?? [];
  await context?.clearCookies();
  const result = await act();
  await context?.clearCookies();
  await context?.addCookies(cookies);
  return result;
}

/** Creates an account whose email is confirmed by the link in it. */
export async function createConfirmedOwner(page: Page): Promise<Owner> {
  const owner = await createOwner(page);
  const link = await waitForEmailLink(owner.email, /^Confirm(?: your email|e su correo)/);
  await inOwnSession(page, async () => {
    await signIn(page, owner);
    await post(page, '/api/email-confirmations', { token: new URLSearchParams(link.split('#')[1]).get('token') });
  });
  return owner;
}

/** A unique username. */
export const uniqueUsername = () => `owner-${crypto.randomUUID().slice(0, 13)}`;

/** Signs in the browser context of the page, or a request context, by the API. */
export async function signIn(
  page: Pick<Page, 'request'>,
  { username, password }: Pick<Owner, 'username' | 'password'>,
) {
  await post(page, '/api/login', { username, password });
}

/** Signs in as account 1. */
export const signInAsAdmin = (page: Pick<Page, 'request'>) => signIn(page, getAdminCredentials());

/** Signs out by the API. The page is left first: its requests would be refused, and the console would say so. */
export async function signOut(page: Page) {
  const { SITE_ORIGIN: origin = '' } = process.env;
  await page.goto('/robots.txt');
  const response = await page.request.post('/api/logout', { headers: { origin } });
  expect(response.ok(), `POST /api/logout: ${await response.text()}`).toBe(true);
}

/** The credentials of account 1 of the program that was started for the tests. */
export function getAdminCredentials() {
  const { SITE_ADMIN_PASSWORD: password } = process.env;
  if (!password) throw new Error('Set SITE_ADMIN_PASSWORD to what the site under test was given as ADMIN_PASSWORD.');
  return { username: 'admin', password };
}

/** Fills in and submits the form at /auth. */
export async function submitSignInForm(page: Page, { username, password }: Pick<Owner, 'username' | 'password'>) {
  await page.getByLabel(textOn(page, 'Username')).fill(username);
  await page.getByLabel(textOn(page, 'Password'), { exact: true }).fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: textOn(page, 'Sign In') })
    .click();
}

/** Expects a single toast with this text, and closes it. */
export async function expectToast(page: Page, title: string, description: string | RegExp) {
  const toasts = page.getByRole('region', { name: /\(F8\)$/ }).getByRole('listitem');
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toContainText(title);
  await expect(toasts).toContainText(description);
  await toasts
    .getByRole('button', { name: textOn(page, 'Close') })
    .click({ timeout: scaleTimeout(5000) })
    // On a busy machine it closes by itself before the click.
    .catch(() => {});
  await expect(toasts).toHaveCount(0);
}

/** Waits for an email by recipient and subject, and returns the path of its first link that matches `page`. */
export async function waitForEmailLink(address: string, subject: RegExp, page = /^/): Promise<string> {
  await expect.poll(() => findEmailLink(address, subject, page), { message: `a mail to ${address}` }).toBeDefined();
  return findEmailLink(address, subject, page) as string;
}

function findEmailLink(address: string, subject: RegExp, page: RegExp): string | undefined {
  const mail = findNewestEmail(address, subject) ?? '';
  const links = [...mail.matchAll(/^https?:\/\/[^/]+(\/\S+)\r$/gm)].map(([, path = '']) => path);
  return links.find((path) => page.test(path));
}

/** Waits for an email by recipient and subject, and returns the newest one. */
export async function waitForEmail(address: string, subject: RegExp): Promise<string> {
  await expect.poll(() => findNewestEmail(address, subject), { message: `a mail to ${address}` }).toBeDefined();
  return findNewestEmail(address, subject) as string;
}

function findNewestEmail(address: string, subject: RegExp): string | undefined {
  const { SITE_DATA_DIR } = process.env;
  if (!SITE_DATA_DIR) throw new Error('Set SITE_DATA_DIR to the DATA_DIR of the site under test.');
  const outbox = join(SITE_DATA_DIR, 'outbox');
  return (
    // The first email creates the folder.
    (existsSync(outbox) ? readdirSync(outbox) : [])
      // An email that is being written has another file name.
      .filter((name) => !name.startsWith('.'))
      .sort()
      .reverse()
      .map((name) => readFileSync(join(outbox, name), 'utf8'))
      .find(
        (text) => text.includes(`\r\nTo: ${address}\r\n`) && subject.test(/^Subject: (.*)\r$/m.exec(text)?.[1] ?? ''),
      )
  );
}

/** Sends a POST request to the API with the cookies of the page, from an IP address. */
export async function post<T>(
  page: Pick<Page, 'request'>,
  path: string,
  data: object,
  address = randomIpAddress(),
): Promise<T> {
  const { SITE_ORIGIN = '' } = process.env;
  const response = await page.request.post(path, {
    data,
    headers: { origin: SITE_ORIGIN, 'x-forwarded-for': address },
  });
  const text = await response.text();
  expect(response.ok(), `POST ${path}: ${text}`).toBe(true);
  // Some have no body.
  return text && JSON.parse(text);
}

/** For `test.use`: a random IP address for each test. */
export const withRandomIpAddress: Fixtures<object, object, PlaywrightTestOptions> = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
  extraHTTPHeaders: ({}, use) => use({ 'x-forwarded-for': randomIpAddress() }),
};

const randomByte = () => Math.floor(Math.random() * 256);
// From a block reserved for tests (RFC 2544), which has many networks: rate limits count by network too.
export const randomIpAddress = () => `198.18.${randomByte()}.${randomByte()}`;

/** Unfolds all groups of the menu of `/admin`. */
export async function unfoldSections(menu: Locator) {
  const folded = menu.getByRole('button', { expanded: false });
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Opens a section of `/admin` by its label in the menu, which a phone has behind a button. */
export async function openSection(page: Page, label: string) {
  if (new URL(page.url()).pathname !== '/admin') await open(page, '/admin');
  const menu = page.getByRole('navigation', { name: 'Sections' });
  const button = menu.getByRole('button', { name: /^Section: / });
  await expect(menu).toBeVisible();
  if ((await button.isVisible()) && (await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await unfoldSections(menu);
  await menu.getByRole('link', { name: new RegExp(`^${label}( [\\d,]+)?$`) }).click();
  await expect(page.getByRole('region', { name: label, exact: true })).toBeVisible();
}
