import { type InfiniteData, infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Category, CategoryPage, CityCategory } from '#contract/categories.ts';
import type { HelpSection, Policy, Post, PostSummary } from '#contract/content.ts';
import type { Ad, AdPage } from '#contract/listings.ts';
import type { PaymentConfig } from '#contract/payments.ts';
import type { City, County, CountyPage, Location, PlacePage, ZipAds } from '#contract/places.ts';
import type { FoundAd, SearchAbout, SearchMap, Suggestions } from '#contract/search.ts';
import type { ApiError, Page } from './api.ts';

/**
 * Every read of the API that pages make. A query's key is the path that it reads; a failure reaches the page's
 * `ErrorBoundary`, unless older data can still be shown.
 */
export const queries = {
  counties: () => read<Page<County>>('/api/counties'),
  countiesWithCities: () => read<Page<CountyPage>>('/api/counties?cities=true'),
  county: (slug: string) => read<CountyPage>(path`/api/county/${slug}`),
  cities: () => read<Page<City>>('/api/cities'),
  city: (slug: string) => read<PlacePage>(path`/api/city/${slug}`),
  locations: () => read<Page<Location>>('/api/locations?zipCodes=false'),
  location: (slug: string) => read<PlacePage>(path`/api/location/${slug}`),
  categories: () => read<Page<Category>>('/api/categories'),
  topCategories: () => read<Page<Category>>('/api/categories?top=true'),
  category: (slug: string) => read<CategoryPage>(path`/api/category/${slug}`),
  paymentConfig: () => read<PaymentConfig>('/api/payments/config'),
  cityCategory: (city: string, category: string) => read<CityCategory>(path`/api/city/${city}/category/${category}`),
  ad: (id: string) => read<AdPage>(path`/api/ads/${id}`),
  relatedAds: (id: string) => read<Page<Ad>>(path`/api/ads/${id}/related?limit=6`),

  /** Some featured listings, for the home page. */
  featuredAds: () => lasting(read<Page<Ad>>(withQuery(adsOf.featured, { limit: 6 }))),
  /** The newest listings, for the home page. */
  recentAds: () => readPages<Ad>(withQuery(adsOf.all, { limit: 8 })),
  allFeaturedAds: (cursor: string | null) => lasting(readPages<Ad>(withQuery(adsOf.featured, { limit: 24, cursor }))),
  allAds: (cursor: string | null) => readPages<Ad>(withQuery(adsOf.all, { cursor })),

  /** Four featured listings of a county or city. */
  featuredIn: (source: string) => lasting(read<Page<Ad>>(withQuery(source, { featured: true, limit: 4 }))),
  /** All listings of a county or city, featured or not. */
  adsIn: (source: string, cursor: string | null) => readPages<Ad>(withQuery(source, { limit: 24, cursor })),

  /** The featured listings of a location or category, and the rest of them. */
  featuredOf: (source: string) => lasting(readPages<Ad>(withQuery(source, { featured: true, limit: 6 }))),
  restOf: (source: string, cursor: string | null) => readPages<Ad>(withQuery(source, { featured: false, cursor })),

  /** The same for a ZIP code, with where it is. */
  featuredInZip: (zip: string) => lasting(readZip(withQuery(adsOf.zip(zip), { featured: true, limit: 6 }))),
  restInZip: (zip: string, cursor: string | null) => readZip(withQuery(adsOf.zip(zip), { featured: false, cursor })),

  /** What is found by a search, how it was understood, and what somebody who has typed so much may mean. */
  search: ({ view: _, ...search }: Record<string, string>, cursor: string | null) =>
    readPages<FoundAd>(withQuery('/api/search', { ...search, cursor })),
  searchAbout: ({ sort: _, view: __, ...search }: Record<string, string>) =>
    read<SearchAbout>(withQuery('/api/search/about', search)),
  searchMap: ({ sort: _, view: __, ...search }: Record<string, string>) =>
    read<SearchMap>(withQuery('/api/search/map', search)),
  suggestions: (typed: { q: string; near: string }) => read<Suggestions>(withQuery('/api/search/suggestions', typed)),

  /** The texts of `content/`, newest posts first. */
  posts: () => readText<{ posts: PostSummary[] }>('/texts/blog.json'),
  post: (slug: string) => readText<Post>(path`/texts/blog/${slug}.json`),
  help: () => readText<{ sections: HelpSection[] }>('/texts/help.json'),
  contactFaq: () => readText<HelpSection>('/texts/contact-faq.json'),
  policy: (name: 'privacy-policy' | 'terms-of-service') => readText<Policy>(path`/texts/${name}.json`),
};

/** The lists that listings are read from. */
export const adsOf = {
  all: '/api/ads/recent',
  featured: '/api/ads/featured',
  county: (slug: string) => path`/api/county/${slug}/ads`,
  city: (slug: string) => path`/api/city/${slug}/ads`,
  location: (slug: string) => path`/api/location/${slug}/ads`,
  category: (slug: string) => path`/api/category/${slug}/ads`,
  cityCategory: (city: string, category: string) => path`/api/city/${city}/category/${category}/ads`,
  zip: (zip: string) => path`/api/zip/${zip}/ads`,
};

/** The `cursor` in the address of an API list's next page, for a link to the same place in our own pages. */
export const cursorOf = (next: string) => new URLSearchParams(next.slice(next.indexOf('?'))).get('cursor') ?? '';

const unlessShown = (_error: ApiError, query: { state: { data: unknown } }) => query.state.data === undefined;

const read = <T>(path: string) => queryOptions<T, ApiError>({ queryKey: [path], throwOnError: unlessShown });

// Texts change with the build only; featured listings begin at another one whenever they are read, but not under the eyes
// of who looks at them.
const lasting = <Query extends object>(query: Query) => ({ ...query, staleTime: Number.POSITIVE_INFINITY });

const readText = <T>(path: string) => lasting(read<T>(path));

// The second word of the key keeps a growing list apart from a single stretch of the same path.
const readPages = <T>(path: string) =>
  infiniteQueryOptions<Page<T>, ApiError, InfiniteData<Page<T>, string>, QueryKey, string>({
    queryKey: [path, 'pages'],
    initialPageParam: path,
    getNextPageParam: ({ next }) => next,
    throwOnError: unlessShown,
  });

/** Some of a ZIP code's listings, and where it is. */
type ZipPage = Page<Ad> & Omit<ZipAds, 'ads'>;
type ZipAnswer = ZipAds & Partial<Pick<Page<Ad>, 'next'>>;

const readZip = (path: string) =>
  infiniteQueryOptions<ZipAnswer, ApiError, InfiniteData<ZipPage, string>, QueryKey, string>({
    queryKey: [path, 'pages'],
    initialPageParam: path,
    getNextPageParam: ({ next }) => next,
    select: zipPages,
    throwOnError: unlessShown,
  });

const zipPages = ({ pages, pageParams }: InfiniteData<ZipAnswer, string>): InfiniteData<ZipPage, string> => ({
  pages: pages.map(({ ads, next = null, ...where }) => ({ ...where, items: ads, next })),
  pageParams,
});

function path(parts: TemplateStringsArray, ...words: string[]): string {
  return String.raw({ raw: parts }, ...words.map(encodeURIComponent));
}

/** Parameters that say nothing are left out. */
function withQuery(source: string, parameters: Record<string, string | number | boolean | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size === 0 ? source : `${source}?${query}`;
}
