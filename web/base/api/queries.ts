import type { Notice } from '#contract/admin/notices.ts';
import type { SlotAd } from '#contract/advertising/ad-slots.ts';
import type { Category, CategoryPage, CityCategory } from '#contract/categories.ts';
import type { Comparison } from '#contract/compare/compare.ts';
import type { BlogPostSummary, Help, HelpSection, HomeTexts, Policy, PublicPost } from '#contract/content.ts';
import type { DataSource } from '#contract/fact-sources.ts';
import type { Listing, ListingAtDistance, ListingPage } from '#contract/listings.ts';
import type { PaymentConfig } from '#contract/payments.ts';
import type { City, County, CountyPage, Location, PlacePage } from '#contract/places.ts';
import type { PlanOffers } from '#contract/plans/plan-prices.ts';
import type { ListingReviews } from '#contract/reviews/reviews.ts';
import type { FilterCounts, FoundListing, SearchMap, SearchSummary, Suggestions } from '#contract/search.ts';
import type { Page } from './api.ts';
import { encodePath, withQuery } from './api-path.ts';
import { neverStale, read, readInfinite, readText, readZip } from './query-options.ts';

/**
 * Every read of the API that pages make. A query's key is the path that it reads; a failure reaches the page's
 * `ErrorBoundary`, unless older data can still be shown.
 * Names for queries would have to agree with the API, on the server and in the browser.
 */
export const queries = {
  counties: () => read<Page<County>>('/api/counties'),
  countiesWithCities: () => read<Page<CountyPage>>('/api/counties?cities=true'),
  county: (slug: string) => read<CountyPage>(encodePath`/api/county/${slug}`),
  cities: () => read<Page<City>>('/api/cities'),
  city: (slug: string) => read<PlacePage>(encodePath`/api/city/${slug}`),
  locations: () => read<Page<Location>>('/api/locations?zipCodes=false'),
  location: (slug: string) => read<PlacePage>(encodePath`/api/location/${slug}`),
  categories: () => read<Page<Category>>('/api/categories'),
  topCategories: () => read<Page<Category>>('/api/categories?top=true'),
  category: (slug: string) => read<CategoryPage>(encodePath`/api/category/${slug}`),
  plans: () => read<PlanOffers>('/api/plans'),
  paymentConfig: () => read<PaymentConfig>('/api/payments/config'),
  cityCategory: (city: string, category: string) =>
    read<CityCategory>(encodePath`/api/city/${city}/category/${category}`),
  listing: (id: string) => read<ListingPage>(encodePath`/api/ads/${id}`),
  comparison: (ids: number[], near: string) => read<Comparison>(withQuery('/api/compare', { ids: ids.join(), near })),
  /** The ads that advertisers booked in the slots of a page: 'home', 'location.irvine', 'zip.92614', 'category.plumbers.irvine'. */
  slotAds: (page: string) => ({
    ...neverStale(read<Page<SlotAd>>(encodePath`/api/slots/${page}`)),
    throwOnError: false,
  }),
  notices: () => read<Page<Notice>>('/api/notices'),
  dataSources: () => read<Page<DataSource>>('/api/sources'),
  reviews: (id: string) => read<ListingReviews>(encodePath`/api/ads/${id}/reviews`),
  relatedListings: (id: string) => read<Page<ListingAtDistance>>(encodePath`/api/ads/${id}/related?limit=6`),

  /** Some featured listings, for the home page. */
  featuredListings: () => neverStale(read<Page<Listing>>(withQuery(listingPaths.featured, { limit: 'page' }))),
  /** What people posted, newest first, then the most complete of open data, for the home page. */
  recentListings: () => readInfinite<Listing>(withQuery(listingPaths.all, { sort: 'relevance', limit: 6 })),
  /** The listings nearest to a point, for the home page. */
  nearestListings: (near: string) => read<Page<FoundListing>>(withQuery('/api/search', { near, limit: 6 })),
  allFeaturedListings: (cursor: string | null) =>
    neverStale(readInfinite<Listing>(withQuery(listingPaths.featured, { limit: 24, cursor }))),
  allListings: (cursor: string | null) =>
    readInfinite<Listing>(withQuery(listingPaths.all, { sort: 'relevance', cursor })),

  /** Some featured listings of a county or city. */
  featuredInPlace: (source: string) =>
    neverStale(read<Page<Listing>>(withQuery(source, { featured: true, limit: 'page' }))),
  /** The four newest listings of a county or city. */
  recentInPlace: (source: string) => read<Page<Listing>>(withQuery(source, { sort: 'newest', limit: 4 })),
  /** All listings of a county or city, featured or not. */
  listingsInPlace: (source: string, position: ListPosition) =>
    readInfinite<Listing>(withQuery(source, { limit: 24, ...position })),

  /** The featured listings of a location or category, and the rest of them. */
  featuredListingsIn: (source: string) =>
    neverStale(readInfinite<Listing>(withQuery(source, { featured: true, limit: 'page' }))),
  otherListingsIn: (source: string, position: ListPosition) =>
    readInfinite<Listing>(withQuery(source, { featured: false, ...position })),

  /** Some featured listings of a ZIP code, with its location. */
  featuredListingsInZip: (zip: string) =>
    neverStale(readZip(withQuery(listingPaths.zip(zip), { featured: true, limit: 'page' }))),
  otherListingsInZip: (zip: string, position: ListPosition) =>
    readZip(withQuery(listingPaths.zip(zip), { featured: false, ...position })),

  /** The results of a search, the interpretation of its query, its results on a map, and suggestions while one types. */
  search: ({ view: _, ...search }: Record<string, string>, cursor: string | null) =>
    readInfinite<FoundListing>(withQuery('/api/search', { ...search, cursor })),
  searchAbout: ({ sort: _, view: __, ...search }: Record<string, string>) =>
    read<SearchSummary>(withQuery('/api/search/about', search)),
  /** How many results each filter leaves. Without them all filters are offered. */
  filterCounts: ({ sort: _, view: __, ...search }: Record<string, string>) => ({
    ...read<FilterCounts>(withQuery('/api/search/filters', search)),
    throwOnError: false,
    placeholderData: <T>(data: T) => data,
  }),
  searchMap: ({ sort: _, view: __, ...search }: Record<string, string>) =>
    read<SearchMap>(withQuery('/api/search/map', search)),
  suggestions: (typed: { q: string; near: string }) => read<Suggestions>(withQuery('/api/search/suggestions', typed)),

  /** The posts of the blog, newest first. */
  posts: () => readText<{ posts: BlogPostSummary[] }>('blog'),
  post: (slug: string) => readText<PublicPost>(encodePath`blog/${slug}`),
  help: () => readText<Help>('help'),
  contactFaq: () => readText<HelpSection>('contact-faq'),
  policy: (name: 'privacy-policy' | 'terms-of-service') => readText<Policy>(name),
  homeTexts: () => readText<HomeTexts>('home'),
};

/** The order of a list, null for its default, and where its first page begins. */
export interface ListPosition {
  sort: 'newest' | null;
  cursor: string | null;
}

/** The position that the query parameters of a page name. */
export const parseListPosition = (params: URLSearchParams): ListPosition => ({
  sort: params.get('sort') === 'newest' ? 'newest' : null,
  cursor: params.get('cursor'),
});

/** The lists that listings are read from. */
export const listingPaths = {
  all: '/api/ads/recent',
  featured: '/api/ads/featured',
  county: (slug: string) => encodePath`/api/county/${slug}/ads`,
  city: (slug: string) => encodePath`/api/city/${slug}/ads`,
  location: (slug: string) => encodePath`/api/location/${slug}/ads`,
  category: (slug: string) => encodePath`/api/category/${slug}/ads`,
  cityCategory: (city: string, category: string) => encodePath`/api/city/${city}/category/${category}/ads`,
  zip: (zip: string) => encodePath`/api/zip/${zip}/ads`,
};

/** The `cursor` in the address of an API list's next page, for a link to the same place in our own pages. */
export const getCursor = (next: string) => new URLSearchParams(next.slice(next.indexOf('?'))).get('cursor') ?? '';
