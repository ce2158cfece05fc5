import { type Kysely, sql } from 'kysely';
import { searchFiltersSchema, searchQuerySchema } from '#contract/search.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { aboutSearch } from '#server/search/about.ts';
import type { SearchDeps } from '#server/search/query-understanding.ts';
import { search } from '#server/search/search.ts';
import type { RelevanceQuery, RightAnswer } from '#tests/fixtures/relevance-queries.ts';

/** What a search found, and whether that is right. */
export interface JudgedSearch {
  q: string;
  /** Whether the first result is right, and whether one of the first three is. */
  isFirst: boolean;
  isAmongThree: boolean;
  /** Whether no listing of the directory is right: then the search has to name the kind of business, and find nothing else. */
  isMissing: boolean;
  found: string[];
}

interface Listing {
  id: number;
  title: string;
  city: string | null;
  county: string | null;
  category: string | null;
  /** In miles, as `search_position` has it. */
  x: number;
  y: number;
}

/** Searches in the directory of the database, as somebody who types only words. */
export async function judgeSearches(deps: SearchDeps, queries: RelevanceQuery[]): Promise<JudgedSearch[]> {
  const listings = await readListings(deps.db);
  const byId = new Map(listings.map((listing) => [listing.id, listing]));
  const judged: JudgedSearch[] = [];
  for (const [q, right] of queries) {
    const found = (await search(deps, searchQuerySchema.parse({ q, limit: 3 }))).listings.flatMap(
      ({ id }) => byId.get(id) ?? [],
    );
    const isRight = await toPredicate(deps.db, right, listings);
    const isMissing = isRight === null;
    const isNamed = isMissing && found.length === 0 && (await namesKind(deps, q, right));
    judged.push({
      q,
      isFirst: isMissing ? isNamed : found.slice(0, 1).some(isRight),
      isAmongThree: isMissing ? isNamed : found.some(isRight),
      isMissing,
      found: found.map(({ title, city, category }) => `${title} (${category}, ${city})`),
    });
  }
  return judged;
}

/** The shares of the searches whose first result is right, and of those with a right one among the first three. */
export const toPrecision = (judged: JudgedSearch[]) => ({
  at1: judged.filter(({ isFirst }) => isFirst).length / judged.length,
  at3: judged.filter(({ isAmongThree }) => isAmongThree).length / judged.length,
});

async function namesKind(deps: SearchDeps, q: string, { category }: RightAnswer): Promise<boolean> {
  if (category === undefined) return true;
  const { understood } = await aboutSearch(deps, searchFiltersSchema.parse({ q }));
  return understood.categories.some(({ slug }) => [category].flat().includes(slug));
}

/** Whether a listing is right; without one in the place, whether it is right anywhere. @returns null where none is */
async function toPredicate(db: Kysely<DB>, right: RightAnswer, listings: Listing[]) {
  const { category, orName, name, city, county, at } = right;
  const kinds = category === undefined ? null : [category].flat();
  const counties = county === undefined ? null : [county].flat();
  const [center] = at
    ? (
        await sql<{ x: number; y: number }>`
          select p[0] as x, p[1] as y from (select search_position(${at[0]}, ${at[1]}) as p) as point`.execute(db)
      ).rows
    : [];
  const isKind = (listing: Listing) =>
    (!kinds || kinds.includes(listing.category ?? '') || (orName?.test(listing.title) ?? false)) &&
    (!name || name.test(listing.title));
  const isThere = ({ city: itsCity, county: itsCounty, x, y }: Listing) =>
    (!city || itsCity === city) &&
    (!counties || counties.includes(itsCounty ?? '')) &&
    (!at || !center || Math.hypot(x - center.x, y - center.y) <= at[2]);
  const isBoth = (listing: Listing) => isKind(listing) && isThere(listing);
  return [isBoth, isKind].find((predicate) => listings.some(predicate)) ?? null;
}

async function readListings(db: Kysely<DB>): Promise<Listing[]> {
  const { rows } = await sql<Listing>`
    select listings.id, title, coalesce(places.name, listings.city) as city, counties.name as county, categories.slug as category,
      listing_search.position[0] as x, listing_search.position[1] as y
    from public_listings as listings join listing_search on listing_id = listings.id
      left join places on places.id = place_id left join counties on counties.id = listings.county_id
      left join categories on categories.id = category_id`.execute(db);
  return rows;
}
