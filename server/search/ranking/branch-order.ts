import { type RawBuilder, sql } from 'kysely';
import type { SearchSort } from '#contract/search.ts';
import type { IndexQuery } from '#server/search/predicates.ts';

/**
 * The order of listings with exactly the name that is searched, where no point is given that they are near to: the branches of a chain are
 * by county, that with most of them first, then by city and ZIP code. Rows of other tiers have no place.
 */
export function placeOfExactName(
  { text, near }: IndexQuery,
  { tiers, sort }: { tiers: (string | null)[]; sort: SearchSort },
): { join: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  // With a single tier nothing tells exact names apart.
  if (!text || near || sort !== 'best' || tiers.length === 1) return { join: sql``, order: sql`` };
  return {
    join: sql`left join lateral (
        select listings.county_id, coalesce(places.name, listings.city) as city, listings.zip
        from listings left join places on places.id = listings.place_id where listings.id = case tier when 0 then listing_id end
      ) as branch on true`,
    order: sql`count(*) over (partition by county_id) desc, county_id, branch.city, branch.zip,`,
  };
}
