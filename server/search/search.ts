import type { FoundListing, SearchQuery } from '#contract/search.ts';
import { z } from '#contract/zod.ts';
import { encodeCursor, parseCursor } from '#server/http/cursor.ts';
import { nextChangeAt } from '../listings/read/list.ts';
import { CARD_COLUMNS, type PageRow, presentListing } from '../listings/read/presenter.ts';
import { findCorrections } from './corrections.ts';
import type { Hit, IndexQuery } from './predicates.ts';
import { type SearchDeps, type UnderstoodQuery, understandQuery } from './query-understanding.ts';
import { rank } from './ranking/ranking.ts';

/** The maximum number of sponsored results on top of a page. */
const MAX_SPONSORED = 3;
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
  const understood = await understandQuery(deps, request);
  let hits = await rankWithSponsored(deps, understood.query, request, to + 1);
  for (const { query } of hits.length === 0 ? await findCorrections(deps, understood) : []) {
    hits = await rankWithSponsored(deps, query, request, to + 1);
    if (hits.length > 0) break;
  }
  return {
    ...(await readListings(deps, hits.slice(from, to))),
    cursor: hits.length > to && to < MAX_DEPTH ? encodeCursor({ offset: to }) : null,
    isEmpty: hits.length === 0,
    understood,
  };
}

type RankedHit = Hit & { sponsored: boolean };

/** The first `need` hits, with sponsored ones on top: those match every word in a visible field and lie in the area. */
async function rankWithSponsored(
  { db }: SearchDeps,
  query: IndexQuery,
  { sort, limit }: SearchQuery,
  need: number,
): Promise<RankedHit[]> {
  const maxSponsored = sort === 'best' ? Math.min(MAX_SPONSORED, limit) : 0;
  const { text: all } = query;
  const text = all && {
    ...all,
    tiers: all.tiers.filter((tier) => tier !== all.any || all.any === all.prominent),
    any: all.prominent,
  };
  const paid: IndexQuery = { ...query, text, filterTerms: [...query.filterTerms, '#paid'], paid: true };
  const sponsored = maxSponsored > 0 ? await rank(db, paid, sort, maxSponsored) : [];
  const ids = new Set(sponsored.map(({ id }) => id));
  const hits = await rank(db, query, sort, need);
  return [
    ...sponsored.map((hit) => ({ ...hit, sponsored: true })),
    ...hits.flatMap((hit) => (ids.has(hit.id) ? [] : [{ ...hit, sponsored: false }])),
  ];
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
    .where('id', '=', ({ fn, val }) => fn('any', [val(hits.map(({ id }) => id))]))
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
