import type { Page } from '@playwright/test';
import { isLongRun } from '../support/long-run.ts';
import { findStructuredDataErrors } from '../support/structured-data.ts';
import { expect, getJson, open, test } from './support/fixtures.ts';

// So many pages of each kind are read, and of the addresses that they link so many of each kind are requested.
const MAX_PAGES_PER_KIND = isLongRun ? 12 : 2;
const MAX_LINKS_PER_KIND = isLongRun ? Number.POSITIVE_INFINITY : 10;
const MAX_PAGES = 300;
const CONCURRENCY = 8;

// What the first visit to a page may transfer. Images are counted, but not weighed: they load as one scrolls.
const MAX_REQUESTS = 60;
const MAX_BYTES: Record<string, number> = { document: 60_000, script: 140_000, stylesheet: 20_000, font: 75_000 };

// Forms are half as heavy again.
const MAX_FORM_SCRIPT_BYTES = 190_000;
const FORM_PATHS = new Set(['/contact']);

/** What a page says of itself in its HTML. */
interface PageMetadata {
  path: string;
  title: string;
  headings: number;
  canonical: string | null;
  description: string | null;
  hidden: boolean;
  image: string | null;
  feeds: string[];
  links: string[];
  data: string[];
}

test('pages that links lead to from the home page are sound, and no link is dead', async ({ page, baseURL }) => {
  test.slow();
  const origin = baseURL as string;
  const locations = await fetchLocationSlugs(page);
  const pages = new Map<string, PageMetadata>();
  const kinds = new Map<string, number>();
  const linked = new Map<string, string>();
  const waiting = ['/'];
  while (waiting.length > 0 && pages.size < MAX_PAGES) {
    const batch = waiting.splice(0, CONCURRENCY);
    for (const said of await Promise.all(batch.map((path) => readPageMetadata(page, path)))) {
      if (said === null) continue;
      pages.set(said.path, said);
      for (const link of getSitePaths(said, origin)) {
        if (!linked.has(link)) linked.set(link, said.path);
        const kind = getPageKind(link, locations);
        if (!said.links.includes(link) || kind === null || pages.has(link) || waiting.includes(link)) continue;
        const before = kinds.get(kind) ?? 0;
        if (before >= MAX_PAGES_PER_KIND) continue;
        kinds.set(kind, before + 1);
        waiting.push(link);
      }
    }
  }
  expect([...kinds.keys()]).toEqual(expect.arrayContaining(['/ads/*', '/city/*', '/city/*/*', '/zip/*', '/blog/*']));

  const faults = [...pages.values()].flatMap((said) =>
    findPageErrors(said, origin).map((fault) => `${said.path}: ${fault}`),
  );
  const found = [...pages.values()].filter(({ canonical, path }) => canonical === origin + (path === '/' ? '/' : path));
  for (const [title, same] of Map.groupBy(found, ({ title }) => title)) {
    if (same.length > 1) faults.push(`${same.map(({ path }) => path).join(', ')}: all are called ${title}`);
  }
  const unread = [...Map.groupBy(linked.keys(), (path) => getPageKind(path, locations)).values()].flatMap((paths) =>
    paths.filter((path) => !pages.has(path)).slice(0, MAX_LINKS_PER_KIND),
  );
  while (unread.length > 0) {
    const batch = unread.splice(0, CONCURRENCY);
    const statuses = await Promise.all(batch.map(async (path) => (await page.request.head(path)).status()));
    for (const [index, path] of batch.entries()) {
      if (statuses[index] === 200) continue;
      const from = linked.get(path) ?? '';
      // Other tests delete what they posted, and then no page leads there any more.
      const again = await readPageMetadata(page, from);
      if (again && getSitePaths(again, origin).includes(path))
        faults.push(`${from}: its link ${path} answers ${statuses[index]}`);
    }
  }
  expect(faults).toEqual([]);
});

test('the first visit to a page of each kind transfers little', async ({ browser, page }) => {
  test.slow();
  const faults: string[] = [];
  const paths = await getPageOfEachKind(page);
  for (const path of isLongRun ? paths : paths.filter((_, index) => index % 4 === 0)) {
    // The cache of a new context is empty.
    const context = await browser.newContext();
    const fresh = await context.newPage();
    const bytes: Record<string, number> = {};
    let requests = 0;
    fresh.on('requestfinished', async (request) => {
      requests++;
      const { responseBodySize } = await request.sizes();
      bytes[request.resourceType()] = (bytes[request.resourceType()] ?? 0) + responseBodySize;
    });
    await open(fresh, path);
    await fresh.waitForLoadState('networkidle');
    if (requests > MAX_REQUESTS) faults.push(`${path}: ${requests} requests`);
    for (const [type, most] of Object.entries(MAX_BYTES)) {
      const allowed = type === 'script' && FORM_PATHS.has(path) ? MAX_FORM_SCRIPT_BYTES : most;
      if ((bytes[type] ?? 0) > allowed) faults.push(`${path}: ${bytes[type]} bytes of kind ${type}`);
    }
    await context.close();
  }
  expect(faults).toEqual([]);
});

test('feeds, and all that they hold, are well-formed in a browser too', async ({ page }) => {
  for (const path of [
    '/blog/rss.xml',
    '/blog/atom.xml',
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

/** A path's kind: '/city/*'. Null for what is no page. */
function getPageKind(path: string, locations: ReadonlySet<string>): string | null {
  if (/\.\w+$/.test(path) || path.startsWith('/api/')) return null;
  const [first = '', ...rest] = path.slice(1).split('/');
  if (rest.length === 0) return locations.has(first) ? '/*' : path;
  return `/${first}${'/*'.repeat(rest.length)}`;
}

/** The path that an address leads to within the site, if it does. */
function toSitePath(url: string | null, origin: string): string[] {
  if (url === null) return [];
  const { origin: where, pathname } = new URL(url, origin);
  return where === origin ? [pathname] : [];
}

/** The paths of this site that a page names. */
const getSitePaths = ({ links, feeds, image, canonical }: PageMetadata, origin: string) =>
  [...links, ...feeds, image, canonical].flatMap((url) => toSitePath(url, origin));

/** What a page says of itself; null if there is none. */
async function readPageMetadata(page: Page, path: string): Promise<PageMetadata | null> {
  const answer = await page.request.get(path);
  if (answer.status() === 404) return null;
  expect(answer.status(), path).toBe(200);
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
        feeds: all('link[rel=alternate]', 'href'),
        links: all('a[href]:not([inert] a)', 'href'),
        data: [...read.querySelectorAll('script[type="application/ld+json"]')].map(
          ({ textContent }) => textContent ?? '',
        ),
      };
    },
    await answer.text(),
  );
  // Within the page, and to a list's next part: the same page.
  const links = metadata.links
    .filter((href) => href.startsWith('/') && !href.startsWith('//'))
    .map((href) => href.replace(/[?#].*$/, ''));
  return { ...metadata, path, links: [...new Set(links)] };
}

function findPageErrors(
  { path, title, headings, canonical, description, hidden, image, data }: PageMetadata,
  origin: string,
) {
  const faults = data.flatMap((text) => findStructuredDataErrors(JSON.parse(text), origin));
  if (headings !== 1) faults.push(`${headings} headings of the first level`);
  if (title.length < 10 || title.length > 200) faults.push(`the title is ${title}`);
  if (!description || description.length < 20) faults.push(`the description is ${description}`);
  if (!image?.startsWith(`${origin}/`)) faults.push(`the picture is ${image}`);
  if (hidden === (canonical !== null)) faults.push(`hidden: ${hidden}, and its canonical address is ${canonical}`);
  if (canonical && !canonical.startsWith(`${origin}/`)) faults.push(`its canonical address is ${canonical}`);
  if (canonical && path !== '/faq' && canonical !== origin + path) faults.push(`its canonical address is ${canonical}`);
  const kinds = data.map((text) => JSON.parse(text)['@type']);
  if (!hidden && path !== '/' && !kinds.includes('BreadcrumbList')) faults.push('it does not say where it lies');
  return faults;
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
