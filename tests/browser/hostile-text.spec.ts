import type { Page } from '@playwright/test';
import type { ImportUpload } from '#contract/imports/uploads.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { ListingPage } from '#contract/listings.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import type { Photo } from '#contract/photos.ts';
import {
  createConfirmedOwner,
  createOwner,
  openSection,
  signIn,
  signInAsAdmin,
  unfoldSections,
} from '#tests/browser/support/accounts.ts';
import { expect, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { findUnclaimedListing, postListing, uploadPhotos } from '#tests/browser/support/listings.ts';
import { sendScripts } from '#tests/browser/support/script-texts.ts';
import { getHostileScripts } from '#tests/hostile/scripts.ts';
import { isLongRun, repetitions } from '#tests/support/long-run.ts';

// The normal run tests one text of each kind.
const PARTS = isLongRun ? 5 : 1;

const scripts = getHostileScripts(isLongRun ? undefined : 1);
const getScriptsOfPart = (index: number) => scripts.filter((_, script) => script % PARTS === index);

declare global {
  interface Window {
    /** The function that hostile texts call if they are executed. */
    ran: (what: number | string) => void;
  }
}

// The page also reports everything that its content security policy blocks (`fixtures.ts`).
const executed: string[] = [];
test.beforeEach(async ({ page }) => {
  executed.length = 0;
  await detectExecution(page);
});
test.afterEach(() => expect(executed).toEqual([]));

for (let index = 0; index < PARTS; index += 1) {
  test(`no text of a listing is executed where it is shown: part ${index + 1} of ${PARTS}`, async ({
    page,
    browser,
  }) => {
    test.slow();
    await signIn(page, await createOwner(page));
    const zipCode = ['92602', '92604', '92606', '92618', '92620'][index] as string;
    const visitor = await detectExecution(await (await browser.newContext()).newPage());
    await open(page, '/account');
    const forms = createForms(getScriptsOfPart(index), zipCode);
    // The first forms have every text in most fields.
    for (const form of isLongRun ? forms : forms.slice(0, 2)) {
      const ad = await postListing(page, { ...form, photos: await uploadPhotos(page, form.photos ?? []) });
      await expectUnchangedForVisitors(visitor, ad, form);
      await expectUnchangedForOwner(page, ad, form);
    }
    await open(visitor, `/zip/${zipCode}`);
    await expectInertText(visitor);
    await open(page, '/account');
    await expect(page.getByRole('heading', { name: 'Listings', exact: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectInertText(page);
    await visitor.context().close();
  });
}

/** Expects the same text on the page of a listing. */
async function expectUnchangedForVisitors(visitor: Page, { id }: OwnerListing, form: Partial<ListingForm>) {
  await open(visitor, `/ads/${id}`);
  expect(await visitor.getByRole('heading', { level: 1 }).textContent()).toBe(form.title);
  expect(await readBusinessJsonLd(visitor)).toMatchObject({ name: form.businessName, areaServed: form.serviceArea });
  await expectInertText(visitor);
}

/** Expects the same text in the preview of a listing and in its form. */
async function expectUnchangedForOwner(page: Page, { id }: OwnerListing, form: Partial<ListingForm>) {
  // Client-side navigation, because the HTML of the server has neither.
  await followLink(page, `/account/ads/${id}/preview`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(form.title ?? '');
  await expectInertText(page);
  await followLink(page, `/account/ads/${id}/edit`);
  await expect(page.getByLabel('Ad Title')).toHaveValue(form.title ?? '');
  await expect(page.getByLabel('Description')).toHaveValue(form.description ?? '');
  await expectInertText(page);
}

test('no picture, profile or URL of a paid listing is executed', async ({ page }) => {
  test.slow();
  const { id } = await findUnclaimedListing(page);
  const ad = await getJson<ListingPage>(page, `/api/ads/${id}`);
  const paths = scripts.filter((script) => /^[^\s\\]+$/.test(script)).map((script) => `https://x.example/${script}`);
  for (const [index, texts] of chunks(scripts, 1000).entries()) {
    const text = texts.join(' ');
    const picture: Photo = { src: '/favicon.svg', srcSet: '/favicon.svg 32w', width: 32, height: 32, alt: text };
    const paid: ListingPage = {
      ...ad,
      ...{ premium: true, isFeatured: true, level: 'premium', title: text, businessName: text, description: text },
      ...{ address: text, state: text, phone: text, email: text, city: { name: text, slug: null }, source: text },
      ...{ businessUrl: paths[index] ?? null, logo: picture, photos: [picture, picture, picture] },
      ...{ socialMedia: { instagram: paths[index + 10], yelp: paths[index + 20] }, unclaimed: index % 2 === 0 },
      ...{ holidayNote: text, serviceArea: text, languages: texts, licenseNumber: text, priceNotes: text },
    };
    await page.route(`**/api/ads/${id}`, (route) => route.fulfill({ json: paid }));
    await open(page, '/categories');
    await followLink(page, `/ads/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(texts[0]?.trim() ?? '');
    await expectInertText(page);
    await page
      .getByRole('button', { name: /^Enlarge/ })
      .first()
      .click();
    await expectInertText(page);
  }
});

test('no text that the API accepts is executed on a private page', { tag: LONG }, async ({
  page,
  otherPage: admin,
}) => {
  test.slow();
  await signInAsAdmin(await detectExecution(admin));
  for (let round = 0; round < repetitions(1, 6); round += 1) {
    const owner = await createConfirmedOwner(page);
    await signIn(page, owner);
    const { ad, payment } = await sendScripts(page, admin, owner, round * 36);
    await open(admin, '/admin');
    const menu = admin.getByRole('navigation', { name: 'Sections' });
    await unfoldSections(menu);
    const sections = await menu.getByRole('link').all();
    const paths = await Promise.all(sections.map((link) => link.getAttribute('href') as Promise<string>));
    for (const path of [...paths, '/admin?tab=suspended']) {
      await open(admin, path);
      // Of the others, the first page may show what other tests have made.
      if (/=(suspended|reports|claims|hidden|payments|messages)$/.test(path))
        await expect(admin.getByRole('main')).toContainText('ran(');
      for (const summary of await admin.getByText('Show all').all()) await summary.click();
      await expectInertText(admin);
    }
    for (const [tab, button] of [
      ['Reports', /^Hide listing/],
      ['Claims', /^Approve/],
      ['Claims', /^Decline/],
    ] as const) {
      await openSection(admin, tab);
      await admin.getByRole('button', { name: button }).first().click();
      await expectInertText(admin);
      await admin.keyboard.press('Escape');
    }
    const ownerPaths = [
      '/account',
      `/account/payments/${payment.id}`,
      `/ads/${ad.id}/analytics`,
      `/account/ads/${ad.id}/edit`,
    ];
    for (const path of ownerPaths) {
      await (path === '/account' ? open(page, path) : followLink(page, path));
      await expect(page.getByText('ran(').or(page.locator('input[value*="ran("]')).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectInertText(page);
    }
    await removeTraces(page, admin);
  }
});

/** Other tests would find the listings of the owner first, and as many uploads as one page shows. */
async function removeTraces(page: Page, admin: Page) {
  const headers = { origin: process.env.SITE_ORIGIN ?? '' };
  const listings = await getJson<OwnerListing[]>(page, '/api/user/ads?limit=100');
  const uploads = await getJson<ImportUpload[]>(admin, '/api/admin/import-uploads');
  const responses = [
    ...(await Promise.all(listings.map(({ id }) => page.request.delete(`/api/user/ads/${id}`, { headers })))),
    ...(await Promise.all(
      uploads.map((upload) => admin.request.delete(`/api/admin/import-uploads/${upload.id}`, { headers })),
    )),
  ];
  expect(responses.filter((response) => !response.ok())).toEqual([]);
}

/** Navigates on the client, as a link does. */
async function followLink(page: Page, path: string) {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
}

/** Records in `executed` every text that the page executes or tries to execute. */
async function detectExecution(page: Page): Promise<Page> {
  await page.exposeFunction('ran', (what: number | string) => executed.push(String(what)));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      window.ran(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  page.on('dialog', (dialog) => {
    executed.push(dialog.message());
    dialog.dismiss();
  });
  return page;
}

/** Expects that no text has become an element that executes code, or an attribute that could. */
async function expectInertText(page: Page) {
  const live = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const isOurs =
        (element instanceof HTMLScriptElement && /json$/.test(element.type)) ||
        // The card of a listing, which runs nothing.
        element.matches('iframe[sandbox][src^="/embed/"]');
      const runs = element.matches('script:not([src^="/"]), iframe, object, embed, base, portal, [http-equiv]');
      const attributes = [...element.attributes].filter(
        ({ name, value }) =>
          /^(on|srcdoc$)/.test(name) ||
          (/^((xlink:)?href|src|data|action|formaction)$/.test(name) && !/^(https?:|tel:|mailto:|[/#?])/.test(value)),
      );
      return (runs && !isOurs) || attributes.length > 0 ? element.outerHTML.slice(0, 200) : [];
    }),
  );
  expect(live).toEqual([]);
}

/** The business in the JSON-LD of the page. `postListing` posts plumbers. */
async function readBusinessJsonLd(page: Page): Promise<object> {
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return scripts.map((text) => JSON.parse(text)).find((thing) => thing['@type'] === 'Plumber');
}

/**
 * Forms that together contain each text in each field, several at a time. The phone is too short for some texts, and the state is
 * California; a paid listing shows all fields.
 */
function createForms(texts: string[], zipCode: string): Partial<ListingForm>[] {
  const field = (most: number, between = ' ') => chunks(texts, most).map((chunk) => chunk.join(between).trim());
  const some = <T>(all: T[], index: number) => all[index % all.length] as T;
  const [titles, descriptions, names, addresses, cities] = [
    field(100),
    field(990, '\n'),
    field(200),
    field(290),
    field(90),
  ];
  const notes = field(200);
  const licenses = field(60);
  const phones = field(29).map((text) => `9495550100 ${text}`);
  const short = texts.filter((text) => text.length <= 40);
  const languages = Array.from({ length: Math.ceil(short.length / 10) }, (_, i) => short.slice(10 * i, 10 * i + 10));
  const paths = texts.filter((text) => /^[^\s\\]+$/.test(text));
  const links = (host: string) => paths.map((path) => `https://${host}/${path}`);
  return titles.map((title, index) => ({
    title,
    description: some(descriptions, index),
    businessName: some(names, index),
    address: some(addresses, index),
    city: some(cities, index),
    zipCode,
    phone: some(phones, index),
    website: some(links('x.example'), index),
    imageUrl: some(links('x.example'), index + 1),
    socialMedia: { instagram: some(links('instagram.com'), index + 2), yelp: some(links('yelp.com'), index + 3) },
    holidayNote: some(notes, index),
    serviceArea: some(notes, index + 1),
    licenseNumber: some(licenses, index),
    priceNotes: some(notes, index + 2),
    languages: some(languages, index),
    photos: some(notes, index) ? [{ id: 0, alt: some(notes, index) }] : [],
  }));
}

/** Joins texts by a space into chunks of a maximum length, in order; longer texts are left out. */
function chunks(texts: string[], maxLength: number): string[][] {
  return texts
    .filter((text) => text.length <= maxLength)
    .reduce<string[][]>((all, text) => {
      const last = all.at(-1);
      if (last && [...last, text].join(' ').length <= maxLength) last.push(text);
      else all.push([text]);
      return all;
    }, []);
}
