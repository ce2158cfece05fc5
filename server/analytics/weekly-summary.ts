import type { Kysely, Transaction } from 'kysely';
import { markMailingsSent } from '#server/accounts/mailings.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { addDays, type DateRange } from './date-range.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';
import { type SummaryKind, weeklySummaryEmail } from './weekly-summary-email.ts';
import { BATCH_SIZE, dueOwnersQuery, listingWeeksQuery } from './weekly-summary-queries.ts';

const FIRST_HOUR = 7;
const MONDAY = 1;
const KINDS: readonly SummaryKind[] = ['weekly-summary', 'free-summary'];

/**
 * Emails the metrics of the past week to the owners of paid listings, and of free ones where they asked for it, on Mondays in
 * Los Angeles: once, however many processes run this and wherever one of them dies. Only to confirmed addresses, because the email
 * contains titles, and not if it was stopped. Waits until the week is aggregated. An hourly job.
 * See docs/decisions/0039-one-click-unsubscribe.md.
 */
export async function sendWeeklySummaries(db: Kysely<DB>, deps: NoticeDeps, now = new Date()): Promise<void> {
  const week = dueWeek(now);
  if (!week || !(await isAggregated(db, week))) return;
  for (const kind of KINDS) {
    let count: number;
    do count = await db.transaction().execute((trx) => sendBatch(trx, deps, kind, week));
    while (count === BATCH_SIZE);
  }
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
async function sendBatch(
  trx: Transaction<DB>,
  { jobs, site }: NoticeDeps,
  kind: SummaryKind,
  week: DateRange,
): Promise<number> {
  const { rows: owners } = await dueOwnersQuery(kind, week).execute(trx);
  const accountIds = owners.map(({ id }) => id);
  const mailings = await markMailingsSent(trx, { kind, day: week.to, accountIds });
  const { rows: listings } = await listingWeeksQuery(kind, [...mailings.keys()], week).execute(trx);
  const listingsByOwner = Map.groupBy(listings, ({ ownerId }) => ownerId);
  const emails = owners.flatMap(({ id, email: to, language }) => {
    const [mailingId, own] = [mailings.get(id), listingsByOwner.get(id)];
    if (mailingId === undefined || !own) return [];
    const deferred = deferToken('unsubscribe', mailingId);
    const facts = { to, token: deferred.placeholder, kind, week, listings: own };
    return [{ ...writeEmail(language, () => weeklySummaryEmail(site, facts)), deferred }];
  });
  if (emails.length > 0) await jobs.enqueueEmail(trx, emails);
  return owners.length;
}
