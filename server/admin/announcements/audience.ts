import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import {
  type AnnouncementFilter,
  type Audience,
  MAX_COUNTED_LISTINGS,
  MAX_SHOWN_RECIPIENTS,
} from '#contract/admin/emails/announcements.ts';
import { toLanguage } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { shownLevel } from '#server/listings/read/owner-listings.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import type { RecipientFacts } from './compose.ts';

/** What an announcement is asked for. */
interface Order {
  filter: AnnouncementFilter;
  isNews: boolean;
}

/** Who gets an announcement now: counted, and some of them. */
export async function readAudience(
  db: Kysely<DB>,
  gazetteer: ReferenceData,
  { filter, isNews }: Order,
): Promise<Omit<Audience, 'perHour'>> {
  const owners = ownersQuery(gazetteer, filter);
  const { rows } = await sql<{ language: string; stopped: boolean; count: number }>`
    select o.language, o.stopped, count(*)::int as count from (${owners}) o group by 1, 2`.execute(db);
  const wanted = rows.filter(({ stopped }) => !(isNews && stopped));
  const languages = Map.groupBy(wanted, ({ language }) => toLanguage(language));
  const sum = (counted: typeof rows) => counted.reduce((total, { count }) => total + count, 0);
  const examples = await sql<{ id: number; username: string }>`
    select o.id, o.username from (${owners}) o where ${isNews ? sql`not o.stopped` : sql`true`}
    order by o.id desc limit ${sql.lit(MAX_SHOWN_RECIPIENTS)}`.execute(db);
  return {
    recipients: sum(wanted),
    languages: [...languages].map(([language, counted]) => ({ language, count: sum(counted) })),
    unsubscribed: isNews ? sum(rows) - sum(wanted) : 0,
    ...(await countLeftOut(db, gazetteer, filter)),
    examples: examples.rows,
  };
}

/** Whom the filter finds otherwise, and who cannot get it. */
async function countLeftOut(db: Kysely<DB>, gazetteer: ReferenceData, filter: AnnouncementFilter) {
  const owners = ownersQuery(gazetteer, filter, sql`true`, sql`not (${IS_REACHABLE})`);
  const { rows } = await sql<Pick<Audience, 'unconfirmed' | 'suspended' | 'withoutAccount'>>`
    select count(*) filter (where o.is_active)::int as unconfirmed, count(*) filter (where not o.is_active)::int as suspended,
      (select count(*)::int from (
        select from listings where owner_id is null and status = 'active' and not owner_suspended
          and ${toListingCondition(gazetteer, filter)} limit ${sql.lit(MAX_COUNTED_LISTINGS)}) as unowned) as "withoutAccount"
    from (${owners}) o`.execute(db);
  return rows[0] ?? { unconfirmed: 0, suspended: 0, withoutAccount: 0 };
}

/** What is filled in for a recipient. @throws {NotFound} for an account that the filter does not find */
export async function findRecipient(
  db: Kysely<DB>,
  gazetteer: ReferenceData,
  filter: AnnouncementFilter,
  id: number,
): Promise<RecipientFacts> {
  const { rows } = await sql<RecipientFacts>`
    select o.email, o.language, o.username, l.title as listing
    from (${ownersQuery(gazetteer, filter, sql`a.id = ${id}`)}) o join listings l on l.id = o.listing_id`.execute(db);
  if (!rows[0]) throw new NotFound(t('This account wouldn’t get the email.'));
  return rows[0];
}

/** Stores the recipients of an announcement. @returns how many get it */
export async function insertRecipients(
  trx: Transaction<DB>,
  gazetteer: ReferenceData,
  id: number,
  { filter, isNews }: Order,
): Promise<number> {
  const state = isNews ? sql`case when o.stopped then 'unsubscribed' else 'waiting' end` : sql`'waiting'`;
  const { rows } = await sql<{ count: number }>`
    with added as (
      insert into announcement_recipients (announcement_id, account_id, listing_id, state)
      select ${id}, o.id, o.listing_id, ${state} from (${ownersQuery(gazetteer, filter)}) o returning state)
    select count(*) filter (where state = 'waiting')::int as count from added`.execute(trx);
  return rows[0]?.count ?? 0;
}

const IS_REACHABLE = sql`a.is_active and a.email is not null and a.email_confirmed_at is not null`;

/**
 * The active accounts with a confirmed address and a listing that is not deleted, hidden or a draft, as the filter asks.
 * @param isReachable the condition that stands for the first two, so that those who fail it can be counted
 */
const ownersQuery = (
  gazetteer: ReferenceData,
  filter: AnnouncementFilter,
  only: RawBuilder<unknown> = sql`true`,
  isReachable: RawBuilder<unknown> = IS_REACHABLE,
) => sql`
  select a.id, a.username, a.email, a.language, a.is_active, owned.listing_id,
    exists (select from mailings m where m.account_id = a.id and m.kind = 'announcement' and m.stopped_at is not null) as stopped
  from accounts a
  join (
    select owner_id, max(id) as listing_id from listings
    where status in ('waiting', 'active', 'paused') and owner_id is not null and ${toListingCondition(gazetteer, filter)}
    group by owner_id) owned on owned.owner_id = a.id
  where ${isReachable} and ${toSeenCondition(filter.lastSeen)} and ${only}`;

/** What the filter asks of a listing. */
function toListingCondition(gazetteer: ReferenceData, { plan, county, category }: AnnouncementFilter) {
  const node = category === null ? undefined : gazetteer.categories.bySlug.get(category);
  return sql.join(
    [
      plan === 'any' ? sql`true` : sql`${shownLevel} = ${plan}`,
      county === null ? sql`true` : sql`county_id = ${gazetteer.counties.bySlug.get(county)?.id ?? null}`,
      category === null
        ? sql`true`
        : node?.parent
          ? sql`category_id = ${node.id}`
          : sql`top_category_id = ${node?.id ?? null}`,
    ],
    sql` and `,
  );
}

/** An account is seen when it registers or signs in, and while it uses a session. */
function toSeenCondition(lastSeen: AnnouncementFilter['lastSeen']): RawBuilder<unknown> {
  if (lastSeen === 'any') return sql`true`;
  const [direction, days] = lastSeen.split('-');
  const since = sql`now() - make_interval(days => ${Number(days)})`;
  const seen = sql`(a.created_at > ${since}
    or exists (select from sessions s where s.account_id = a.id and s.last_seen_at > ${since})
    or exists (select from audit e where e.account_id = a.id and e.kind = 'signed-in' and e.at > ${since}))`;
  return direction === 'within' ? seen : sql`not ${seen}`;
}
