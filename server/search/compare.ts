import { type Kysely, sql } from 'kysely';
import type { CompareQuery, Comparison } from '#contract/compare/compare.ts';
import { MAX_COMPARED } from '#contract/compare/compared-ids.ts';
import { PAGE_COLUMNS, type PageRow } from '#server/listings/read/columns.ts';
import { presentDistance } from '#server/listings/read/distance.ts';
import { listingKey, nextChangeAt } from '#server/listings/read/list.ts';
import { presentListingPage } from '#server/listings/read/page-presenter.ts';
import { presentListing } from '#server/listings/read/presenter.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { findCenter } from './parse-query.ts';
import type { SearchDeps } from './query-understanding.ts';
import { findSimilarToCompared } from './similar-to-compared.ts';

/** The public ones of some listings side by side, with their distances from a place, and what can be added to them. */
export async function compareListings(
  { db, gazetteer }: SearchDeps,
  { ids, near }: CompareQuery,
): Promise<Comparison & { surrogateKeys: string[]; expiresAt: Date | null }> {
  const rows = await comparisonQuery(db, ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const origin = findCenter(gazetteer, near);
  const canAdd = rows.length > 0 && rows.length < MAX_COMPARED;
  const similar = canAdd ? await findSimilarToCompared(db, gazetteer, rows) : { rows: [], categories: [] };
  return {
    origin: origin?.name ?? null,
    listings: ids.flatMap((id) => {
      const row = byId.get(id);
      if (!row) return [];
      return [{ ...presentListingPage(row, gazetteer), ...presentDistance(origin, row) }];
    }),
    similar: similar.rows.map((row) => presentListing(row, gazetteer)),
    surrogateKeys: [
      // One that is not public now may be again.
      ...ids.map((id) => listingKey({ id })),
      ...similar.rows.map(listingKey),
      ...similar.categories.map(({ slug }) => `category:${slug}`),
    ],
    expiresAt: nextChangeAt([...rows, ...similar.rows]),
  };
}

/** Exported for the test of its query plan. */
export const comparisonQuery = (db: Kysely<DB>, ids: number[]) =>
  db
    .selectFrom('public_listings')
    .select(PAGE_COLUMNS)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .$castTo<PageRow>();
