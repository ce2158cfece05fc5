import type { RouteObject } from 'react-router';
import { REGIONS_OUTSIDE_CALIFORNIA } from '#contract/regions.ts';
import type { LoaderAddress, PageQuery } from '#web/base/api/loader.ts';
import { listingPaths, parseListPosition, queries } from '#web/base/api/queries.ts';
import { Root, RootError } from '#web/base/layout/root.tsx';
import { parseSearchParams } from '#web/base/search-box/search-params.ts';
import { parseCompareParams } from '#web/compare/compare-params.ts';
import { openingQuery } from '#web/listings/embed/opening-query.ts';
import { parseListingId } from '#web/listings/listing-id.ts';
import { brandQuery } from '#web/organizations/brand-query.ts';
import { parsePaymentId } from '#web/payments/history/parse-payment-id.ts';
import { sharedListQuery } from '#web/saved/shared-list-query.ts';
import { scopedQueries } from '#web/search/scoped-queries.ts';
import { page } from './page-route.ts';

// Only the server reads query parameters of routes, so that not every page ships them.

/** Those that filter and sort the listings of a category or place. */
const REFINEMENTS = import.meta.env.SSR ? ['open', 'language', 'website', 'photos', 'near', 'within', 'sort'] : [];

const SEARCH_PARAMS = import.meta.env.SSR
  ? [
      'q',
      'near',
      'category',
      'place',
      'within',
      'open',
      'language',
      'website',
      'photos',
      'stars',
      'answers',
      'licensed',
      'wic',
      'ebt',
      'sort',
      'box',
      'view',
      'cursor',
    ]
  : [];

/** Every URL of the site: the module of its page, the query parameters that it reads, and its queries. */
const pages: RouteObject[] = [
  page('/', 'home/home-page', {
    queries: () => [
      queries.counties(),
      queries.topCategories(),
      queries.featuredListings(),
      queries.recentListings(),
      queries.plans(),
      queries.homeTexts(),
      queries.slotAds('home'),
    ],
  }),
  page('/browse', 'site/pages/browse-page', {
    queryParams: ['cursor'],
    queries: ({ url }) => [queries.topCategories(), queries.allListings(getCursorParam(url))],
  }),
  page('/featured', 'listings/featured-page', {
    queryParams: ['cursor'],
    queries: ({ url }) => [queries.allFeaturedListings(getCursorParam(url)), queries.plans()],
  }),
  page('/ads/:id', 'site/pages/listing-page', {
    queries: ({ params }) => {
      const id = parseListingId(params.id);
      return [queries.listing(id), queries.relatedListings(id), queries.reviews(id)];
    },
  }),
  page('/ads/:id/analytics', 'analytics/analytics-page', { queries: requireListingId }),
  page('/saved', 'site/pages/saved-page'),
  page(
    '/lists/:token',
    'site/pages/shared-list-page',
    import.meta.env.SSR ? { queries: ({ params: { token = '' } }) => [sharedListQuery(token)] } : {},
  ),
  page(
    '/brand/:slug',
    'organizations/brand-page',
    import.meta.env.SSR
      ? {
          queryParams: ['zip'],
          queries: ({ params: { slug = '' }, url }) => [brandQuery(slug, url.searchParams.get('zip'))],
        }
      : {},
  ),
  page('/compare', 'compare/compare-page', {
    queryParams: ['ids', 'near'],
    ...(import.meta.env.SSR && { queries: comparisonQueries }),
  }),
  page('/post-ad', 'listing-form/post-listing-page', {
    queryParams: ['plan'],
    queries: () => [queries.categories(), queries.locations(), queries.plans()],
  }),
  page('/rates', 'pricing/rates-page', { queries: () => [queries.featuredListings(), queries.plans()] }),
  page('/categories', 'categories/categories-page', { queries: () => [queries.categories()] }),
  page('/search', 'site/pages/search-page', { queryParams: SEARCH_PARAMS, queries: searchQueries }),
  page('/category/:slug', 'categories/category-page', {
    queryParams: [...REFINEMENTS, 'place', 'cursor'],
    queries: ({ params: { slug = '' }, url }) => [
      queries.category(slug),
      queries.slotAds(`category.${slug}`),
      ...scopedQueries({ category: slug }, url, featuredFirst(listingPaths.category(slug), url)),
    ],
  }),
  page('/locations', 'places/locations-page', {
    queries: () => [queries.countiesWithCities(), queries.locations()],
  }),
  page('/county/:county', 'places/county-page', {
    queryParams: [...REFINEMENTS, 'cursor'],
    isPlace: true,
    queries: ({ params: { county = '' }, url }) => [
      queries.county(county),
      queries.slotAds(`county.${county}`),
      ...scopedQueries({ place: county }, url, featuredApart(listingPaths.county(county), url)),
    ],
  }),
  page('/city/:city', 'places/city-page', {
    queryParams: [...REFINEMENTS, 'category', 'cursor'],
    isPlace: true,
    queries: ({ params: { city = '' }, url }) => [
      queries.city(city),
      queries.slotAds(`city.${city}`),
      ...scopedQueries({ place: city }, url, featuredApart(listingPaths.city(city), url)),
    ],
  }),
  page('/city/:city/:category', 'categories/city-category-page', {
    queryParams: [...REFINEMENTS, 'cursor'],
    isPlace: true,
    queries: ({ params: { city = '', category = '' }, url }) => [
      queries.cityCategory(city, category),
      queries.slotAds(`category.${category}.${city}`),
      ...scopedQueries({ place: city, category }, url, featuredFirst(listingPaths.cityCategory(city, category), url)),
    ],
  }),
  page('/zip/:zip', 'places/zip-page', {
    queryParams: [...REFINEMENTS, 'cursor'],
    isPlace: true,
    queries: ({ params: { zip = '' }, url }) => [
      // This query also names the place of the ZIP code.
      queries.featuredListingsInZip(zip),
      queries.slotAds(`zip.${zip}`),
      ...scopedQueries({ place: zip }, url, [queries.otherListingsInZip(zip, parseListPosition(url.searchParams))]),
    ],
  }),
  page('/account', 'site/account/account-page'),
  page('/account/ads/:id/edit', 'owner-listings/edit-listing-page', { queries: requireListingId }),
  page('/account/ads/:id/preview', 'owner-listings/preview-listing-page', { queries: requireListingId }),
  page('/account/ads/:id/qr-sheet', 'site/account/on-your-site/qr-sheet-page', { queries: requireListingId }),
  page('/account/ads/:id/changes', 'owner-listings/staff-changes-page', { queries: requireListingId }),
  page('/account/payments/:id', 'payments/history/receipt-page', { queries: requirePaymentId }),
  page('/account/branches', 'organizations/organizations-page'),
  page('/account/branches/:id', 'organizations/organization-page', { queries: requireListingId }),
  page('/account/branches/:id/edit', 'organizations/branch-edit/branch-edit-page', { queries: requireListingId }),
  page('/account/branches/:id/file', 'organizations/branch-file/branch-file-page', { queries: requireListingId }),
  page('/account/claim', 'claims/claim-page'),
  page('/conversations/:id', 'site/pages/conversation-page', { queries: requireListingId }),
  page(
    '/quote',
    'conversations/quotes/quote-page',
    import.meta.env.SSR ? { queryParams: ['trade', 'near', 'licensed'] } : {},
  ),
  page('/account/receipt-cards', 'reviews/receipt-codes/cards-page'),
  page('/receipt-codes', 'reviews/receipt-codes/enter-code-page'),
  page('/receipt-codes/:id', 'reviews/receipt-codes/entered-code-page', { queries: requireListingId }),
  page('/review/:id', 'reviews/receipt/receipt-review-page', { queries: requireListingId }),
  page('/quotes/:id', 'conversations/quotes/answers-page', { queries: requireListingId }),
  page('/contact', 'contact/contact-page', { queries: () => [queries.contactFaq()] }),
  page('/auth', 'accounts/auth-page', import.meta.env.SSR ? { queryParams: ['register'] } : {}),
  page('/auth/confirm', 'accounts/confirm-page'),
  page('/auth/link', 'accounts/link-page'),
  page('/auth/reset', 'accounts/reset-page'),
  page('/join', 'admin/staff/join-page', import.meta.env.SSR ? { queryParams: ['of'] } : {}),
  page('/still-right', 'accounts/still-right-page'),
  page('/renew', 'accounts/renew-page'),
  page('/stop-renewal', 'payments/stop-renewal-page'),
  page('/unsubscribe', 'accounts/unsubscribe-page', import.meta.env.SSR ? { queryParams: ['of'] } : {}),
  page('/admin', 'site/administration/admin-page'),
  page('/admin/ads/:id', 'site/administration/listing-page', { queryParams: ['with'], queries: requireListingId }),
  page('/checkout', 'payments/checkout/checkout-page', {
    queryParams: ['plan'],
    queries: () => [queries.paymentConfig(), queries.plans()],
  }),
  page('/payment-success', 'payments/checkout/payment-success-page'),
  page('/blog', 'content/blog-page', { queries: () => [queries.posts()] }),
  page('/blog/:slug', 'content/post-page', {
    queries: ({ params: { slug = '' } }) => [queries.post(slug), queries.posts()],
  }),
  page('/help', 'content/help-page', { queries: () => [queries.help()] }),
  page('/faq', 'content/help-page', { queries: () => [queries.help()] }),
  page('/privacy-policy', 'content/privacy-policy-page', { queries: () => [queries.policy('privacy-policy')] }),
  page('/terms-of-service', 'content/terms-of-service-page', { queries: () => [queries.policy('terms-of-service')] }),
  page('/quick-links', 'content/quick-links-page', { queries: () => [queries.dataSources()] }),
  page('/privacy-choices', 'content/privacy-choices-page'),
  page('/:location', 'places/location-page', {
    queryParams: ['sort', 'cursor'],
    isPlace: true,
    ...(import.meta.env.SSR && { queries: locationQueries }),
  }),
  page('*', 'base/layout/not-found-page', { status: 404 }),
];

/** Those that other sites show in a frame: without the layout and scripts, so browsers never navigate to them. */
const framedPages: RouteObject[] = import.meta.env.SSR
  ? ['/embed/:id', '/embed/:id/light', '/embed/:id/dark'].map((path) =>
      page(path, 'listings/embed/embed-page', {
        isFramed: true,
        queries: ({ params }) => {
          const id = parseListingId(params.id);
          return [queries.listing(id), openingQuery(id)];
        },
      }),
    )
  : [];

/** The routes for React Router: every page inside the layout, and those in frames of other sites. */
export const routes: RouteObject[] = [
  { Component: Root, ErrorBoundary: RootError, children: pages },
  ...(import.meta.env.SSR ? [{ children: framedPages }] : []),
];

/** Some featured listings, the four newest, and then all of them. */
function featuredApart(path: string, url: URL): PageQuery[] {
  const position = parseListPosition(url.searchParams);
  const recent = position.cursor || position.sort ? [] : [queries.recentInPlace(path)];
  return [queries.featuredInPlace(path), ...recent, queries.listingsInPlace(path, position)];
}

/** The featured listings, and then the others. */
function featuredFirst(path: string, url: URL): PageQuery[] {
  return [queries.featuredListingsIn(path), queries.otherListingsIn(path, parseListPosition(url.searchParams))];
}

function searchQueries({ url: { searchParams } }: LoaderAddress): PageQuery[] {
  const search = parseSearchParams(searchParams);
  if (Object.keys(search).length === 0) return [queries.topCategories()];
  return [
    queries.topCategories(),
    queries.counties(),
    queries.search(search, searchParams.get('cursor')),
    queries.searchAbout(search),
    queries.filterCounts(search),
  ];
}

/** Only on the server: in the browser the page itself reads its location, so that not every page ships the names of regions without listings. */
function locationQueries({ params: { location = '' }, url }: LoaderAddress): PageQuery[] {
  return REGIONS_OUTSIDE_CALIFORNIA.some(({ slug }) => slug === location)
    ? [queries.locations(), queries.plans(), queries.slotAds(`location.${location}`)]
    : [
        queries.location(location),
        queries.slotAds(`location.${location}`),
        queries.locations(),
        queries.plans(),
        ...featuredFirst(listingPaths.location(location), url),
      ];
}

/** Only on the server: in the browser the page itself reads the comparison, so that not every page ships the parser of its address. */
function comparisonQueries({ url: { searchParams } }: LoaderAddress): PageQuery[] {
  const { ids, near } = parseCompareParams(searchParams);
  return ids.length === 0 ? [] : [queries.comparison(ids, near)];
}

/** No queries, because the server renders for anonymous visitors; only answers 404 for a malformed id. */
function requireListingId({ params }: LoaderAddress): PageQuery[] {
  parseListingId(params.id);
  return [];
}

/** Only on the server: in the browser the API answers 404. */
function requirePaymentId({ params }: LoaderAddress): PageQuery[] {
  if (import.meta.env.SSR) parsePaymentId(params.id);
  return [];
}

function getCursorParam(url: URL): string | null {
  return url.searchParams.get('cursor');
}
