import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { NotFound } from '../http/errors.ts';
import type { WebBuild } from '../page-cache/web-build.ts';
import { countOf, numbersIn } from '../places/category-counts.ts';
import type { Counts } from '../places/counts.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import { changes, listingFiles, MOST_PER_FILE, newestOf } from './sitemap-dates.ts';
import { policiesOf, postsOf } from './texts.ts';

const LISTINGS_PER_QUERY = 2000;

/** Pages that change with the listings, and those of which nobody knows when they last did. */
const LIVELY = ['/', '/browse', '/featured', '/locations', '/categories'];
const STILL = ['/post-ad', '/rates', '/contact', '/help', '/quick-links', '/privacy-choices'];

const ALLOWED_API = ['ads/', 'categor', 'cit', 'count', 'location', 'zip/'];
const DISALLOWED = ['/api/', '/account', '/admin', '/checkout', '/payment-success'];

const schema = { hide: true };

/** An address, and when what it shows last changed, as far as it is known. */
type Entry = [path: string, changed?: Date | string];

/**
 * `/robots.txt`, and `/sitemap.xml`: an index of files with every page that is to be found. Pages without listings are
 * not, nor those of samples. Each of the listings' files has those of one range of ids.
 * @param origin the site's public address: sitemaps hold absolute ones
 */
export function sitemapRoutes(
  api: Api,
  {
    db,
    gazetteer,
    counts,
    web,
    origin,
  }: { db: Kysely<DB>; gazetteer: Gazetteer; counts: Counts; web?: WebBuild; origin: string },
) {
  api.get('/robots.txt', { schema }, async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return robots(origin);
  });

  api.get('/sitemap.xml', { schema }, async (_request, reply) => {
    const listings = await listingFiles(db);
    const newest = newestOf(listings.map(({ changed }) => changed));
    const posts = await postsOf(web);
    const parts = Array.from({ length: Math.ceil(cityCategories().length / MOST_PER_FILE) }, (_, index) => index + 1);
    const files: Entry[] = [
      ['pages', newest],
      ...(posts[0] ? [['posts', posts[0].date] satisfies Entry] : []),
      ['places', newest],
      ['categories', newest],
      ...parts.map((part): Entry => [`city-categories-${part}`, newest]),
      ...listings.map(({ file, changed }): Entry => [`listings-${file}`, changed]),
    ];
    const sitemaps = files.map(([name, changed]) => entry('sitemap', `${origin}/sitemap-${name}.xml`, changed));
    return sendXml(reply, document('sitemapindex', [sitemaps.join('')]));
  });

  const files: Record<string, () => Promise<Entry[]>> = { pages, posts, places, categories };
  for (const [name, entries] of Object.entries(files)) {
    api.get(`/sitemap-${name}.xml`, { schema }, async (_request, reply) =>
      sendXml(reply, document('urlset', [urls(await entries())])),
    );
  }

  api.get(
    '/sitemap-city-categories-:file(^\\d{1,6}).xml',
    { schema: { ...schema, params: z.object({ file: z.coerce.number().int() }) } },
    async (request, reply) => {
      const end = request.params.file * MOST_PER_FILE;
      const part = cityCategories().slice(Math.max(0, end - MOST_PER_FILE), end);
      if (part.length === 0) throw nothing();
      const { cityCategories: changed } = await changes(db, gazetteer);
      return sendXml(reply, document('urlset', [urls(part.map(([path, key]) => [path, changed.get(key)]))]));
    },
  );

  api.get(
    '/sitemap-listings-:file(^\\d{1,6}).xml',
    { schema: { ...schema, params: z.object({ file: z.coerce.number().int() }) } },
    async (request, reply) => {
      const known = await listingFiles(db);
      if (!known.some(({ file }) => file === request.params.file)) throw nothing();
      return sendXml(reply, document('urlset', listingUrls(request.params.file)));
    },
  );

  const urls = (entries: Entry[]) => entries.map(([path, changed]) => entry('url', origin + path, changed)).join('');

  async function pages(): Promise<Entry[]> {
    const newest = newestOf((await listingFiles(db)).map(({ changed }) => changed));
    const [posts, policies] = await Promise.all([postsOf(web), policiesOf(web)]);
    return [
      ...LIVELY.map((path): Entry => [path, newest]),
      ...STILL.map((path): Entry => [path]),
      ...(posts[0] ? [['/blog', posts[0].date] satisfies Entry] : []),
      ...[...policies].map(([path, { updated }]): Entry => [path, updated]),
    ];
  }

  async function posts(): Promise<Entry[]> {
    return (await postsOf(web)).map(({ slug, date }) => [`/blog/${slug}`, date]);
  }

  async function places(): Promise<Entry[]> {
    const { counties, locations, places, zipCodes } = gazetteer;
    const changed = await changes(db, gazetteer);
    return [
      ...locations.all.map(({ id, slug }): Entry => [`/${slug}`, changed.locations.get(id)]),
      ...counties.all.map(({ id, slug }): Entry => [`/county/${slug}`, changed.counties.get(id)]),
      ...places.all.map(({ id, slug }): Entry => [`/city/${slug}`, changed.places.get(id)]),
      ...[...zipCodes.keys()].map((zip): Entry => [`/zip/${zip}`, changed.zipCodes.get(zip)]),
    ].filter(([, changed]) => changed);
  }

  async function categories(): Promise<Entry[]> {
    const changed = await changes(db, gazetteer);
    return gazetteer.categories.all
      .map(({ id, slug }): Entry => [`/category/${slug}`, changed.categories.get(id)])
      .filter(([, changed]) => changed);
  }

  /** The categories in cities that have listings, each with its key in `changes`. */
  function cityCategories(): [path: string, key: string][] {
    return gazetteer.places.all.flatMap((place) => {
      const numbers = numbersIn(counts, place);
      if (numbers.size === 0) return [];
      return gazetteer.categories.all
        .filter((category) => countOf(category, numbers) > 0)
        .map(({ id, slug }): [string, string] => [`/city/${place.slug}/${slug}`, `${place.id}/${id}`]);
    });
  }

  async function* listingUrls(file: number) {
    const end = file * MOST_PER_FILE;
    for (let last = end - MOST_PER_FILE; ; ) {
      const rows = await db
        .selectFrom('public_listings')
        .select(['id', 'updated_at'])
        .where('id', '>', last)
        .where('id', '<=', end)
        .where('origin', '<>', 'sample')
        .orderBy('id')
        .limit(LISTINGS_PER_QUERY)
        .$castTo<{ id: number; updated_at: Date }>()
        .execute();
      yield urls(rows.map(({ id, updated_at }) => [`/ads/${id}`, updated_at]));
      if (rows.length < LISTINGS_PER_QUERY) return;
      last = rows.at(-1)?.id ?? end;
    }
  }
}

const nothing = () => new NotFound('There is nothing at this address.');

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

async function* document(root: 'urlset' | 'sitemapindex', parts: Iterable<string> | AsyncIterable<string>) {
  yield `${XML}<${root} ${NAMESPACE}>\n`;
  yield* parts;
  yield `</${root}>\n`;
}

function entry(element: 'url' | 'sitemap', address: string, changed?: Date | string) {
  const date = changed instanceof Date ? changed.toISOString() : changed;
  return `<${element}><loc>${address}</loc>${date ? `<lastmod>${date}</lastmod>` : ''}</${element}>\n`;
}

function sendXml(reply: FastifyReply, chunks: AsyncIterable<string>) {
  reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600');
  return reply.send(Readable.from(chunks, { objectMode: false }));
}

/** What crawlers may fetch: every page, and of the API what pages read. */
const robots = (origin: string) => `User-agent: *
${ALLOWED_API.map((path) => `Allow: /api/${path}\n`).join('')}${DISALLOWED.map((path) => `Disallow: ${path}\n`).join('')}
Sitemap: ${origin}/sitemap.xml
`;
