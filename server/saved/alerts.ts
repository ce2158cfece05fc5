import { type Kysely, sql } from 'kysely';
import { savedSearchFiltersSchema } from '#contract/saved.ts';
import type { DB } from '../db/schema.ts';
import { NotFound } from '../http/errors.ts';
import type { NoticeDeps } from '../listings/lifecycle/notices.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import type { IndexQuery } from '../search/predicates.ts';
import { understandQuery } from '../search/query-understanding.ts';
import { type AddedRange, matchingRowsAdded } from '../search/ranking.ts';
import { MAX_LISTINGS_PER_EMAIL, type NewListing, newListingsEmail } from './emails.ts';

/** What was not seen for so long is no news: lists of what was missed would grow for ever. */
const MAX_MISSED_DAYS = 90;
const FIRST_HOUR = 8;
const LAST_HOUR = 19;
const BATCH = 50;

/** A saved search whose turn it is, and to whom its new listings are mailed. */
interface DueSearch {
  id: number;
  name: string;
  search: string;
  since: Date;
  /** Listings that came before and could not be seen whenever it was mailed. */
  missed: number[];
  to: string;
  token: string;
}

/**
 * Mails the new listings of saved searches, daily or every seven days, by day in Los Angeles: once, however many processes do
 * it at once and wherever one of them dies. Where nothing is new nothing is mailed. Only to confirmed addresses of active
 * accounts, and not to who stopped it. An hourly job.
 * See docs/decisions/0044-saved-listings-and-search-alerts.md.
 * @throws {AggregateError} when some could not be looked for; all others are mailed, and these the next time
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
  if (failures.length > 0) throw new AggregateError(failures, 'saved searches could not be looked for');
}

const hourFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hour: 'numeric',
  hourCycle: 'h23',
});
const toLocalHour = (time: Date) => Number(hourFormat.format(time));

/**
 * The time before which no listing is added any more: what a transaction that is still under way adds is of its beginning.
 * Others are for the next mail.
 */
async function getOldestTransactionStart(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    select min(xact_start) as until from pg_stat_activity
    where datname = current_database() and usename = current_user`.execute(db);
  return (rows[0] as { until: Date }).until;
}

/** A batch of those whose turn it is. Exported for the test that looks at its plan, as the others are. */
export const dueSearchesQuery = (now: Date, after: number) => sql<DueSearch>`
  select s.id, s.name, s.search, s.told_until as since, s.missed, a.email as to, m.token
  from saved_searches s
  join mailings m on m.saved_search_id = s.id
  join accounts a on a.id = s.account_id
  where s.told_until < ${startOfDay(now, 0)} and (s.often = 'daily' or s.told_until < ${startOfDay(now, 6)})
    and s.id > ${after} and ${isSubscribed}
  order by s.id limit ${sql.lit(BATCH)}`;

const isSubscribed = sql`m.stopped_at is null and a.is_active and a.email_confirmed_at is not null`;

/** When today began in Los Angeles, or a day before. */
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
  /** Those that came since and those that were missed, the newest first: one more than are told at most. */
  listings: NewListing[];
  /** Those among all these that cannot be seen now, whether they would fit or not. */
  missed: number[];
}

/** What is new to a search. Nothing where its category or place is gone. */
async function findNewMatches(db: Kysely<DB>, gazetteer: Gazetteer, due: DueSearch, until: Date): Promise<NewMatches> {
  const filters = savedSearchFiltersSchema.parse(Object.fromEntries(new URLSearchParams(due.search)));
  try {
    const { query } = await understandQuery({ db, gazetteer }, filters);
    const { rows } = await newMatchesQuery(query, { ...due, until }).execute(db);
    return rows[0] as NewMatches;
  } catch (error) {
    if (error instanceof NotFound) return { listings: [], missed: [] };
    throw error;
  }
}

/** One statement: what is told must not be missed as well because it was paused between two of them. */
export const newMatchesQuery = (query: IndexQuery, added: AddedRange) => sql<NewMatches>`
  select
    (
      select coalesce(json_agg(json_build_object('id', id, 'title', title, 'city', city)), '[]') from (
        select l.id, l.title, l.city
        from ${matchingRowsAdded(query, added)} as found join public_listings l on l.id = found.listing_id
        order by l.created_at desc, l.id desc limit ${sql.lit(MAX_LISTINGS_PER_EMAIL + 1)}) as told
    ) as listings,
    array(
      select id from listings
      where created_at >= ${added.since} and created_at < ${added.until} and status <> 'draft'
        and (status in ('paused', 'hidden', 'deleted') or owner_suspended)
      union
      select id from listings l
      where id = any(${added.missed}) and created_at >= ${added.until}::timestamptz - make_interval(days => ${sql.lit(MAX_MISSED_DAYS)})
        and not exists (select from public_listings seen where seen.id = l.id)
    ) as missed`;

/** Marks them as told and mails what there is to tell, both or neither; not those that another process was quicker with. */
function markAndSend(
  db: Kysely<DB>,
  { jobs, site }: NoticeDeps,
  results: DueSearchResult[],
  until: Date,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await markSentQuery(results, until).execute(trx);
    const taken = new Set(rows.map(({ id }) => id));
    const emails = results
      .filter(({ id, listings }) => taken.has(id) && listings.length > 0)
      .map((search) => newListingsEmail(site, search));
    if (emails.length > 0) await jobs.enqueueEmail(trx, ...emails);
  });
}

/** Marks those as told that still wait as they did when they were looked for; answers which. */
export function markSentQuery(results: Pick<DueSearchResult, 'id' | 'since' | 'missed'>[], until: Date) {
  const seen = JSON.stringify(results.map(({ id, since, missed }) => ({ id, since, missed })));
  return sql<{ id: number }>`
    update saved_searches s set told_until = greatest(s.told_until, ${until}), missed = seen.missed
    from json_to_recordset(${seen}) as seen (id bigint, since timestamptz, missed bigint[]), mailings m, accounts a
    where s.id = seen.id and s.told_until = seen.since
      and m.saved_search_id = s.id and a.id = s.account_id and ${isSubscribed}
    returning s.id`;
}
