import { type Kysely, sql } from 'kysely';
import { savedSearchFiltersSchema } from '#contract/saved.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { withoutTime } from '#server/search/index-query.ts';
import type { IndexQuery } from '#server/search/predicates.ts';
import { understandQuery } from '#server/search/query-understanding.ts';
import { type AddedRange, matchingRowsAdded } from '#server/search/ranking/matches.ts';
import type { DueSearch } from './due-searches.ts';
import { MAX_LISTINGS_PER_EMAIL, type NewListing } from './emails.ts';

/** Older listings are not new to anybody any more; without a limit the lists of missed listings would only grow. */
const MAX_MISSED_DAYS = 90;

/** What a saved search has found since its last email. */
export interface NewMatches {
  /** New and missed listings, the newest first: at most one more than an email lists. */
  listings: NewListing[];
  /** Ids of those that are not public now, whether or not they match the search. */
  missed: number[];
}

/** The new listings of a search; none if its category or place no longer exists. */
export async function findNewMatches(
  db: Kysely<DB>,
  gazetteer: Gazetteer,
  due: DueSearch,
  until: Date,
): Promise<NewMatches> {
  const filters = savedSearchFiltersSchema.parse(Object.fromEntries(new URLSearchParams(due.search)));
  try {
    const { query } = await understandQuery({ db, gazetteer }, filters);
    const { rows } = await newMatchesQuery(withoutTime(query), due.accountId, { ...due, until }).execute(db);
    return rows[0] as NewMatches;
  } catch (error) {
    if (error instanceof NotFound) return { listings: [], missed: [] };
    throw error;
  }
}

/** Without listings of the account itself. One statement, so that a listing paused in between is not both sent and recorded as missed. */
export const newMatchesQuery = (query: IndexQuery, accountId: number, added: AddedRange) => sql<NewMatches>`
  select
    (
      select coalesce(json_agg(json_build_object('id', id, 'title', title, 'city', city, 'isConfirmed', confirmed)), '[]') from (
        select l.id, l.title, l.city, l.owner_id is null or a.email_confirmed_at is not null as confirmed
        from ${matchingRowsAdded(query, added)} as match join public_listings l on l.id = match.listing_id
          left join accounts a on a.id = l.owner_id
        where l.owner_id is distinct from ${accountId}
        order by l.created_at desc, l.id desc limit ${sql.lit(MAX_LISTINGS_PER_EMAIL + 1)}) as newest
    ) as listings,
    array(
      select id from listings
      where created_at >= ${added.since} and created_at < ${added.until} and status <> 'draft'
        and (status in ('paused', 'hidden', 'deleted') or owner_suspended)
      union
      select id from listings
      where created_at >= ${added.since} and created_at < ${added.until} and status = 'waiting' and waiting_from = 'active'
      union
      select id from listings l
      where id = any(${added.missed}) and created_at >= ${added.until}::timestamptz - make_interval(days => ${sql.lit(MAX_MISSED_DAYS)})
        and not exists (select from public_listings p where p.id = l.id)
    ) as missed`;
