// Longer than other files because it is a table: one row for each form.

import type { Page } from '@playwright/test';
import type { Category } from '#contract/categories.ts';
import {
  createConfirmedOwner,
  createOwner,
  post,
  signIn,
  signInAsAdmin,
  uniqueUsername,
  waitForEmailLink,
} from './accounts.ts';
import { expect, getJson, open } from './fixtures.ts';
import { findUnclaimedListing, postListing } from './listings.ts';

/** A form of the site, and how a test gets to its submit. */
export interface Submit {
  name: string;
  /** Opens the form. */
  open: (page: Page, otherPage: Page) => Promise<unknown>;
  /** The submit button. */
  button: string;
  /** Where it is sent: a path of the API, or the beginning of paths before a star. */
  api: string;
  /** The message at the first field when the opened form is sent as it is; undefined if it can be sent so. */
  missing?: string;
  /** Fills the form in. */
  fill?: (page: Page) => Promise<unknown>;
  /** Paths of fields, from which it is not seen where the fields are. */
  fields?: string[];
  /** What is said when the API is not reached. */
  offline?: string;
  /** Whether the normal run tests it. */
  isUsual?: true;
}

/** Every form of the site that is sent to the API. */
export const SUBMITS: Submit[] = [
  {
    name: 'a new listing',
    open: async (page) => {
      await signIn(page, await createOwner(page));
      await open(page, '/post-ad');
    },
    button: 'Post Ad',
    api: '/api/ads',
    missing: 'Title must be at least 5 characters',
    fill: fillListing,
    fields: ['address', 'hours', 'language'],
    isUsual: true,
  },
  {
    name: 'a new premium listing',
    open: async (page) => {
      await signIn(page, await createOwner(page));
      await open(page, '/post-ad?plan=premium');
    },
    button: 'Continue to Payment',
    api: '/api/create-payment-intent',
    fill: fillListing,
    fields: ['address'],
  },
  {
    name: 'an edited listing',
    open: async (page) => {
      await openOwned(page, (id) => `/account/ads/${id}/edit`);
      await page.getByLabel('Ad Title').fill('');
    },
    button: 'Save changes',
    api: '/api/user/ads/*',
    missing: 'Title must be at least 5 characters',
    fill: (page) => fill(page, { 'Ad Title': 'Golden Hour Plumbing at night' }),
    fields: ['address', 'hours'],
  },
  {
    name: 'contact',
    open: (page) => open(page, '/contact'),
    button: 'Send Message',
    api: '/api/contact',
    missing: 'Name must be at least 2 characters',
    fill: (page) =>
      fill(page, {
        ...{ 'Your Name': 'Maria Lopez', 'Email Address': 'maria@mail.example', Subject: 'A question' },
        Message: 'Where can I buy the map of all of your counties?',
      }),
    fields: ['name'],
  },
  {
    name: 'sign in',
    open: (page) => open(page, '/auth'),
    button: 'Sign In',
    api: '/api/login',
    missing: 'Username must be at least 3 characters',
    fill: (page) => fill(page, { Username: 'maria', Password: 'surf-and-turf' }),
    fields: ['username'],
    offline: 'Failed to login. Please check your credentials.',
  },
  {
    name: 'registration',
    open: (page) => open(page, '/auth?register=true'),
    button: 'Create Account',
    api: '/api/register',
    missing: 'Business name must be at least',
    fill: (page) =>
      fill(page, {
        ...{ 'Business Name': 'Salt & Paws', Email: 'maria@mail.example', Username: uniqueUsername() },
        ...{ Password: 'surf-and-turf', 'Confirm Password': 'surf-and-turf' },
      }),
    fields: ['businessName'],
    offline: 'Failed to create account. Please try again.',
  },
  {
    name: 'a forgotten password',
    open: (page) => open(page, '/auth/reset'),
    button: 'Send link',
    api: '/api/password-resets',
    missing: 'Please enter a valid email address',
    fill: (page) => fill(page, { Email: 'maria@mail.example' }),
    fields: ['email'],
  },
  {
    name: 'a new password',
    open: (page) => open(page, `/auth/reset#token=${'x'.repeat(43)}`),
    button: 'Save new password',
    api: '/api/password-resets/redeem',
    missing: 'Password must be at least 6 characters',
    fill: (page) => fill(page, { 'New password': 'sea-glass-and-salt' }),
    fields: ['password'],
  },
  {
    name: 'a message to a business',
    open: async (page) => {
      await openOwned(page, (id) => `/ads/${id}`);
      await page.context().clearCookies();
      await page.reload();
      await page
        .getByRole('button', { name: /^Message/ })
        .first()
        .click();
    },
    button: 'Send message',
    api: '/api/ads/*',
    missing: 'Enter your name.',
    fill: (page) =>
      fill(page, { 'Your name': 'Maria', 'Your email': 'maria@mail.example', Message: 'Could you come on Thursday?' }),
    fields: ['name', 'source'],
    isUsual: true,
  },
  {
    name: 'a quote request',
    open: async (page) => {
      await signIn(page, await createConfirmedOwner(page));
      const movers = (await getJson<Category[]>(page, '/api/categories')).find(({ slug }) => slug === 'movers');
      const name = `Movers ${uniqueUsername()}`;
      await postListing(page, { businessName: name, title: name, categoryId: String(movers?.id) });
      await page.context().clearCookies();
      await open(page, '/quote?trade=movers&near=Irvine');
    },
    button: 'Send request',
    api: '/api/quotes',
    missing: 'Pick at least one business.',
    fill: async (page) => {
      await page
        .getByRole('checkbox', { name: /^Movers/ })
        .first()
        .check();
      await page.getByLabel('When?').selectOption('Within a month');
      await page.getByLabel('How far?').selectOption('Within the same city');
      await fill(page, {
        ...{ 'Describe the job': 'Two rooms with a piano, from the second floor.', 'Your name': 'Maria Lopez' },
        'Your email': 'maria@mail.example',
      });
    },
    fields: ['listings', 'near', 'text', 'answers.size'],
  },
  {
    name: 'a review',
    open: openReview,
    button: 'Send review',
    api: '/api/conversations/*',
    missing: 'Choose from one to five stars.',
    fill: async (page) => {
      await page.getByRole('radio', { name: '5: excellent' }).check();
      await fill(page, { 'Your review': 'They came the same day, and the heater works again.' });
      await page.getByRole('dialog').getByRole('checkbox').check();
    },
    fields: ['stars', 'pictures'],
  },
  {
    name: 'a report',
    open: async (page) => {
      await open(page, `/ads/${(await findUnclaimedListing(page)).id}`);
      await page.getByRole('button', { name: 'Report', exact: false }).first().click();
    },
    button: 'Send report',
    api: '/api/ads/*',
    missing: 'Choose a reason',
    fill: (page) => page.getByLabel('What’s wrong?').selectOption('Wrong information'),
    fields: ['reason'],
  },
  {
    name: 'a suggested edit',
    open: async (page) => {
      await open(page, `/ads/${(await findUnclaimedListing(page)).id}`);
      await page.getByRole('button', { name: 'Suggest an edit' }).click();
    },
    button: 'Send suggestion',
    api: '/api/ads/*',
    missing: 'Choose what’s wrong',
    fill: (page) => page.getByLabel('What’s wrong?').selectOption('It’s closed for good'),
    fields: ['kind', 'value'],
  },
  {
    name: 'a claim',
    open: async (page) => {
      await signIn(page, await createConfirmedOwner(page));
      await open(page, `/ads/${(await findUnclaimedListing(page)).id}`);
      await page.getByRole('button', { name: 'Is this your business?' }).click();
    },
    button: 'Claim this listing',
    api: '/api/ads/*',
    fill: (page) =>
      page.getByRole('dialog').getByRole('textbox').last().fill('I own it: call me at noon on its phone.'),
    fields: ['note'],
  },
  {
    name: 'a payment',
    open: (page) => openOwned(page, (id) => `/checkout?plan=monthly&listing=${id}`),
    button: 'Pay $100.00',
    api: '/simulated-stripe/*',
    missing: 'Your card number is incomplete.',
    fill: (page) =>
      fill(page, {
        ...{ 'Card number': '4242424242424242', 'Expiration date': '1234', CVC: '123' },
        'Name on card': 'Maria Lopez',
      }),
  },
  {
    name: 'a coupon',
    open: async (page) => {
      await openOwned(page, (id) => `/checkout?plan=monthly&listing=${id}`);
      await page.getByRole('button', { name: 'Add a coupon code' }).click();
    },
    button: 'Apply',
    api: '/api/user/ads/*',
    missing: 'Enter a coupon code',
    fill: (page) => fill(page, { 'Coupon code': 'SPRING' }),
    fields: ['code'],
  },
  {
    name: 'the business name',
    open: async (page) => {
      await openAccount(page);
      await page.getByRole('main').getByLabel('Business Name').fill('');
    },
    button: 'Save',
    api: '/api/user',
    missing: 'Business name must be at least',
    fill: (page) => fill(page, { 'Business Name': 'Salt & Paws' }),
    fields: ['businessName'],
  },
  {
    name: 'another email address',
    open: openAccount,
    button: 'Change email',
    api: '/api/user/email',
    missing: 'Please enter a valid email address',
    fill: (page) => fill(page, { 'New email': 'maria@mail.example', Password: 'surf-and-turf' }),
    fields: ['email'],
  },
  {
    name: 'another password',
    open: openAccount,
    button: 'Change password',
    api: '/api/user/password',
    missing: 'Enter your password',
    fill: (page) => fill(page, { 'Current password': 'surf-and-turf', 'New password': 'sea-glass-and-salt' }),
    fields: ['currentPassword'],
  },
  {
    name: 'a saved search',
    open: async (page) => {
      await signIn(page, await createConfirmedOwner(page));
      await open(page, '/search?category=nightlife');
      await page.getByRole('button', { name: /^Save( this search)?$/ }).click();
      await page.getByLabel('Name').fill('');
    },
    button: 'Save search',
    api: '/api/user/searches',
    missing: 'Enter a name',
    fill: (page) => fill(page, { Name: 'Bars' }),
    fields: ['name', 'search'],
  },
  {
    name: 'an invitation',
    open: async (page) => {
      await openOwned(page, () => '/account');
      await page.getByRole('button', { name: 'Invite someone' }).click();
    },
    button: 'Send invitation',
    api: '/api/user/invitations',
    missing: 'Enter an email address or a username',
    fill: (page) => fill(page, { 'Email or username': 'maria@mail.example' }),
    fields: ['recipient', 'listingId'],
  },
  {
    name: 'a setting of the site',
    open: async (page) => {
      await openAdmin(page, 'settings');
      await page.getByRole('button', { name: 'Change Postal address' }).click();
      await page.getByRole('dialog').getByLabel('Postal address').fill('x'.repeat(301));
    },
    button: 'Save',
    api: '/api/admin/settings/*',
    missing: 'Use at most 300 characters',
    fill: (page) => page.getByRole('dialog').getByLabel('Postal address').fill('1 Pier Street'),
    fields: ['value'],
  },
  {
    name: 'a new coupon',
    open: async (page) => {
      await openAdmin(page, 'coupons');
      await page.getByRole('button', { name: 'Create coupon' }).click();
    },
    button: 'Create coupon',
    api: '/api/admin/coupons',
    fill: async (page) => {
      await fill(page, { Code: 'SPRING', Percent: '33', 'First day': '2026-01-01', 'Last day': '2090-12-31' });
      await page.getByLabel('Premium Monthly').check();
      await fill(page, { 'Uses in all': '7', 'Who is it for, and why?': 'Spring sale' });
    },
    fields: ['code', 'plans'],
  },
  {
    name: 'a suspension',
    open: async (page) => {
      const { username } = await createOwner(page);
      await signInAsAdmin(page);
      await open(page, '/admin');
      await page.getByRole('searchbox', { name: 'Search users by username' }).fill(username);
      await page.getByRole('button', { name: `Suspend ${username}` }).click();
    },
    button: 'Suspend User',
    api: '/api/admin/users/*',
    fill: (page) => page.getByRole('dialog').getByRole('textbox').fill('Spam in every listing'),
    fields: ['reason'],
  },
];

async function fill(page: Page, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts))
    await page.getByRole('main').or(page.getByRole('dialog')).getByLabel(label, { exact: true }).last().fill(text);
}

async function fillListing(page: Page) {
  await fill(page, {
    ...{ 'Ad Title': 'Kayaks by the hour', Description: 'We come to your door with a warm bath and a gentle hand.' },
    ...{ 'Business Name': 'Salt & Paws', 'Street Address': '18 Technology Drive', 'ZIP Code': '92614' },
    ...{ 'Phone Number': '(949) 555-0100', Email: 'hello@paws.example' },
  });
  await page.getByLabel('Category').fill('groom');
  await page.getByLabel('Category').press('Enter');
  await expect(page.getByLabel('City')).toHaveValue('Irvine');
}

async function openOwned(page: Page, toPath: (id: number) => string) {
  await signIn(page, await createConfirmedOwner(page));
  await open(page, toPath((await postListing(page)).id));
}

async function openAccount(page: Page) {
  await signIn(page, await createOwner(page));
  await open(page, '/account');
}

async function openAdmin(page: Page, tab: string) {
  await signInAsAdmin(page);
  await open(page, `/admin?tab=${tab}`);
}

/** The form of a customer whom the business answered. */
async function openReview(page: Page, business: Page) {
  await signIn(business, await createConfirmedOwner(business));
  const { id } = await postListing(business);
  const email = `${uniqueUsername()}@mail.example`;
  const message = { name: 'Maria Lopez', email, topic: 'question', key: crypto.randomUUID(), text: 'Could you come?' };
  await post(page, `/api/ads/${id}/messages`, message);
  await open(page, await waitForEmailLink(email, /^Send your message/));
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toBeVisible();
  const conversation = /\/conversations\/(\d+)/.exec(page.url())?.[1];
  const answer = { text: 'Yes, at nine.', key: crypto.randomUUID() };
  await post(business, `/api/conversations/${conversation}/messages`, answer);
  await page.reload();
  await page.getByRole('button', { name: 'Write a review' }).click();
}
