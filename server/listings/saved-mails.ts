import { type Kysely, sql } from 'kysely';
import { savedSoughtSchema } from '#contract/saved.ts';
import type { DB } from '../db/schema.ts';
import { NotFound } from '../http/errors.ts';
import type { Gazetteer } from '../places/gazetteer.ts';
import type { NoticeParts } from './notices.ts';
import { type NewListing, newListingsLetter, TOLD_LISTINGS } from './saved-letter.ts';
import { matchesAdded } from './search/ranking.ts';
import { understand } from './search/understanding.ts';

const FIRST_HOUR = 8;
const LAST_HOUR = 19;
const BATCH = 50;

/** A saved search whose turn it is, and to whom its new listings are mailed. */
interface Due {
  id: number;
  name: string;
  search: string;
  since: Date;
  to: string;
  token: string;
}

/**
 * Mails the new listings of saved searches, daily or every seven days, by day in Los Angeles: once, however many processes do
 * it at once and wherever one of them dies. Where nothing is new nothing is mailed. Only to confirmed addresses of active
 * accounts, and not to who stopped it. An hourly job.
 * @throws {AggregateError} when some could not be looked for; all others are mailed, and these the next time
 */
export async function mailSavedSearches(
  db: Kysely<DB>,
  parts: NoticeParts & { gazetteer: Gazetteer },
  now = new Date(),
): Promise<void> {
  const hour = hourOf(now);
  if (hour < FIRST_HOUR || hour > LAST_HOUR) return;
  const until = await settledUntil(db);
  const failures: unknown[] = [];
  let after = 0;
  let due: Due[];
  do {
    due = (await dueQuery(now, after).execute(db)).rows;
    after = due.at(-1)?.id ?? after;
    const looked = await lookFor(db, parts.gazetteer, due, until, failures);
    await mail(db, parts, looked, until);
  } while (due.length === BATCH);
  if (failures.length > 0) throw new AggregateError(failures, 'saved searches could not be looked for');
}

const hour = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', hour: 'numeric', hourCycle: 'h23' });
const hourOf = (time: Date) => Number(hour.format(time));

/**
 * The time before which no listing is added any more: what a transaction that is still under way adds is of its beginning.
 * Others are for the next mail.
 */
async function settledUntil(db: Kysely<DB>): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    select min(xact_start) as until from pg_stat_activity
    where datname = current_database() and usename = current_user`.execute(db);
  return (rows[0] as { until: Date }).until;
}

/** A batch of those whose turn it is. */
const dueQuery = (now: Date, after: number) => sql<Due>`
  select s.id, s.name, s.search, s.told_until as since, a.email as to, m.token
  from saved_searches s
  join mailings m on m.saved_search_id = s.id
  join accounts a on a.id = s.account_id
  where s.told_until < case s.often when 'daily' then ${startOfDay(now, 0)} else ${startOfDay(now, 6)} end
    and s.id > ${after} and ${isWanted}
  order by s.id limit ${sql.lit(BATCH)}`;

const isWanted = sql`m.stopped_at is null and a.is_active and a.email_confirmed_at is not null`;

/** When today began in Los Angeles, or a day before. */
const startOfDay = (now: Date, daysAgo: number) => sql`
  (date_trunc('day', ${now}::timestamptz at time zone 'America/Los_Angeles') - make_interval(days => ${daysAgo}))
    at time zone 'America/Los_Angeles'`;

type Looked = Due & { listings: NewListing[] };

async function lookFor(db: Kysely<DB>, gazetteer: Gazetteer, due: Due[], until: Date, failures: unknown[]) {
  const looked: Looked[] = [];
  for (const search of due) {
    try {
      looked.push({ ...search, listings: await newListings(db, gazetteer, search, until) });
    } catch (error) {
      failures.push(error);
    }
  }
  return looked;
}

/** Those that came since, the newest first: one more than are told at most. None where its category or place is gone. */
async function newListings(db: Kysely<DB>, gazetteer: Gazetteer, { search, since }: Due, until: Date) {
  const sought = savedSoughtSchema.parse(Object.fromEntries(new URLSearchParams(search)));
  try {
    const { query } = await understand({ db, gazetteer }, sought);
    const { rows } = await sql<NewListing>`
      select l.id, l.title, l.city
      from ${matchesAdded(query, { since, until })} as found join public_listings l on l.id = found.listing_id
      order by l.created_at desc, l.id desc limit ${sql.lit(TOLD_LISTINGS + 1)}`.execute(db);
    return rows;
  } catch (error) {
    if (error instanceof NotFound) return [];
    throw error;
  }
}

/** Marks them as told and mails what there is to tell, both or neither; not those that another process was quicker with. */
function mail(db: Kysely<DB>, { jobs, site }: NoticeParts, looked: Looked[], until: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const seen = JSON.stringify(looked.map(({ id, since }) => ({ id, since })));
    const { rows } = await sql<{ id: number }>`
      update saved_searches s set told_until = greatest(s.told_until, ${until})
      from json_to_recordset(${seen}) as seen (id bigint, since timestamptz), mailings m, accounts a
      where s.id = seen.id and s.told_until = seen.since
        and m.saved_search_id = s.id and a.id = s.account_id and ${isWanted}
      returning s.id`.execute(trx);
    const taken = new Set(rows.map(({ id }) => id));
    const letters = looked
      .filter(({ id, listings }) => taken.has(id) && listings.length > 0)
      .map((search) => newListingsLetter(site, search));
    if (letters.length > 0) await jobs.mail(trx, ...letters);
  });
}
