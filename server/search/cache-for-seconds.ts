import type { FastifyReply } from 'fastify';
import { listingKey } from '#server/listings/read/list.ts';
import { getDatabaseTime, setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';

/** What is new is found so much later at the latest. */
const MAX_AGE_MS = 30_000;

/**
 * Lets the response to a search be cached for half a minute, or until one of the listings that it names changes or is hidden. One
 * without results is not cached, so that they are counted (`empty-searches.ts`), and what comes is found at once.
 * See docs/decisions/0002-cache-invalidation-by-surrogate-key.md.
 * @param changesAt when the first of the listings expires or loses its paid level
 */
export function cacheForSeconds(
  reply: FastifyReply,
  { listings = [], isEmpty, changesAt }: { listings?: { id: number }[]; isEmpty: boolean; changesAt?: Date | null },
) {
  const end = new Date(getDatabaseTime() + (isEmpty ? 0 : MAX_AGE_MS));
  setSurrogateKeys(reply, [SEARCH_KEY, ...listings.map(listingKey)], changesAt && changesAt < end ? changesAt : end);
}

/** The surrogate key of every search. */
export const SEARCH_KEY = 'search';
