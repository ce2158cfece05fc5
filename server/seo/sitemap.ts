import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { BlogPostSummary } from '#contract/content.ts';
import { LANGUAGES, type Language, toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { Site } from '#contract/site.ts';
import { z } from '#contract/zod.ts';
import { listPosts } from '../content/shown-texts.ts';
import { type Texts } from '../content/texts.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { NotFound } from '../http/errors.ts';
import { getDatabaseTime } from '../page-cache/cache-plugin.ts';
import { acceptsCoding } from '../page-cache/cached-response.ts';
import { getCategoryCounts, sumCategoryCounts } from '../places/counted-links.ts';
import type { Counts } from '../places/counts.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import { latestDate, MAX_URLS_PER_FILE, openSitemapDates } from './sitemap-dates.ts';
import { inSlices } from './slices.ts';

const LISTINGS_PER_QUERY = 2000;
/** Every category of a place is counted. */
const PLACES_PER_SLICE = 50;

/** Pages that change with the listings, then pages whose last change is unknown. */
const PATHS_WITH_LISTINGS = ['/', '/browse', '/featured', '/locations', '/categories'];
const STATIC_PATHS = ['/post-ad', '/quote', '/rates', '/contact', '/help', '/quick-links', '/privacy-choices'];

const ALLOWED_API = ['ads/', 'categor', 'cit', 'count', 'location', 'zip/'];
const DISALLOWED = ['/api/', '/account', '/admin', '/checkout', '/payment-success'];

const schema = { hide: true };

/** A path and the date of its last change, if it is known. */
type SitemapEntry = [path: string, changed?: Date | string];

/**
 * `/robots.txt`, and `/sitemap.xml`: an index of files with every page that search engines should index. Pages without listings
 * and pages of samples are excluded. Each file of listings covers one range of ids.
 */
export function sitemapRoutes(
  api: Api,
  {
    db,
    gazetteer,
    counts,
    texts,
    site: { origin },
  }: { db: Kysely<DB>; gazetteer: Gazetteer; counts: Counts; texts: Texts; site: Pick<Site, 'origin'> },
) {
  const dates = openSitemapDates(db, { gazetteer, counts });

  api.get('/robots.txt', { schema }, async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return renderRobotsTxt(origin);
  });

  api.get('/sitemap.xml', { schema }, async (request, reply) => {
    const listings = await dates.files();
    const newest = latestDate(listings.map(({ changed }) => changed));
    const parts = Array.from(
      { length: Math.ceil((await cityCategories()).length / MAX_URLS_PER_FILE) },
      (_, index) => index + 1,
    );
    const toFiles = ([post]: BlogPostSummary[]): SitemapEntry[] => [
      ['pages', newest],
      ...(post ? [['posts', post.date] satisfies SitemapEntry] : []),
      ['places', newest],
      ['categories', newest],
      ...parts.map((part): SitemapEntry => [`city-categories-${part}`, newest]),
      ...listings.map(({ file, changed }): SitemapEntry => [`listings-${file}`, changed]),
    ];
    const sitemaps = LANGUAGES.flatMap((language) =>
      toFiles(listOwnPosts(language)).map(([name, changed]) =>
        renderEntry('sitemap', origin + toLocalPath(`/sitemap-${name}.xml`, language), changed),
      ),
    );
    return sendXml(request, reply, xmlDocument('sitemapindex', [sitemaps.join('')]));
  });

  const files: Record<string, (language: Language) => Promise<SitemapEntry[]>> = { pages, posts, places, categories };
  for (const language of LANGUAGES) {
    const path = (name: string) => toLocalPath(`/sitemap-${name}.xml`, language);
    for (const [name, entries] of Object.entries(files)) {
      api.get(path(name), { schema }, async (request, reply) =>
        sendXml(request, reply, xmlDocument('urlset', urls(await entries(language), language))),
      );
    }

    api.get(
      path('city-categories-:file(^\\d{1,6})'),
      { schema: { ...schema, params: z.object({ file: z.coerce.number().int() }) } },
      async (request, reply) => {
        const end = request.params.file * MAX_URLS_PER_FILE;
        const part = (await cityCategories()).slice(Math.max(0, end - MAX_URLS_PER_FILE), end);
        if (part.length === 0) throw pageNotFound();
        const { cityCategories: changed } = await dates.lists();
        return sendXml(
          request,
          reply,
          xmlDocument(
            'urlset',
            urls(
              part.map(([path, key]) => [path, changed.get(key)]),
              language,
            ),
          ),
        );
      },
    );

    api.get(
      path('listings-:file(^\\d{1,6})'),
      { schema: { ...schema, params: z.object({ file: z.coerce.number().int() }) } },
      async (request, reply) => {
        const end = request.params.file * MAX_URLS_PER_FILE;
        const first = await readListings(end - MAX_URLS_PER_FILE, end);
        if (first.length === 0) throw pageNotFound();
        return sendXml(request, reply, xmlDocument('urlset', listingUrls(first, end, language)));
      },
    );
  }

  async function* urls(entries: SitemapEntry[], language: Language) {
    for await (const slice of inSlices(entries))
      yield slice.map(([path, changed]) => renderEntry('url', origin + toLocalPath(path, language), changed)).join('');
  }

  /** Without those that are not translated, of which search engines want the English page. */
  function listOwnPosts(language: Language): BlogPostSummary[] {
    return listPosts(texts, [language], getDatabaseTime());
  }

  async function pages(language: Language): Promise<SitemapEntry[]> {
    const newest = latestDate((await dates.files()).map(({ changed }) => changed));
    const [post] = listOwnPosts(language);
    const policies = texts.list('policy', [language], getDatabaseTime());
    return [
      ...PATHS_WITH_LISTINGS.map((path): SitemapEntry => [path, newest]),
      ...STATIC_PATHS.map((path): SitemapEntry => [path]),
      ...(post ? [['/blog', post.date] satisfies SitemapEntry] : []),
      ...[...policies].map(([name, { updated }]): SitemapEntry => [`/${name}`, updated]),
    ];
  }

  async function posts(language: Language): Promise<SitemapEntry[]> {
    return listOwnPosts(language).map(({ slug, date }) => [`/blog/${slug}`, date]);
  }

  async function places(): Promise<SitemapEntry[]> {
    const { counties, locations, places, zipCodes } = gazetteer;
    const changed = await dates.lists();
    return [
      ...locations.all.map(({ id, slug }): SitemapEntry => [`/${slug}`, changed.locations.get(id)]),
      ...counties.all.map(({ id, slug }): SitemapEntry => [`/county/${slug}`, changed.counties.get(id)]),
      ...places.all.map(({ id, slug }): SitemapEntry => [`/city/${slug}`, changed.places.get(id)]),
      ...[...zipCodes.keys()].map((zip): SitemapEntry => [`/zip/${zip}`, changed.zipCodes.get(zip)]),
    ].filter(([, changed]) => changed);
  }

  async function categories(): Promise<SitemapEntry[]> {
    const changed = await dates.lists();
    return gazetteer.categories.all
      .map(({ id, slug }): SitemapEntry => [`/category/${slug}`, changed.categories.get(id)])
      .filter(([, changed]) => changed);
  }

  /** The paths of categories in cities that have listings, each with its key in `changes`. */
  async function cityCategories(): Promise<[path: string, key: string][]> {
    const found: [path: string, key: string][] = [];
    for await (const slice of inSlices(gazetteer.places.all, PLACES_PER_SLICE)) {
      for (const place of slice) {
        const numbers = getCategoryCounts(counts, place);
        if (numbers.size === 0) continue;
        for (const category of gazetteer.categories.all)
          if (sumCategoryCounts(category, numbers) > 0)
            found.push([`/city/${place.slug}/${category.slug}`, `${place.id}/${category.id}`]);
      }
    }
    return found;
  }

  async function* listingUrls(first: ListingRow[], end: number, language: Language) {
    for (let rows = first; rows.length > 0; ) {
      yield* urls(
        rows.map(({ id, updated_at }) => [`/ads/${id}`, updated_at]),
        language,
      );
      rows = await readListings(rows.at(-1)?.id ?? end, end);
    }
  }

  const readListings = (after: number, end: number): Promise<ListingRow[]> =>
    db
      .selectFrom('public_listings')
      .select(['id', 'updated_at'])
      .where('id', '>', after)
      .where('id', '<=', end)
      .orderBy('id')
      .limit(LISTINGS_PER_QUERY)
      .$castTo<ListingRow>()
      .execute();
}

interface ListingRow {
  id: number;
  updated_at: Date;
}

const pageNotFound = () => new NotFound(t('Page not found.'));

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

async function* xmlDocument(root: 'urlset' | 'sitemapindex', parts: Iterable<string> | AsyncIterable<string>) {
  yield `${XML_DECLARATION}<${root} ${NAMESPACE}>\n`;
  yield* parts;
  yield `</${root}>\n`;
}

function renderEntry(element: 'url' | 'sitemap', address: string, changed?: Date | string) {
  const date = changed instanceof Date ? changed.toISOString() : changed;
  return `<${element}><loc>${address}</loc>${date ? `<lastmod>${date}</lastmod>` : ''}</${element}>\n`;
}

/** Streamed, so that the memory that it takes does not grow with the file; compressed for clients that accept gzip. */
function sendXml({ headers }: FastifyRequest, reply: FastifyReply, chunks: AsyncIterable<string>) {
  reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .header('vary', 'accept-encoding');
  const xml = Readable.from(chunks, { objectMode: false });
  if (!acceptsCoding(String(headers['accept-encoding'] ?? ''), 'gzip')) return reply.send(xml);
  return reply.header('content-encoding', 'gzip').send(pipeline(xml, createGzip(), () => {}));
}

/** Crawlers may fetch every page, and the API routes that pages read. */
const renderRobotsTxt = (origin: string) => `User-agent: *
${ALLOWED_API.map((path) => `Allow: /api/${path}\n`).join('')}${LANGUAGES.flatMap((language) => DISALLOWED.map((path) => `Disallow: ${toLocalPath(path, language)}\n`)).join('')}
Sitemap: ${origin}/sitemap.xml
`;
