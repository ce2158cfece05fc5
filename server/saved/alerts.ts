import { type Kysely, sql } from 'kysely';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { DUE_SEARCHES_PER_BATCH, type DueSearch, dueSearchesQuery, isSubscribed } from './due-searches.ts';
import { newListingsEmail } from './emails.ts';
import { findNewMatches, type NewMatches } from './new-matches.ts';

const FIRST_HOUR = 8;
const LAST_HOUR = 19;

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
  } while (due.length === DUE_SEARCHES_PER_BATCH);
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
    if (emails.length > 0) await jobs.enqueueEmail(trx, emails);
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
