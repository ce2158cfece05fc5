import { type Kysely, sql, type Transaction } from 'kysely';
import { takeTurns } from '../accounts/mailings.ts';
import type { DB } from '../db/schema.ts';
import type { NoticeParts } from '../listings/lifecycle/notices.ts';
import { dayOf } from './day.ts';
import { addDays, type Range, rangeBefore } from './figures-range.ts';
import { type ListingWeek, summaryLetter } from './summary-letter.ts';

const FIRST_HOUR = 7;
const MONDAY = 1;
const BATCH = 100;

/**
 * Mails the owners of listings at a paid level what last week brought, on Mondays in Los Angeles: once, however many
 * processes do it at once and wherever one of them dies. Only to confirmed addresses, because it tells titles, and not
 * to who stopped it. A week that is not added up yet waits. An hourly job.
 */
export async function mailSummaries(db: Kysely<DB>, parts: NoticeParts, now = new Date()): Promise<void> {
  const week = weekToTell(now);
  if (!week || !(await isAddedUp(db, week))) return;
  let taken: number;
  do taken = await db.transaction().execute((trx) => mailBatch(trx, parts, week));
  while (taken === BATCH);
}

/** The week that ended yesterday, from 7 o'clock on Mondays on; null at any other time. */
function weekToTell(now: Date): Range | null {
  const today = dayOf(now);
  if (new Date(today).getUTCDay() !== MONDAY || hourOf(now) < FIRST_HOUR) return null;
  return { from: addDays(today, -7), to: addDays(today, -1) };
}

const hour = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', hour: 'numeric', hourCycle: 'h23' });
const hourOf = (time: Date) => Number(hour.format(time));

async function isAddedUp(db: Kysely<DB>, { to }: Range): Promise<boolean> {
  const { at } = await db.selectFrom('events_added_up').select('at').executeTakeFirstOrThrow();
  return dayOf(at) > to;
}

/** @returns how many owners there were to be mailed to; of those that another process was quicker with it mails none */
async function mailBatch(trx: Transaction<DB>, { jobs, site }: NoticeParts, week: Range): Promise<number> {
  const { rows: owners } = await dueQuery(week).execute(trx);
  const accountIds = owners.map(({ id }) => id);
  const turns = await takeTurns(trx, { kind: 'weekly-summary', day: week.to, accountIds });
  const { rows: listings } = await weekQuery([...turns.keys()], week).execute(trx);
  const ofOwner = Map.groupBy(listings, ({ ownerId }) => ownerId);
  const letters = owners.flatMap(({ id, email: to }) => {
    const [token, own] = [turns.get(id), ofOwner.get(id)];
    return token && own ? [summaryLetter(site, { to, token, week, listings: own })] : [];
  });
  if (letters.length > 0) await jobs.mail(trx, ...letters);
  return owners.length;
}

// Those whose owners see figures, but for hidden ones, which their owners cannot show.
const isTold = sql`l.level <> 'free' and l.paid_until > now() and l.status in ('active', 'paused')`;

/** A batch of those whose turn it is. Exported, like the other query, for the test that looks at its plan. */
export const dueQuery = ({ to }: Range) => sql<{ id: number; email: string }>`
  select a.id, a.email from accounts a
  where a.id in (select l.owner_id from listings l where ${isTold})
    and a.is_active and a.email_confirmed_at is not null
    and not exists (
      select from mailings m
      where m.account_id = a.id and m.kind = 'weekly-summary' and (m.stopped_at is not null or m.mailed_for >= ${to}))
  order by a.id limit ${sql.lit(BATCH)} for no key update of a skip locked`;

/** Their listings, with the figures of the week and of the one before. */
export const weekQuery = (ownerIds: number[], week: Range) => sql<ListingWeek & { ownerId: number }>`
  select l.id, l.owner_id as "ownerId", l.title, ${figuresIn(week)} as now, ${figuresIn(rangeBefore(week))} as before
  from listings l where l.owner_id = any(${ownerIds}) and ${isTold}`;

const figuresIn = ({ from, to }: Range) => sql`(
  select json_build_object('views', coalesce(sum(views), 0), 'impressions', coalesce(sum(impressions), 0),
    'websiteClicks', coalesce(sum(website_clicks), 0), 'phoneClicks', coalesce(sum(phone_clicks), 0),
    'mapClicks', coalesce(sum(map_clicks), 0), 'shares', coalesce(sum(shares), 0))
  from listing_days d where d.listing_id = l.id and d.day between ${from} and ${to})`;
