import type { FastifyRequest } from 'fastify';
import type { Api } from './api.ts';
import { getClientAddress } from './client-address.ts';
import { onNextPage } from './cursor.ts';
import { TooManyRequests } from './errors.ts';
import { inMemoryRateLimit } from './rate-limit.ts';

/** Units of work that an address may cause. A page of search results takes three, and typing one for each letter. */
const BUDGET = { limit: 600, windowSeconds: 60 };

const SHARE_IMAGE_COST = 5;
const SITEMAP_COST = 10;
/** Words of a search that cost no more than a search without words. */
const FREE_WORDS = 3;

/**
 * Limits the work of each address by what its requests cost, in a minute: searches by their words, further pages of lists,
 * share images, and sitemaps. Responses from the cache cost nothing, as they are sent before the hooks of routes.
 */
export function limitCost(http: Api) {
  const consume = inMemoryRateLimit(BUDGET, 'allow');
  const charge = (request: FastifyRequest, uses: number) => {
    const retryAfter = consume(getClientAddress(request), { uses });
    if (retryAfter > 0) throw new TooManyRequests(retryAfter);
  };
  const chargeSearch = async (request: FastifyRequest) => charge(request, getSearchCost(request.url));
  const chargeShareImage = async (request: FastifyRequest) => charge(request, SHARE_IMAGE_COST);
  const chargeSitemap = async (request: FastifyRequest) => charge(request, SITEMAP_COST);
  const chargeNextPage = onNextPage((request) => charge(request, 1));

  http.addHook('onRoute', (route) => {
    const [, charged] =
      [
        ['/api/search', chargeSearch] as const,
        ['/api/addresses/', chargeSearch] as const,
        ['/share/', chargeShareImage] as const,
        ['/sitemap-', chargeSitemap] as const,
        ['/api/', chargeNextPage] as const,
      ].find(([prefix]) => route.url.startsWith(prefix)) ?? [];
    const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD');
    if (charged && isRead) route.onRequest = [charged, ...[route.onRequest ?? []].flat()];
  });
}

/**
 * The units of work of a search.
 * @param url path and query, as it was sent
 */
export function getSearchCost(url: string): number {
  const words = new URLSearchParams(url.split('?', 2)[1]).get('q') ?? '';
  return Math.max(1, words.split(/[^\p{L}\p{N}]+/u).filter(Boolean).length - FREE_WORDS + 1);
}
