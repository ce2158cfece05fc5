import type { Page } from '@playwright/test';
import type { Listing } from '#contract/listings.ts';
import { expectedPages } from '#tests/browser/support/expected-pages.ts';
import { findMisfits } from '#tests/browser/support/fitting-texts.ts';
import { expect, getJson, LONG, test } from '#tests/browser/support/fixtures.ts';
import { expectSoundLayout } from '#tests/browser/support/sound-layout.ts';
import { readStructuredData, toTypes } from '#tests/browser/support/structured-data.ts';
import { findStructuredDataErrors } from '#tests/support/documents/structured-data.ts';
import { isLongRun, selectEveryNth } from '#tests/support/long-run.ts';

test.use({ locale: 'es-MX' });

/** Widths in px at which Spanish words are likely not to fit: other phones, and where the header has its links. */
const MORE_WIDTHS = [390, 1024, 1280];

/** The page that the usual run opens: others differ from those in English only in words, which `texts.spec.ts` reads. */
const USUAL_PAGES = new Set(selectEveryNth(2, ['/', 'a listing']));

for (const { path, data } of expectedPages) {
  const details = USUAL_PAGES.has(path) ? {} : { tag: LONG };
  test(
    `${path} in Spanish has its own addresses, is accessible in both themes, and has no overflow or layout shift`,
    details,
    async ({ page }) => {
      await expectSoundInSpanish(page, path);
      await expectOwnAddresses(page, path);
      const things = await readStructuredData(page);
      expect(toTypes(things)).toEqual(expect.arrayContaining(data));
      await expectSpanishData(page, things);
      await expectLinksToAnswer(page);
    },
  );
}

test('a listing in Spanish has its own addresses, and no overflow or layout shift', {
  tag: USUAL_PAGES.has('a listing') ? [] : LONG,
}, async ({ page }) => {
  const listings = await getJson<Listing[]>(page, '/api/category/grocery-stores/ads');
  const free = listings.find(({ unclaimed }) => unclaimed);
  await expectSoundInSpanish(page, `/ads/${free?.id}`);
  await expectOwnAddresses(page, `/ads/${free?.id}`);
  const things = await readStructuredData(page);
  expect(toTypes(things)).toContain('BreadcrumbList');
  await expectSpanishData(page, things);
  await expectLinksToAnswer(page);
});

for (const path of [
  // A sample of a paid listing.
  '/ads/1',
  '/search',
  '/search?q=market&near=Irvine&within=10',
  '/search?q=market&view=map',
  '/saved',
  '/compare?ids=1,2,3',
  '/checkout?plan=quarterly',
  '/auth',
  '/auth?register=true',
  '/receipt-codes',
]) {
  test(`${path} in Spanish is accessible in both themes, has no overflow or layout shift, and is noindex`, {
    tag: LONG,
  }, async ({ page }) => {
    await expectSoundInSpanish(page, path);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('link[hreflang]')).toHaveCount(0);
  });
}

/** Expects what `expectSoundLayout` does of the Spanish page, that it says its language, and that texts fit at more widths. */
async function expectSoundInSpanish(page: Page, path: string) {
  await expectSoundLayout(page, toSpanish(path));
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  expect(await findMisfits(page, MORE_WIDTHS)).toEqual([]);
}

/** Expects a canonical address, names of both languages' pages that agree with those in English, feeds, and a picture to share. */
async function expectOwnAddresses(page: Page, path: string) {
  const { origin } = new URL(page.url());
  const address = origin + toSpanish(path);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', address);
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/es/site.webmanifest');
  await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', address);
  await expect(page.locator('meta[property="og:locale"]')).toHaveAttribute('content', 'es_US');
  const alternates = { en: origin + path, es: address, 'x-default': origin + path };
  expect(await readAlternates(page)).toEqual(alternates);
  expect(await readAlternates(page, await (await page.request.get(path)).text())).toEqual(alternates);

  const image = await page.locator('meta[property="og:image"]').getAttribute('content');
  const picture = await page.request.get(image ?? '');
  expect([picture.status(), picture.headers()['content-type']]).toEqual([
    200,
    expect.stringMatching(/^image\/(png|jpeg)$/),
  ]);

  const feeds = page.locator('link[rel=alternate]:is([type*=rss], [type*=atom])');
  for (const href of await feeds.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
    expect(href.startsWith(`${toSpanish(path)}/`), href).toBe(true);
    const feed = await page.request.get(href);
    expect(feed.status(), href).toBe(200);
    const text = await feed.text();
    expect(text).toMatch(/<language>es-us<\/language>|<feed [^>]*xml:lang="es-US"/);
    const links = [...text.matchAll(/<link>([^<]+)|<link (?!rel="self")[^>]*href="([^"]+)"/g)].map(
      ([, a, b]) => a ?? b ?? '',
    );
    expect(links.filter((link) => !link.startsWith(`${origin}/es`))).toEqual([]);
    expect(links.length).toBeGreaterThan(0);
  }
}

/** The pages of each language that a page names. */
const readAlternates = (page: Page, html?: string): Promise<Record<string, string>> =>
  page.evaluate((text) => {
    const read = text === undefined ? document : new DOMParser().parseFromString(text, 'text/html');
    const links = [...read.querySelectorAll('link[rel=alternate][hreflang]')];
    return Object.fromEntries(links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]));
  }, html);

/** Expects valid structured data whose addresses are those of Spanish pages, but for the site's own. */
async function expectSpanishData(page: Page, things: object[]) {
  const { origin } = new URL(page.url());
  expect(things.flatMap((thing) => findStructuredDataErrors({ ...thing }, origin))).toEqual([]);
  const addresses = [...JSON.stringify(things).matchAll(/"(?:url|item)":"([^"]+)"/g)].map(([, url = '']) => url);
  const pages = addresses.filter((url) => url.startsWith(origin) && url !== `${origin}/`);
  expect(pages.filter((url) => !/^\/es(\/|#|$)/.test(url.slice(origin.length)))).toEqual([]);
}

/** Expects that what the page links to exists. The usual run tries some; `crawl.spec.ts` those of each kind. */
async function expectLinksToAnswer(page: Page) {
  const links = page.getByRole('main').locator('a[href^="/"]:not([inert] a)');
  const hrefs = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href')?.replace(/#.*/, '') ?? ''),
  );
  for (const href of [...new Set(hrefs)].slice(0, isLongRun ? 20 : 3))
    expect((await page.request.head(href)).status(), href).toBe(200);
}

const toSpanish = (path: string) => (path === '/' ? '/es' : `/es${path}`);
