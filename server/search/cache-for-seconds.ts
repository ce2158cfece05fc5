import type { FastifyReply } from 'fastify';
import type { SearchFilters } from '#contract/search.ts';
import { listingKey } from '#server/listings/read/list.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { getDatabaseTime, setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { findArea } from './areas.ts';

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

/** How soon listings that expired are no longer counted. */
const MAX_COUNTS_AGE_MS = 3_600_000;

/** Lets the numbers of a place's or category's filters be cached until one of its listings changes; those of other searches as these. */
export function cacheCounts(reply: FastifyReply, gazetteer: Gazetteer, { category, place, ...others }: SearchFilters) {
  const isList = Object.values(others).every((value) => value === undefined || value === '');
  if (!isList || !(category ?? place)) return cacheForSeconds(reply, { isEmpty: false });
  const [, kind = 'location', slug] = place
    ? (/^\/(?:(city|county|zip)\/)?(.+)$/.exec(findArea(gazetteer, place).path) ?? [])
    : ['', 'category', category];
  setSurrogateKeys(reply, [SEARCH_KEY, `${kind}:${slug}`], new Date(getDatabaseTime() + MAX_COUNTS_AGE_MS));
}

/** The surrogate key of every search. */
export const SEARCH_KEY = 'search';
