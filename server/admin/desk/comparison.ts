import { type Kysely, sql } from 'kysely';
import type { ComparedListing, Comparison } from '#contract/admin/comparison.ts';
import { FACT_NAMES, type FactName } from '#contract/fact-sources.ts';
import { explainRefusal, findTakenFacts } from '#server/import/matching/merge.ts';
import { FACT_COLUMNS } from '#server/listings/facts.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { distanceKm } from '#server/places/points.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { presentDeskListing } from './desk.ts';
import { deskRows } from './desk-row.ts';

type ComparedRow = Awaited<ReturnType<ReturnType<typeof comparedQuery>['executeTakeFirstOrThrow']>>;

/**
 * Two listings side by side, and whether each could stay if they were merged.
 * @throws {NotFound} when one of them does not exist
 */
export async function compareListings(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  [id, other]: [number, number],
): Promise<Comparison> {
  const [rows, pair] = await Promise.all([
    comparedQuery(db, [id, other]).execute(),
    db
      .selectFrom('doubtful_pairs')
      .select('verdict')
      .where('listing_id', '=', Math.min(id, other))
      .where('other_id', '=', Math.max(id, other))
      .executeTakeFirst(),
  ]);
  const [first, second] = [id, other].map((one) => rows.find((row) => row.id === one));
  if (!first || !second) throw listingNotFound();
  const [firstTakes, secondTakes] = await Promise.all([findTaken(db, first, second), findTaken(db, second, first)]);
  return {
    listings: [
      { ...present(first, second, gazetteer), takes: firstTakes },
      { ...present(second, first, gazetteer), takes: secondTakes },
    ],
    distanceMeters: getDistance(first, second),
    verdict: pair?.verdict ?? null,
  };
}

/** Exported for the test of its query plan. */
export const comparedQuery = (db: Kysely<DB>, ids: [number, number]) =>
  deskRows(db)
    .select([
      sql<string | null>`(select title from sources where name = listings.source)`.as('source_title'),
      sql<number>`(select count(*)::int from claims where listing_id = listings.id and status in ('mailed', 'waiting'))`.as(
        'waiting_claims',
      ),
      sql<number>`(select count(*)::int from reports where listing_id = listings.id and closed_at is null)`.as(
        'open_reports',
      ),
    ])
    .where('listings.id', 'in', ids);

const present = (row: ComparedRow, other: ComparedRow, gazetteer: Gazetteer): Omit<ComparedListing, 'takes'> => ({
  state: row.desk_state,
  listing: presentDeskListing(row, gazetteer),
  owner: row.owner_username,
  source: row.source_title ?? row.source,
  saves: row.saves,
  claims: row.waiting_claims,
  reports: row.open_reports,
  recentViews: row.recent_views.reduce((sum, views) => sum + views, 0),
  refusal: explainRefusal(row, other),
});

async function findTaken(db: Kysely<DB>, kept: ComparedRow, merged: ComparedRow): Promise<FactName[]> {
  if (explainRefusal(kept, merged) !== null) return [];
  const taken = await findTakenFacts(db, kept, merged);
  return FACT_NAMES.filter((name) => FACT_COLUMNS[name].some((column) => column in taken));
}

function getDistance(a: ComparedRow, b: ComparedRow): number | null {
  if (a.lat === null || a.lng === null || b.lat === null || b.lng === null) return null;
  return Math.round(distanceKm({ lat: a.lat, lng: a.lng }, { lat: b.lat, lng: b.lng }) * 1000);
}
