import type { FoundListing, SearchQuery } from '#contract/search.ts';
import { z } from '#contract/zod.ts';
import { CARD_COLUMNS, type PageRow } from '#server/listings/read/columns.ts';
import { nextChangeAt } from '#server/listings/read/list.ts';
import { presentListing } from '#server/listings/read/presenter.ts';
import { encodeCursor, parseCursor } from '#server/platform/http/cursor.ts';
import { type Candidates, readCandidates } from '#server/search/ranking/candidates.ts';
import { rank } from '#server/search/ranking/ranking.ts';
import { findCorrections, isLikely } from '#server/search/spelling/corrections.ts';
import { type ResultPage, readFirst, shareReading, toOptions } from './first-reading.ts';
import { type Hit, hasIdOf, type IndexQuery } from './predicates.ts';
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
  const { understood, candidates } = await shareReading(deps, request, () => readFirst(deps, request, page));
  let hits = candidates ? withSponsored(candidates) : await rankWithSponsored(deps, understood.query, page);
  const corrections = hits.length === 0 ? await findCorrections(deps, understood, { total: 0 }) : [];
  for (const correction of corrections) {
    const { query } = correction;
    const read = await readCandidates(deps.db, query, toOptions(page));
    hits = read ? withSponsored(read) : await rankWithSponsored(deps, query, page);
    if (hits.length > 0 || isLikely(correction, corrections)) break;
  }
  return {
    ...(await readListings(deps, hits.slice(from, to))),
    cursor: hits.length > to && to < MAX_DEPTH ? encodeCursor({ offset: to }) : null,
    isEmpty: hits.length === 0,
    understood,
  };
}

type RankedHit = Hit & { sponsored: boolean };

/** The sponsored hits on top of the others. */
function withSponsored({ hits, sponsored }: Pick<Candidates, 'hits' | 'sponsored'>): RankedHit[] {
  const ids = new Set(sponsored.map(({ id }) => id));
  return [
    ...sponsored.map((hit) => ({ ...hit, sponsored: true })),
    ...hits.flatMap((hit) => (ids.has(hit.id) ? [] : [{ ...hit, sponsored: false }])),
  ];
}

/** The same for a query with too many candidates to read them all. Sponsored hits match every word in a visible field. */
async function rankWithSponsored({ db }: SearchDeps, query: IndexQuery, page: ResultPage): Promise<RankedHit[]> {
  const { sort, need, maxSponsored } = toOptions(page);
  const { text: all } = query;
  const text = all && {
    ...all,
    tiers: all.tiers.filter((tier) => tier !== all.any || all.any === all.prominent),
    any: all.prominent,
  };
  const paid: IndexQuery = { ...query, text, filterTerms: [...query.filterTerms, '#paid'], paid: true };
  const sponsored = maxSponsored > 0 ? await rank(db, paid, sort, maxSponsored) : [];
  return withSponsored({ sponsored, hits: await rank(db, query, sort, need) });
}

/** The listings of the hits, in their order. */
async function readListings(
  { db, gazetteer }: SearchDeps,
  hits: RankedHit[],
): Promise<Pick<SearchResults, 'listings' | 'changesAt'>> {
  if (hits.length === 0) return { listings: [], changesAt: null };
  const rows = await db
    .selectFrom('public_listings')
    .select([...CARD_COLUMNS, 'lat'])
    .where(hasIdOf(hits.map(({ id }) => id)))
    .$castTo<PageRow>()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const listings = hits.flatMap(({ id, sponsored, miles }) => {
    const row = byId.get(id);
    if (!row) return [];
    return [
      {
        ...presentListing(row, gazetteer),
        sponsored,
        miles: miles === null || row.lat === null ? null : Math.round(miles * 10) / 10,
        distanceUnknown: miles !== null && row.lat === null,
      },
    ];
  });
  return { listings, changesAt: nextChangeAt(rows) };
}
