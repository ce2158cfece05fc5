import { type Kysely, sql } from 'kysely';
import { savedSearchFiltersSchema } from '#contract/saved.ts';
import type { DB } from '../db/schema.ts';
import { NotFound } from '../http/errors.ts';
import { deferToken } from '../jobs/deferred-tokens.ts';
import type { NoticeDeps } from '../listings/lifecycle/notices.ts';
import { writeEmail } from '../mail/language.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import type { IndexQuery } from '../search/predicates.ts';
import { understandQuery, withoutMoment } from '../search/query-understanding.ts';
import { type AddedRange, matchingRowsAdded } from '../search/ranking/ranking.ts';
import { MAX_LISTINGS_PER_EMAIL, type NewListing, newListingsEmail } from './emails.ts';

/** Older listings are not new to anybody any more; without a limit the lists of missed listings would only grow. */
const MAX_MISSED_DAYS = 90;
const FIRST_HOUR = 8;
const LAST_HOUR = 19;
const BATCH = 50;

/** A saved search that is due, and the recipient of its new listings. */
interface DueSearch {
  id: number;
  name: string;
  search: string;
  since: Date;
  /** Ids of earlier listings that were not public each time the search was mailed. */
  missed: number[];
  to: string;
  language: string;
  mailingId: number;
}

/**
 * Emails the new listings of saved searches, daily or every seven days by the date in Los Angeles. Each is sent once, however many
 * processes run this and wherever one of them dies. Nothing is sent if nothing is new, to unconfirmed addresses, to suspended
 * accounts, or for a stopped alert. An hourly job.
 * See docs/decisions/0044-saved-listings-and-search-alerts.md.
 * @throws {AggregateError} when some searches failed; all others are sent, and the failed ones are tried again by the next run
 */
export async function sendSearchAlerts(
  db: Kysely<DB>,
  parts: NoticeDeps & { gazetteer: Gazetteer },
  now = new Date(),
): Promise<void> {
  const hour = toLocalHour(now);
  if (hour < FIRST_HOUR || hour > LAST_HOUR) return;
  const until = await getOldestTransactionStart(db);
  const failures: unknown[] = [];
  let after = 0;
  let due: DueSearch[];
  do {
    due = (await dueSearchesQuery(now, after).execute(db)).rows;
    after = due.at(-1)?.id ?? after;
    const results = await runSearches(db, parts.gazetteer, due, until, failures);
    await markAndSend(db, parts, results, until);
  } while (due.length === BATCH);
  if (failures.length > 0) throw new AggregateError(failures, 'saved searches failed');
}

const hourFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hour: 'numeric',
  hourCycle: 'h23',
});
const toLocalHour = (time: Date) => Number(hourFormat.format(time));

/**
 * The time before which no listing can be added any more: a listing carries the start time of its transaction, so open
 * transactions only add later ones. Listings after this time are for the next email.
 */
async function getOldestTransactionStart(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    select min(xact_start) as until from pg_stat_activity
    where datname = current_database() and usename = current_user`.execute(db);
  return (rows[0] as { until: Date }).until;
}

/** A batch of due searches. Exported, like the other queries, for the test of its query plan. */
export const dueSearchesQuery = (now: Date, after: number) => sql<DueSearch>`
  select s.id, s.name, s.search, s.told_until as since, s.missed, a.email as to, a.language, m.id as "mailingId"
  from saved_searches s
  join mailings m on m.saved_search_id = s.id
  join accounts a on a.id = s.account_id
  where s.told_until < ${startOfDay(now, 0)} and (s.often = 'daily' or s.told_until < ${startOfDay(now, 6)})
    and s.id > ${after} and ${isSubscribed}
  order by s.id limit ${sql.lit(BATCH)}`;

const isSubscribed = sql`m.stopped_at is null and a.is_active and a.email_confirmed_at is not null`;

/** Midnight in Los Angeles, today or so many days ago. */
const startOfDay = (now: Date, daysAgo: number) => sql`
  (date_trunc('day', ${now}::timestamptz at time zone 'America/Los_Angeles') - make_interval(days => ${daysAgo}))
    at time zone 'America/Los_Angeles'`;

type DueSearchResult = DueSearch & NewMatches;

async function runSearches(db: Kysely<DB>, gazetteer: Gazetteer, due: DueSearch[], until: Date, failures: unknown[]) {
  const results: DueSearchResult[] = [];
  for (const search of due) {
    try {
      results.push({ ...search, ...(await findNewMatches(db, gazetteer, search, until)) });
    } catch (error) {
      failures.push(error);
    }
  }
  return results;
}

interface NewMatches {
  /** New and missed listings, the newest first: at most one more than an email lists. */
  listings: NewListing[];
  /** Ids of those that are not public now, whether or not they match the search. */
  missed: number[];
}

/** The new listings of a search; none if its category or place no longer exists. */
async function findNewMatches(db: Kysely<DB>, gazetteer: Gazetteer, due: DueSearch, until: Date): Promise<NewMatches> {
  const filters = savedSearchFiltersSchema.parse(Object.fromEntries(new URLSearchParams(due.search)));
  try {
    const { query } = withoutMoment(await understandQuery({ db, gazetteer }, filters));
    const { rows } = await newMatchesQuery(query, { ...due, until }).execute(db);
    return rows[0] as NewMatches;
  } catch (error) {
    if (error instanceof NotFound) return { listings: [], missed: [] };
    throw error;
  }
}

/** One statement, so that a listing paused in between is not both sent and recorded as missed. */
export const newMatchesQuery = (query: IndexQuery, added: AddedRange) => sql<NewMatches>`
  select
    (
      select coalesce(json_agg(json_build_object('id', id, 'title', title, 'city', city, 'isConfirmed', confirmed)), '[]') from (
        select l.id, l.title, l.city, l.owner_id is null or a.email_confirmed_at is not null as confirmed
        from ${matchingRowsAdded(query, added)} as match join public_listings l on l.id = match.listing_id
          left join accounts a on a.id = l.owner_id
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

/** Marks the searches as sent and queues their emails in one transaction, except for those that another process has sent. */
function markAndSend(
  db: Kysely<DB>,
  { jobs, site }: NoticeDeps,
  results: DueSearchResult[],
  until: Date,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await markSentQuery(results, until).execute(trx);
    const markedIds = new Set(rows.map(({ id }) => id));
    const emails = results
      .filter(({ id, listings }) => markedIds.has(id) && listings.length > 0)
      .map((search) => {
        const deferred = deferToken('unsubscribe', search.mailingId);
        const facts = { ...search, token: deferred.placeholder };
        return { ...writeEmail(search.language, () => newListingsEmail(site, facts)), deferred };
      });
    if (emails.length > 0) await jobs.enqueueEmail(trx, ...emails);
  });
}

/** Marks the searches as sent whose mark is unchanged since it was read, and returns their ids. */
export function markSentQuery(results: Pick<DueSearchResult, 'id' | 'since' | 'missed'>[], until: Date) {
  const searched = JSON.stringify(results.map(({ id, since, missed }) => ({ id, since, missed })));
  return sql<{ id: number }>`
    update saved_searches s set told_until = greatest(s.told_until, ${until}), missed = r.missed
    from json_to_recordset(${searched}) as r (id bigint, since timestamptz, missed bigint[]), mailings m, accounts a
    where s.id = r.id and s.told_until = r.since
      and m.saved_search_id = s.id and a.id = s.account_id and ${isSubscribed}
    returning s.id`;
}
