import type { FoundListing, SearchQuery } from '#contract/search.ts';
import { z } from '#contract/zod.ts';
import { encodeCursor, parseCursor } from '#server/platform/http/cursor.ts';
import { rank } from '#server/search/ranking/ranking.ts';
import { readFirstPage, shareInFlight, toOptions } from '#server/search/results/first-page.ts';
import { readListings, withSponsored } from '#server/search/results/result-listings.ts';
import { findCorrections, isLikely } from '#server/search/spelling/corrections.ts';
import type { SearchDeps, UnderstoodQuery } from './query-understanding.ts';

/** The number of results that can be reached page by page. */
const MAX_DEPTH = 500;

const offsetPosition = z.strictObject({
  offset: z
    .int()
    .min(1)
    .max(MAX_DEPTH - 1),
});

/** One page of results. */
export interface SearchResults {
  listings: FoundListing[];
  /** Where the next page begins; null at the end. */
  cursor: string | null;
  /** Whether nothing was found, not even with other spellings. */
  isEmpty: boolean;
  /** When the first of the listings expires or loses its paid level; null for never. */
  changesAt: Date | null;
  understood: UnderstoodQuery;
}

/**
 * Searches listings, best match first. When the words match nothing as written, the results are those of the best correction.
 * See docs/decisions/0041-search-ranking-by-tiers.md.
 * @throws {NotFound} for a category or place that is none
 * @throws {Invalid} for a malformed cursor
 */
export async function search(deps: SearchDeps, request: SearchQuery): Promise<SearchResults> {
  const from = request.cursor === undefined ? 0 : parseCursor(request.cursor, offsetPosition).offset;
  const to = Math.min(from + request.limit, MAX_DEPTH);
  const page = { ...request, need: to + 1 };
  const { understood, found } = await shareInFlight(deps, request, () => readFirstPage(deps, request, page));
  let hits = withSponsored(found);
  const corrections = hits.length === 0 ? await findCorrections(deps, understood, { total: 0 }) : [];
  for (const correction of corrections) {
    hits = withSponsored(await rank(deps.db, correction.query, toOptions(page)));
    if (hits.length > 0 || isLikely(correction, corrections)) break;
  }
  return {
    ...(await readListings(deps, hits.slice(from, to))),
    cursor: hits.length > to && to < MAX_DEPTH ? encodeCursor({ offset: to }) : null,
    isEmpty: hits.length === 0,
    understood,
  };
}
