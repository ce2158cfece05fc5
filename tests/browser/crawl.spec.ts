import { isDeepStrictEqual } from 'node:util';
import type { Page, Request } from '@playwright/test';
import { LANGUAGES, type Language, splitLocalPath, toLocalPath } from '#contract/i18n/languages.ts';
import { expect, getJson, open, test } from '#tests/browser/support/fixtures.ts';
import { findStructuredDataErrors } from '#tests/support/documents/structured-data.ts';
import { isLongRun, selectEveryNth } from '#tests/support/long-run.ts';

// The limits, for each kind, of the pages that are read and of the linked URLs that are requested. Pages of a language differ from
// those of another one in their texts.
const MAX_PAGES_PER_KIND: Record<Language, number> = isLongRun ? { en: 12, es: 6 } : { en: 2, es: 1 };
const MAX_LINKS_PER_KIND: Record<Language, number> = isLongRun
  ? { en: Number.POSITIVE_INFINITY, es: 20 }
  : { en: 5, es: 2 };
const MAX_PAGES = 450;
const CONCURRENCY = 8;

// The budget of the first visit to a page. Images count as requests but not in bytes, because they load lazily.
const MAX_REQUESTS = 60;
const MAX_BYTES: Record<string, number> = { document: 60_000, script: 140_000, stylesheet: 20_000, font: 75_000 };

// Forms need more script.
const MAX_FORM_SCRIPT_BYTES = 190_000;
const FORM_PATHS = new Set(['/contact', '/quote']);

/** The metadata and links in the HTML of a page. */
interface PageMetadata {
  path: string;
  title: string;
  headings: number;
  canonical: string | null;
  description: string | null;
  hidden: boolean;
  image: string | null;
  feeds: string[];
  /** The addresses that it names for each language, with `x-default`. */
  alternates: Record<string, string>;
  /** Links to pages in another language, and all others. */
  languageLinks: string[];
  links: string[];
  data: string[];
}

test('pages reachable from the home pages have valid metadata, no link is broken, and none but those to another language leaves one', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const origin = baseURL as string;
  const locations = await fetchLocationSlugs(page);
  const pages = new Map<string, PageMetadata>();
  const kinds = new Map<string, number>();
  const linked = new Map<string, string>();
  const waiting = LANGUAGES.map((language) => toLocalPath('/', language));
  while (waiting.length > 0 && pages.size < MAX_PAGES) {
    const batch = waiting.splice(0, CONCURRENCY);
    for (const metadata of await Promise.all(batch.map((path) => readPageMetadata(page, path)))) {
      if (metadata === null) continue;
      pages.set(metadata.path, metadata);
      for (const link of getSitePaths(metadata, origin)) {
        if (!linked.has(link)) linked.set(link, metadata.path);
        const kind = getPageKind(link, locations);
        if (!metadata.links.includes(link) || kind === null || pages.has(link) || waiting.includes(link)) continue;
        const before = kinds.get(kind) ?? 0;
        if (before >= MAX_PAGES_PER_KIND[splitLocalPath(link).language]) continue;
        kinds.set(kind, before + 1);
        waiting.push(link);
      }
    }
  }
  const expectedKinds = ['/ads/*', '/city/*', '/city/*/*', '/zip/*', '/blog/*'];
  expect([...kinds.keys()]).toEqual(
    expect.arrayContaining(LANGUAGES.flatMap((language) => expectedKinds.map((kind) => toLocalPath(kind, language)))),
  );

  const errors = [...pages.values()].flatMap((metadata) =>
    [...findPageErrors(metadata, origin), ...findLanguageErrors(metadata, origin)].map(
      (error) => `${metadata.path}: ${error}`,
    ),
  );
  // Other tests post the same business several times.
  const found = [...pages.values()].filter(
    ({ canonical, path, title }) => canonical === origin + path && !title.startsWith('Golden Hour Plumbing,'),
  );
  // Names, such as those of businesses, are the same in all languages.
  for (const same of Map.groupBy(found, ({ path, title }) => `${splitLocalPath(path).language} ${title}`).values()) {
    if (same.length > 1)
      errors.push(`${same.map(({ path }) => path).join(', ')}: all have the title ${same[0]?.title}`);
  }
  const unread = [...Map.groupBy(linked.keys(), (path) => getPageKind(path, locations)).values()].flatMap((paths) =>
    paths
      .filter((path) => !pages.has(path))
      .slice(0, Math.max(...paths.map((path) => MAX_LINKS_PER_KIND[splitLocalPath(path).language]))),
  );
  while (unread.length > 0) {
    const batch = unread.splice(0, CONCURRENCY);
    const statuses = await Promise.all(batch.map(async (path) => (await page.request.head(path)).status()));
    for (const [index, path] of batch.entries()) {
      if (statuses[index] === 200) continue;
      const from = linked.get(path) ?? '';
      // Other tests delete listings that they posted; then no page links to them any more.
      const again = await readPageMetadata(page, from);
      if (again && getSitePaths(again, origin).includes(path))
        errors.push(`${from}: its link ${path} has status ${statuses[index]}`);
    }
  }
  expect(errors).toEqual([]);
});

test('the first visit to a page of each kind is within budget', async ({ browser, page }) => {
  test.slow();
  const errors: string[] = [];
  const paths = await getPageOfEachKind(page);
  const spanishPaths = paths.map((path) => toLocalPath(path, 'es'));
  for (const path of selectEveryNth(20, [...paths, ...spanishPaths])) {
    // The cache of a new context is empty.
    const context = await browser.newContext();
    const fresh = await context.newPage();
    const bytes: Record<string, number> = {};
    const requests: Request[] = [];
    fresh.on('requestfinished', (request) => requests.push(request));
    await open(fresh, path);
    await fresh.waitForLoadState('networkidle');
    // Closing the page sends its last events, whose sizes cannot be read any more.
    fresh.removeAllListeners('requestfinished');
    for (const request of requests) {
      const { responseBodySize } = await request.sizes();
      bytes[request.resourceType()] = (bytes[request.resourceType()] ?? 0) + responseBodySize;
    }
    if (requests.length > MAX_REQUESTS) errors.push(`${path}: ${requests.length} requests`);
    for (const [type, most] of Object.entries(MAX_BYTES)) {
      const allowed = type === 'script' && FORM_PATHS.has(splitLocalPath(path).path) ? MAX_FORM_SCRIPT_BYTES : most;
      if ((bytes[type] ?? 0) > allowed) errors.push(`${path}: ${bytes[type]} bytes of kind ${type}`);
    }
    await context.close();
  }
  expect(errors).toEqual([]);
});

test('feeds and sitemaps are well-formed for the XML parser of a browser', async ({ page }) => {
  for (const path of [
    '/blog/rss.xml',
    '/es/blog/atom.xml',
    '/county/kern-county/rss.xml',
    '/category/grocery-stores/atom.xml',
  ]) {
    const text = await (await page.request.get(path)).text();
    const [root, links] = await page.evaluate((xml) => {
      const read = new DOMParser().parseFromString(xml, 'application/xml');
      const found = [...read.querySelectorAll('item > link, entry > link')];
      return [read.documentElement.nodeName, found.map((link) => link.getAttribute('href') ?? link.textContent)];
    }, text);
    expect(root).toBe(path.includes('rss') ? 'rss' : 'feed');
    expect(links.length).toBeGreaterThan(0);
  }
});

async function fetchLocationSlugs(page: Page): Promise<Set<string>> {
  const locations = await getJson<{ slug: string }[]>(page, '/api/locations?zipCodes=false');
  return new Set(locations.map(({ slug }) => slug));
}

/** The kind of a path: '/city/*', or '/es/city/*'. Null if it is no page. */
function getPageKind(localPath: string, locations: ReadonlySet<string>): string | null {
  if (/\.\w+$/.test(localPath) || localPath.startsWith('/api/')) return null;
  const { language, path } = splitLocalPath(localPath);
  const [first = '', ...rest] = path.slice(1).split('/');
  const isLocation = rest.length === 0 && locations.has(first);
  return toLocalPath(isLocation ? '/*' : `/${first}${'/*'.repeat(rest.length)}`, language);
}

/** The path of a URL of this site; empty for other URLs. */
function toSitePath(url: string | null, origin: string): string[] {
  if (url === null) return [];
  const { origin: where, pathname } = new URL(url, origin);
  return where === origin ? [pathname] : [];
}

/** The paths of this site in the metadata and links of a page. */
const getSitePaths = ({ links, languageLinks, alternates, feeds, image, canonical }: PageMetadata, origin: string) =>
  [...links, ...languageLinks, ...Object.values(alternates), ...feeds, image, canonical].flatMap((url) =>
    toSitePath(url, origin),
  );

/** The metadata of a page; null if it does not exist. */
async function readPageMetadata(page: Page, path: string): Promise<PageMetadata | null> {
  const response = await page.request.get(path);
  if (response.status() === 404) return null;
  expect(response.status(), path).toBe(200);
  const metadata = await page.evaluate(
    (html) => {
      const read = new DOMParser().parseFromString(html, 'text/html');
      const attribute = (selector: string, name: string) => read.querySelector(selector)?.getAttribute(name) ?? null;
      const all = (selector: string, name: string) =>
        [...read.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? '');
      return {
        title: read.title,
        headings: read.querySelectorAll('h1').length,
        canonical: attribute('link[rel=canonical]', 'href'),
        description: attribute('meta[name=description]', 'content'),
        hidden: attribute('meta[name=robots]', 'content') === 'noindex',
        image: attribute('meta[property="og:image"]', 'content'),
        feeds: all('link[rel=alternate]:is([type*=rss], [type*=atom])', 'href'),
        alternates: Object.fromEntries(
          [...read.querySelectorAll('link[hreflang]')].map((link) => [
            link.getAttribute('hreflang'),
            link.getAttribute('href'),
          ]),
        ),
        languageLinks: all('a[href][hreflang]', 'href'),
        links: all('a[href]:not([hreflang], [inert] a)', 'href'),
        data: [...read.querySelectorAll('script[type="application/ld+json"]')].map(
          ({ textContent }) => textContent ?? '',
        ),
      };
    },
    await response.text(),
  );
  // Links within the page and to other pages of a list lead to the same kind of page.
  const toPaths = (hrefs: string[]) => {
    const paths = hrefs
      .filter((href) => href.startsWith('/') && !href.startsWith('//'))
      .map((href) => href.replace(/[?#].*$/, ''));
    return [...new Set(paths)];
  };
  return { ...metadata, path, links: toPaths(metadata.links), languageLinks: toPaths(metadata.languageLinks) };
}

function findPageErrors(
  { path, title, headings, canonical, description, hidden, image, data }: PageMetadata,
  origin: string,
) {
  const errors = data.flatMap((text) => findStructuredDataErrors(JSON.parse(text), origin));
  if (headings !== 1) errors.push(`${headings} level-1 headings`);
  if (title.length < 10 || title.length > 200) errors.push(`the title is ${title}`);
  if (!description || description.length < 20) errors.push(`the description is ${description}`);
  if (!image?.startsWith(`${origin}/`)) errors.push(`the share image is ${image}`);
  if (hidden === (canonical !== null)) errors.push(`hidden: ${hidden}, and its canonical URL is ${canonical}`);
  if (canonical && !canonical.startsWith(`${origin}/`)) errors.push(`its canonical URL is ${canonical}`);
  const isCopy = splitLocalPath(path).path === '/faq';
  if (canonical && !isCopy && canonical !== origin + path) errors.push(`its canonical URL is ${canonical}`);
  const kinds = data.map((text) => JSON.parse(text)['@type']);
  const isHome = splitLocalPath(path).path === '/';
  if (!hidden && !isHome && !kinds.includes('BreadcrumbList')) errors.push('it has no breadcrumbs');
  return errors;
}

/** Faults in what a page says of its language: links into another one, and the addresses that it names for each. */
function findLanguageErrors(page: PageMetadata, origin: string): string[] {
  const { path, canonical, hidden, alternates } = page;
  const { language } = splitLocalPath(path);
  const isPage = (link: string) => !/\.\w+$/.test(link) && !link.startsWith('/api/');
  const isOther = (link: string) => isPage(link) && splitLocalPath(link).language !== language;
  const errors = page.links.filter(isOther).map((link) => `its link ${link} is in another language`);
  for (const link of page.languageLinks)
    if (!isOther(link)) errors.push(`its link ${link} to another language is in this one`);
  for (const feed of page.feeds) if (splitLocalPath(feed).language !== language) errors.push(`its feed is ${feed}`);
  if (page.languageLinks.length === 0) errors.push('it has no link to another language');

  const english = splitLocalPath(canonical?.slice(origin.length) || '/').path;
  const named = LANGUAGES.map((one) => [one, origin + toLocalPath(english, one)]);
  const expected = hidden ? {} : Object.fromEntries([...named, ['x-default', origin + english]]);
  if (!isDeepStrictEqual(alternates, expected)) errors.push(`it names ${JSON.stringify(alternates)}`);
  return errors;
}

async function getPageOfEachKind(page: Page): Promise<string[]> {
  const [ad] = await getJson<{ id: number; city: { slug: string }; category: { slug: string }; zipCode: string }[]>(
    page,
    '/api/category/grocery-stores/ads?limit=1',
  );
  if (!ad) throw new Error('There is no listing of a grocery store');
  return [
    ...[
      '/',
      '/browse',
      '/featured',
      '/rates',
      '/contact',
      '/help',
      '/privacy-policy',
      '/terms-of-service',
      '/quick-links',
    ],
    ...['/categories', '/category/grocery-stores', '/locations', '/los-angeles', '/dfw', '/county/kern-county'],
    ...[`/city/${ad.city.slug}`, `/city/${ad.city.slug}/${ad.category.slug}`, `/zip/${ad.zipCode}`, `/ads/${ad.id}`],
    ...['/blog', '/blog/hours-holidays-heat'],
  ];
}
