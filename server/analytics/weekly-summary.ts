import { type Kysely, sql, type Transaction } from 'kysely';
import { markMailingsSent } from '../accounts/mailings.ts';
import type { DB } from '../db/schema.ts';
import { deferToken } from '../jobs/deferred-tokens.ts';
import type { NoticeDeps } from '../listings/lifecycle/notices.ts';
import { type Recipient, writeEmail } from '../mail/language.ts';
import { addDays, type DateRange, previousDateRange } from './date-range.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';
import { type ListingWeek, weeklySummaryEmail } from './weekly-summary-email.ts';

const FIRST_HOUR = 7;
const MONDAY = 1;
const BATCH_SIZE = 100;

/**
 * Emails the metrics of the past week to the owners of paid listings, on Mondays in Los Angeles: once, however many processes run
 * this and wherever one of them dies. Only to confirmed addresses, because the email contains titles, and not if it was stopped.
 * Waits until the week is aggregated. An hourly job. See docs/decisions/0039-one-click-unsubscribe.md.
 */
export async function sendWeeklySummaries(db: Kysely<DB>, deps: NoticeDeps, now = new Date()): Promise<void> {
  const week = dueWeek(now);
  if (!week || !(await isAggregated(db, week))) return;
  let count: number;
  do count = await db.transaction().execute((trx) => sendBatch(trx, deps, week));
  while (count === BATCH_SIZE);
}

/** The week that ended yesterday, on Mondays from 7 o'clock; null at any other time. */
function dueWeek(now: Date): DateRange | null {
  const today = toLosAngelesDate(now);
  if (new Date(today).getUTCDay() !== MONDAY || toLosAngelesHour(now) < FIRST_HOUR) return null;
  return { from: addDays(today, -7), to: addDays(today, -1) };
}

const hourFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hour: 'numeric',
  hourCycle: 'h23',
});
const toLosAngelesHour = (time: Date) => Number(hourFormat.format(time));

async function isAggregated(db: Kysely<DB>, { to }: DateRange): Promise<boolean> {
  const { at } = await db.selectFrom('events_added_up').select('at').executeTakeFirstOrThrow();
  return toLosAngelesDate(at) > to;
}

/** @returns the number of due owners, including those that another process has emailed meanwhile */
async function sendBatch(trx: Transaction<DB>, { jobs, site }: NoticeDeps, week: DateRange): Promise<number> {
  const { rows: owners } = await dueOwnersQuery(week).execute(trx);
  const accountIds = owners.map(({ id }) => id);
  const mailings = await markMailingsSent(trx, { kind: 'weekly-summary', day: week.to, accountIds });
  const { rows: listings } = await listingWeeksQuery([...mailings.keys()], week).execute(trx);
  const listingsByOwner = Map.groupBy(listings, ({ ownerId }) => ownerId);
  const emails = owners.flatMap(({ id, email: to, language }) => {
    const [mailingId, own] = [mailings.get(id), listingsByOwner.get(id)];
    if (mailingId === undefined || !own) return [];
    const deferred = deferToken('unsubscribe', mailingId);
    const facts = { to, token: deferred.placeholder, week, listings: own };
    return [{ ...writeEmail(language, () => weeklySummaryEmail(site, facts)), deferred }];
  });
  if (emails.length > 0) await jobs.enqueueEmail(trx, ...emails);
  return owners.length;
}

// Listings whose owners can see metrics, except hidden ones.
const isIncluded = sql`l.level <> 'free' and l.paid_until > now() and l.status in ('active', 'paused')`;

/** A batch of due owners. Exported, like the other query, for the test of its query plan. */
export const dueOwnersQuery = ({ to }: DateRange) => sql<{ id: number } & Recipient>`
  select a.id, a.email, a.language from accounts a
  where a.id in (select l.owner_id from listings l where ${isIncluded})
    and a.is_active and a.email_confirmed_at is not null
    and not exists (
      select from mailings m
      where m.account_id = a.id and m.kind = 'weekly-summary' and (m.stopped_at is not null or m.mailed_for >= ${to}))
  order by a.id limit ${sql.lit(BATCH_SIZE)} for no key update of a skip locked`;

/** The listings of owners with the metrics of the week and of the week before. */
export const listingWeeksQuery = (ownerIds: number[], week: DateRange) => sql<ListingWeek & { ownerId: number }>`
  select l.id, l.owner_id as "ownerId", l.title, ${metricsIn(week)} as now, ${metricsIn(previousDateRange(week))} as before,
    (select count(*)::int from conversations c
      where c.listing_id = l.id and c.status = 'open' and c.first_answered_at is null and c.label in ('new', 'answered')) as unanswered
  from listings l where l.owner_id = any(${ownerIds}) and ${isIncluded}`;

const metricsIn = ({ from, to }: DateRange) => sql`(
  select json_build_object('views', coalesce(sum(views), 0), 'impressions', coalesce(sum(impressions), 0),
    'websiteClicks', coalesce(sum(website_clicks), 0), 'phoneClicks', coalesce(sum(phone_clicks), 0),
    'mapClicks', coalesce(sum(map_clicks), 0), 'shares', coalesce(sum(shares), 0),
    'messages', (select count(*) from conversations c where c.listing_id = l.id
      and c.opened_at >= ${from}::date::timestamp at time zone 'America/Los_Angeles'
      and c.opened_at < (${to}::date + 1)::timestamp at time zone 'America/Los_Angeles'))
  from listing_days d where d.listing_id = l.id and d.day between ${from} and ${to})`;
