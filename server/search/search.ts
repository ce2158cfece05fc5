import type { FoundListing, SearchQuery } from '#contract/search.ts';
import { z } from '#contract/zod.ts';
import { encodeCursor, parseCursor } from '#server/platform/http/cursor.ts';
import { type Ranked, rank } from '#server/search/ranking/ranking.ts';
import { collapseChains, countBranches, findBranches, toBranchesPath } from '#server/search/results/collapse-chains.ts';
import { readFirstPage, shareInFlight, toOptions } from '#server/search/results/first-page.ts';
import { readListings, withSponsored } from '#server/search/results/result-listings.ts';
import { findCorrections, isLikely } from '#server/search/spelling/corrections.ts';
import type { IndexQuery } from './predicates.ts';
import type { SearchDeps, UnderstoodQuery } from './query-understanding.ts';

/** The number of results that can be reached page by page. */
const MAX_DEPTH = 500;

/** So many are read for each that is shown, since branches of a chain are one row, and so many where that was not enough. */
const READ_PER_HIT = 3;
const MAX_READ = 1500;

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
  const collapses = request.chain === undefined && (request.sort === 'best' || request.sort === 'nearest');
  const page = { ...request, need: collapses ? READ_PER_HIT * (to + 1) : to + 1 };
  const show = async (query: IndexQuery, ranked: Ranked) => {
    if (request.chain !== undefined) {
      const branches = await findBranches(deps.db, query, request.chain, { ...toOptions(page), maxSponsored: 0 });
      return withSponsored({ hits: branches, sponsored: [] });
    }
    if (!collapses) return withSponsored(ranked);
    const isWhole = ranked.hits.length < page.need;
    let hits = await collapseChains(deps.db, query, ranked.hits);
    if (hits.length <= to && !isWhole) {
      const more = await rank(deps.db, query, toOptions({ ...page, need: MAX_READ }));
      hits = await collapseChains(deps.db, query, more.hits);
    }
    const shown = withSponsored({ ...ranked, hits });
    if (isWhole) return shown;
    const onPage = await countBranches(deps.db, query, shown.slice(from, to));
    return [...shown.slice(0, from), ...onPage, ...shown.slice(to)];
  };
  const { understood, found } = await shareInFlight(deps, request, () => readFirstPage(deps, request, page));
  let hits = await show(understood.query, found);
  const corrections = hits.length === 0 ? await findCorrections(deps, understood, { total: 0 }) : [];
  for (const correction of corrections) {
    hits = await show(correction.query, await rank(deps.db, correction.query, toOptions(page)));
    if (hits.length > 0 || isLikely(correction, corrections)) break;
  }
  const { listings, changesAt } = await readListings(deps, hits.slice(from, to));
  return {
    listings: listings.map((listing) =>
      listing.branches ? { ...listing, branchesPath: toBranchesPath(request, listing.businessName) } : listing,
    ),
    changesAt,
    cursor: hits.length > to && to < MAX_DEPTH ? encodeCursor({ offset: to }) : null,
    isEmpty: hits.length === 0,
    understood,
  };
}
