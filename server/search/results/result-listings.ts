import type { FoundListing } from '#contract/search.ts';
import { CARD_COLUMNS, type PageRow } from '#server/listings/read/columns.ts';
import { nextChangeAt } from '#server/listings/read/list.ts';
import { presentListing } from '#server/listings/read/presenter.ts';
import { hasIdOf } from '#server/search/predicates.ts';
import type { SearchDeps } from '#server/search/query-understanding.ts';
import type { Ranked } from '#server/search/ranking/ranking.ts';
import type { CollapsedHit, RankedHit } from './collapse-chains.ts';

/** The sponsored hits on top of the others. */
export function withSponsored({ hits, sponsored }: Pick<Ranked, 'sponsored'> & { hits: CollapsedHit[] }): RankedHit[] {
  const ids = new Set(sponsored.map(({ id }) => id));
  return [
    ...sponsored.map((hit) => ({ ...hit, sponsored: true })),
    ...hits.flatMap((hit) => (ids.has(hit.id) ? [] : [{ ...hit, sponsored: false }])),
  ];
}

/** The listings of the hits, in their order. */
export async function readListings(
  { db, gazetteer }: SearchDeps,
  hits: RankedHit[],
): Promise<{ listings: FoundListing[]; changesAt: Date | null }> {
  if (hits.length === 0) return { listings: [], changesAt: null };
  const rows = await db
    .selectFrom('public_listings')
    .select([...CARD_COLUMNS, 'lat'])
    .where(hasIdOf(hits.map(({ id }) => id)))
    .$castTo<PageRow>()
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const listings = hits.flatMap(({ id, sponsored, miles, branches }) => {
    const row = byId.get(id);
    if (!row) return [];
    return [
      {
        ...presentListing(row, gazetteer),
        sponsored,
        ...(branches !== undefined && branches > 1 && { branches }),
        miles: miles === null || row.lat === null ? null : Math.round(miles * 10) / 10,
        distanceUnknown: miles !== null && row.lat === null,
      },
    ];
  });
  return { listings, changesAt: nextChangeAt(rows) };
}
