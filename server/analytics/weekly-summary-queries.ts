import { sql } from 'kysely';
import type { Recipient } from '#server/platform/mail/write-email.ts';
import { type DateRange, previousDateRange } from './date-range.ts';
import type { ListingWeek, SummaryKind } from './weekly-summary-email.ts';

/** The owners of one batch. */
export const BATCH_SIZE = 100;

const PLANS = {
  'weekly-summary': sql`l.level <> 'free' and l.paid_until > now()`,
  'free-summary': sql`(l.level = 'free' or l.paid_until <= now()) and (l.expires_at is null or l.expires_at > now())`,
};

// Hidden listings are left out, and those that are newer than the week.
const isIncluded = (kind: SummaryKind, { to }: DateRange) => sql`${PLANS[kind]} and l.status in ('active', 'paused')
  and l.created_at < (${to}::date + 1)::timestamp at time zone 'America/Los_Angeles'`;

const candidates = {
  'weekly-summary': (week: DateRange) => sql`
    a.id in (select l.owner_id from listings l where ${isIncluded('weekly-summary', week)})
    and not exists (
      select from mailings m
      where m.account_id = a.id and m.kind = 'weekly-summary' and (m.stopped_at is not null or m.mailed_for >= ${week.to}))`,
  'free-summary': (week: DateRange) => sql`
    a.id in (
      select m.account_id from mailings m
      where m.kind = 'free-summary' and m.stopped_at is null and (m.mailed_for is null or m.mailed_for < ${week.to}))
    and exists (select from listings l where l.owner_id = a.id and ${isIncluded('free-summary', week)})`,
};

/** A batch of due owners. Exported, like the other query, for the test of its query plan. */
export const dueOwnersQuery = (kind: SummaryKind, week: DateRange) => sql<{ id: number } & Recipient>`
  select a.id, a.email, a.language from accounts a
  where ${candidates[kind](week)}
    and a.is_active and a.email_confirmed_at is not null
    and a.created_at < (${week.to}::date + 1)::timestamp at time zone 'America/Los_Angeles'
  order by a.id limit ${sql.lit(BATCH_SIZE)} for no key update of a skip locked`;

/** The listings of owners with the metrics of the week and of the week before. */
export const listingWeeksQuery = (kind: SummaryKind, ownerIds: number[], week: DateRange) => sql<
  ListingWeek & { ownerId: number }
>`
  select l.id, l.owner_id as "ownerId", l.title, ${metricsIn(week)} as now, ${metricsIn(previousDateRange(week))} as before,
    (select count(*)::int from conversations c
      where c.listing_id = l.id and c.status = 'open' and c.first_answered_at is null and c.label in ('new', 'answered')) as unanswered
  from listings l where l.owner_id = any(${ownerIds}) and ${isIncluded(kind, week)}`;

const metricsIn = ({ from, to }: DateRange) => sql`(
  select json_build_object('views', coalesce(sum(views), 0), 'impressions', coalesce(sum(impressions), 0),
    'websiteClicks', coalesce(sum(website_clicks), 0), 'phoneClicks', coalesce(sum(phone_clicks), 0),
    'mapClicks', coalesce(sum(map_clicks), 0), 'shares', coalesce(sum(shares), 0),
    'messages', (select count(*) from conversations c where c.listing_id = l.id
      and c.opened_at >= ${from}::date::timestamp at time zone 'America/Los_Angeles'
      and c.opened_at < (${to}::date + 1)::timestamp at time zone 'America/Los_Angeles'))
  from listing_days d where d.listing_id = l.id and d.day between ${from} and ${to})`;
