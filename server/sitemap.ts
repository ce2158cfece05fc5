import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { z } from '#contract/zod.ts';
import type { DB } from './db/schema.ts';
import type { Api } from './http/api.ts';
import { NotFound } from './http/errors.ts';
import type { Gazetteer } from './places/gazetteer.ts';

// A file holds at most 50,000 addresses (sitemaps.org); places, ZIP codes and categories are some 2,500.
const LISTINGS_PER_FILE = 40_000;
const LISTINGS_PER_QUERY = 2000;

const PAGES = ['/', '/browse', '/featured', '/locations', '/categories', '/post-ad'];

const ALLOWED_API = ['ads/', 'categor', 'cit', 'count', 'location', 'zip/'];
const DISALLOWED = ['/api/', '/account', '/admin', '/checkout', '/payment-success'];

const schema = { hide: true };

/**
 * `/robots.txt`, and `/sitemap.xml` with every page that can be found by its address. Beyond 40,000 listings the
 * sitemap becomes an index of files, each with the listings of one range of ids.
 * @param origin the site's public address: sitemaps hold absolute ones
 */
export function sitemapRoutes(
  api: Api,
  { db, gazetteer, origin }: { db: Kysely<DB>; gazetteer: Gazetteer; origin: string },
) {
  api.get('/robots.txt', { schema }, async (_request, reply) => {
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600');
    return robots(origin);
  });

  api.get('/sitemap.xml', { schema }, async (_request, reply) => {
    const files = await listingFiles(db);
    if (files.length === 0 || files.at(-1) === 1) return sendXml(reply, urlset(allUrls()));
    return sendXml(reply, index(origin, ['pages', ...files.map((file) => `listings-${file}`)]));
  });

  api.get('/sitemap-pages.xml', { schema }, async (_request, reply) => sendXml(reply, urlset(pageUrls())));

  api.get(
    '/sitemap-listings-:file(^\\d{1,6}).xml',
    { schema: { ...schema, params: z.object({ file: z.coerce.number().int() }) } },
    async (request, reply) => {
      const { file } = request.params;
      if (!(await listingFiles(db)).includes(file)) throw new NotFound('There is nothing at this address.');
      return sendXml(reply, urlset(listingUrls(file)));
    },
  );

  async function* allUrls() {
    yield* pageUrls();
    yield* listingUrls(1);
  }

  async function* pageUrls() {
    const zips = await db.selectFrom('public_listings').select('zip').distinct().orderBy('zip').execute();
    const paths = [
      ...PAGES,
      ...gazetteer.locations.all.map(({ slug }) => `/${slug}`),
      ...gazetteer.counties.all.map(({ slug }) => `/county/${slug}`),
      ...gazetteer.places.all.map(({ slug }) => `/city/${slug}`),
      ...gazetteer.categories.all.map(({ slug }) => `/category/${slug}`),
      ...zips.map(({ zip }) => `/zip/${zip}`),
    ];
    yield paths.map((path) => `<url><loc>${origin}${path}</loc></url>\n`).join('');
  }

  async function* listingUrls(file: number) {
    const end = file * LISTINGS_PER_FILE;
    for (let last = end - LISTINGS_PER_FILE; ; ) {
      const rows = await db
        .selectFrom('public_listings')
        .select(['id', 'updated_at'])
        .where('id', '>', last)
        .where('id', '<=', end)
        .orderBy('id')
        .limit(LISTINGS_PER_QUERY)
        .$castTo<{ id: number; updated_at: Date }>()
        .execute();
      yield rows
        .map(
          (row) => `<url><loc>${origin}/ads/${row.id}</loc><lastmod>${row.updated_at.toISOString()}</lastmod></url>\n`,
        )
        .join('');
      if (rows.length < LISTINGS_PER_QUERY) return;
      last = rows.at(-1)?.id ?? end;
    }
  }
}

/** The numbers, from 1, of the files that hold a listing. */
async function listingFiles(db: Kysely<DB>): Promise<number[]> {
  const { rows } = await sql<{ file: number }>`
    select file::int
    from generate_series(1, (select (max(id) - 1) / ${LISTINGS_PER_FILE}::int + 1 from public_listings)) as file
    where exists (
      select from public_listings
      where id > (file - 1) * ${LISTINGS_PER_FILE}::int and id <= file * ${LISTINGS_PER_FILE}::int
    )
    order by file`.execute(db);
  return rows.map(({ file }) => file);
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

async function* urlset(urls: AsyncIterable<string>) {
  yield `${XML}<urlset ${NAMESPACE}>\n`;
  yield* urls;
  yield '</urlset>\n';
}

async function* index(origin: string, names: string[]) {
  const files = names.map((name) => `<sitemap><loc>${origin}/sitemap-${name}.xml</loc></sitemap>\n`);
  yield `${XML}<sitemapindex ${NAMESPACE}>\n${files.join('')}</sitemapindex>\n`;
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
