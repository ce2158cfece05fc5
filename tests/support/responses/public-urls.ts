import { splitLocalPath } from '#contract/i18n/languages.ts';
import type { Api } from '#server/platform/http/api.ts';
import { listRoutes } from '#tests/support/routes.ts';

interface PublicIds {
  /** The first of the listings, which are of category Pizza in Irvine, 92618; compared and listed with up to 50 created after it. */
  listing: number;
  /** The token of a shared list. */
  list: string;
  /** A booked ad. */
  ad?: number;
  /** The slug of a business with branches. */
  brand?: string;
}

/**
 * The URLs of every GET route, from the routes of the app, with every parameter and filter. One without values
 * here is requested as it is, which `server/listings/read/visibility.test.ts` notices.
 */
export const listPublicUrls = (api: Pick<Api, 'printRoutes'>, ids: PublicIds): string[] => {
  const [parameters, queries] = [toParameters(ids), toQueries(ids)];
  return listRoutes(api)
    .flatMap((route) => (route.startsWith('GET ') ? [route.slice('GET '.length)] : []))
    .flatMap((route) => toUrls(route, parameters, queries));
};

// The values of the parameters, so that responses include listings of category Pizza in Irvine, 92618.
const toParameters = ({ listing, list, ad = 1, brand = 'none' }: PublicIds): Record<string, string[]> => ({
  '/api/ads/:id': [String(listing)],
  '/api/city/:slug/category/:category': ['irvine/category/pizza', 'irvine/category/restaurants'],
  '/ads/:id': [String(listing)],
  '/badge/:file': [`${listing}.svg`, `${listing}-dark.svg`],
  '/qr/:file': [`${listing}.svg`, `${listing}.png`],
  '/q/:id': [String(listing)],
  '/api/county/:slug': ['orange-county'],
  '/api/city/:slug': ['irvine', 'orange-county'],
  '/api/location/:slug': ['irvine', 'orange-county'],
  '/api/zip/:zip': ['92618'],
  '/api/category/:slug': ['pizza', 'restaurants'],
  '/county/:slug': ['orange-county'],
  '/city/:slug': ['irvine'],
  '/category/:slug': ['pizza', 'restaurants'],
  '/sitemap-city-categories-:file(^\\d{1,6})': ['1'],
  '/sitemap-listings-:file(^\\d{1,6})': ['1'],
  '/api/docs/static/*': ['swagger-ui.css'],
  '/api/conversations/:id/pictures/:file': ['1/pictures/none.webp'],
  '/api/conversations/:id/review': ['1/review'],
  '/api/review-pictures/:file': ['none.webp'],
  '/api/conversations/:id': ['1'],
  '/api/quotes/:id': ['1'],
  '/photos/:file': ['none.webp'],
  '/pictures/:file': ['none.webp'],
  '/api/slots/:page': ['home', 'location.irvine', 'category.pizza.irvine'],
  '/api/ad-frames/:id': [String(ad)],
  '/map-stills/:file': ['none.svg'],
  '/map-tiles/:file': ['none.pmtiles'],
  '/api/lists/:token': [list],
  '/api/brands/:slug': [brand],
  '/api/texts/blog/:slug': ['hours-holidays-heat'],
});

// Different searches, each of which finds listings of category Pizza in Irvine, 92618.
const SEARCHES = ['q=golden hour', 'q=irvine', 'category=pizza', 'place=92618', 'near=92618&within=1&sort=nearest'];
const toQueries = ({ listing }: PublicIds): Record<string, string[]> => ({
  // Includes the ids of listings that are created later.
  '/api/ads': [`ids=${Array.from({ length: 50 }, (_, nth) => listing + nth)}`],
  '/api/compare': Array.from({ length: 12 }, (_, nth) => `ids=${[0, 1, 2, 3].map((one) => listing + 4 * nth + one)}`),
  '/api/quotes/businesses': ['trade=plumbers&near=92618'],
  '/api/search': [...SEARCHES, 'q=plumbing&sort=newest', 'q=plumbing&sort=name'],
  '/api/search/about': SEARCHES,
  '/api/search/filters': SEARCHES,
  '/api/search/categories': ['q=pizza'],
  '/api/search/suggestions': ['q=gold', 'q=golden hour pl'],
  '/api/search/map': SEARCHES,
  '/oembed': [`url=${encodeURIComponent(`http://localhost:3000/ads/${listing}`)}`],
});

/** The URLs of a route, with every parameter and filter. */
function toUrls(route: string, parameters: Record<string, string[]>, queries: Record<string, string[]>): string[] {
  const { path } = splitLocalPath(route);
  const [pattern, values] = Object.entries(parameters).find(([start]) => path.startsWith(start)) ?? [];
  const parameter = /[:*].*/.exec(pattern ?? '')?.[0] ?? '';
  const filled = values?.map((value) => route.replace(parameter, value)) ?? [route];
  const isList = /ads(\/recent)?$/.test(route);
  const filters = queries[route] ?? (isList ? ['featured=true', 'featured=false'] : []);
  return filled.flatMap((url) => [url, ...filters.map((query) => `${url}?${query}`)]);
}
