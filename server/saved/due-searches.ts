import { sql } from 'kysely';

/** The saved searches of one batch. */
export const DUE_SEARCHES_PER_BATCH = 50;

/** A saved search that is due, and the recipient of its new listings. */
export interface DueSearch {
  id: number;
  name: string;
  search: string;
  since: Date;
  /** Ids of earlier listings that were not public each time the search was mailed. */
  missed: number[];
  accountId: number;
  to: string;
  language: string;
  mailingId: number;
}

/** A batch of due searches. Exported, like the other queries, for the test of its query plan. */
export const dueSearchesQuery = (now: Date, after: number) => sql<DueSearch>`
  select s.id, s.name, s.search, s.told_until as since, s.missed, a.id as "accountId", a.email as to, a.language, m.id as "mailingId"
  from saved_searches s
  join mailings m on m.saved_search_id = s.id
  join accounts a on a.id = s.account_id
  where s.told_until < ${startOfDay(now, 0)} and (s.often = 'daily' or s.told_until < ${startOfDay(now, 6)})
    and s.id > ${after} and ${isSubscribed}
  order by s.id limit ${sql.lit(DUE_SEARCHES_PER_BATCH)}`;

/** Whether the alert still goes to somebody. */
export const isSubscribed = sql`m.stopped_at is null and a.is_active and a.email_confirmed_at is not null`;

/** Midnight in Los Angeles, today or so many days ago. */
const startOfDay = (now: Date, daysAgo: number) => sql`
  (date_trunc('day', ${now}::timestamptz at time zone 'America/Los_Angeles') - make_interval(days => ${daysAgo}))
    at time zone 'America/Los_Angeles'`;
