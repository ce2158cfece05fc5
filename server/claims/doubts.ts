import { type Kysely, sql } from 'kysely';
import type { ClaimDoubt } from '#contract/ownership/claims.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** For how long a fact that was changed proves no claim, in days. */
const UNPROVEN_DAYS = 90;

/** A claim as far as doubts are about it. */
interface ClaimRef {
  listingId: number;
  accountId: number;
}

/**
 * Why facts of the listing, or its history with the claimant, do not prove a claim. A fact proves one if open data or a former owner
 * said it, and nobody changed it in the past 90 days: else a suggestion that the staff accepts would let a stranger take the listing.
 * A listing taken back from an account is not given to it by machine again. See docs/decisions/0027-what-proves-a-claim.md.
 * @returns the doubts of each claim, in their order
 */
export async function findDoubts(db: Kysely<DB>, claims: ClaimRef[]): Promise<ClaimDoubt[][]> {
  if (claims.length === 0) return [];
  const { rows } = await doubtsQuery(claims).execute(db);
  return claims.map((_, index) =>
    rows
      .filter((row) => row.index === index)
      .map(({ about, reason, at }) => ({ about, reason, at: at?.toISOString() ?? null })),
  );
}

interface DoubtRow {
  index: number;
  about: ClaimDoubt['about'];
  reason: ClaimDoubt['reason'];
  at: Date | null;
}

/** Of a listing with more versions than are stored nobody knows whether a fact is new. */
const doubtsQuery = (claims: ClaimRef[]) => sql<DoubtRow>`
  with asked as (
    select (row_number() over ())::int - 1 as index, "listingId" as listing_id, "accountId" as account_id
    from json_to_recordset(${JSON.stringify(claims)}::json) as claim("listingId" bigint, "accountId" bigint)
  ), recent as (select now() - make_interval(days => ${sql.lit(UNPROVEN_DAYS)}) as since)
  select a.index, fact.name as about, doubt.reason, change.at
  from asked a join listings l on l.id = a.listing_id cross join recent
  cross join lateral (values
    ('website', l.website, l.facts #>> '{website,by}'), ('phone', l.phone, l.facts #>> '{phone,by}')) as fact (name, value, by)
  left join lateral (
    select v.kind, v.at from listing_versions v
    where v.listing_id = l.id and v.after ? fact.name order by v.number desc limit 1) as change on true
  cross join lateral (
    select min(v.number) > 1 and min(v.at) > recent.since as is_cut from listing_versions v where v.listing_id = l.id) as history
  cross join lateral (select case
    when fact.by = 'administrator' and change.kind = 'suggestion' then 'suggested'
    when fact.by = 'administrator' then 'staff'
    when change.at > recent.since or change.at is null and history.is_cut then 'changed' end as reason) as doubt
  where fact.value is not null and doubt.reason is not null
  union all
  select a.index, 'claimant', 'taken-back', max(c.taken_back_at)
  from asked a join claims c on c.listing_id = a.listing_id and c.account_id = a.account_id and c.taken_back_at is not null
  group by a.index
  order by about desc`;
