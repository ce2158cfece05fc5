import type { Kysely } from 'kysely';
import type { BlogPostSummary } from '#contract/content.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { listPosts } from '#server/content/shown-texts.ts';
import type { Texts } from '#server/content/texts.ts';
import { listBrands } from '#server/organizations/brand.ts';
import type { Counts } from '#server/places/counts.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { getCategoryCounts, sumCategoryCounts } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { getDatabaseTime } from '#server/platform/page-cache/cache-plugin.ts';
import { latestDate, type SitemapDates } from './sitemap-dates.ts';
import { inSlices } from './slices.ts';

/** Every category of a place is counted. */
const PLACES_PER_SLICE = 50;

/** Pages that change with the listings, then pages whose last change is unknown. */
const PATHS_WITH_LISTINGS = ['/', '/browse', '/featured', '/locations', '/categories'];
const STATIC_PATHS = ['/post-ad', '/quote', '/rates', '/contact', '/help', '/quick-links', '/privacy-choices'];

/** A path and the date of its last change, if it is known. */
export type SitemapEntry = [path: string, changed?: Date | string];

/** The pages that search engines should index, other than those of listings. */
export function createSitemapEntries(
  { db, gazetteer, counts, texts }: { db: Kysely<DB>; gazetteer: Gazetteer; counts: Counts; texts: Texts },
  dates: SitemapDates,
) {
  /** The entries of each file, by its name. */
  const files: Record<string, (language: Language) => Promise<SitemapEntry[]>> = { pages, posts, places, categories };
  return { listOwnPosts, files, cityCategories };

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
      ...(await listBrands(db)).map(({ path, changed }): SitemapEntry => [path, changed]),
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
}
