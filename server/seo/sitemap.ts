import type { Kysely } from 'kysely';
import type { BlogPostSummary } from '#contract/content.ts';
import { LANGUAGES, type Language, toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { Site } from '#contract/site.ts';
import { z } from '#contract/zod.ts';
import type { Texts } from '#server/content/texts.ts';
import type { Counts } from '#server/places/counts.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { latestDate, MAX_URLS_PER_FILE, openSitemapDates } from './sitemap-dates.ts';
import { createSitemapEntries, type SitemapEntry } from './sitemap-entries.ts';
import { renderEntry, sendXml, xmlDocument } from './sitemap-xml.ts';
import { inSlices } from './slices.ts';

const LISTINGS_PER_QUERY = 2000;

const schema = { hide: true };

/**
 * `/sitemap.xml`: an index of files with every page that search engines should index. Pages without listings
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
  const { urls, listingUrls, readListings } = createUrlWriters(db, origin);
  const dates = openSitemapDates(db, { gazetteer, counts });
  const { listOwnPosts, files, cityCategories } = createSitemapEntries({ db, gazetteer, counts, texts }, dates);

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
}

/** Writes the entries of a file, in slices: of pages, and of the listings of a range of ids. */
function createUrlWriters(db: Kysely<DB>, origin: string) {
  async function* urls(entries: SitemapEntry[], language: Language) {
    for await (const slice of inSlices(entries))
      yield slice.map(([path, changed]) => renderEntry('url', origin + toLocalPath(path, language), changed)).join('');
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

  return { urls, listingUrls, readListings };
}

interface ListingRow {
  id: number;
  updated_at: Date;
}

const pageNotFound = () => new NotFound(t('Page not found.'));
