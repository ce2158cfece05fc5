import { type Kysely, sql, type Transaction } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import { FAKE_SIGNS, type FakeSign } from '#contract/reviews/fake-signs.ts';
import { findWords, LINK } from '#server/conversations/spam.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { toMailbox } from '#server/platform/mail/mailbox.ts';
import { hashText } from './text-hashes.ts';

/** A review that is looked at for signs of a fake. */
export interface SuspectReview {
  listingId: number;
  /** The key of the author's email address. */
  emailKey: string;
  stars: number;
  text: string;
  /** From which it was written, a /24 or /48; null if it is unknown. */
  network: string | null;
  /** The hash of the cookie of the browser; null if it is unknown. */
  device: Buffer | null;
  /** When the review was written; by default now. */
  writtenAt?: Date;
}

/** How long networks and browsers are kept. */
const RETENTION_DAYS = 90;
// So many reviews, if they are so many times as many as in the weeks before.
const BURST = { day: 4, week: 10 };
const CAMPAIGN = { stars: 2, week: 4 };
const UNUSUAL = 3;
const USUAL_DAYS = 56;
const ONE_SIDED = 4;
const NEW_DAYS = 2;
// From when on a person with a review that is shown is known.
const KNOWN_DAYS = 14;
// Of the beginnings of two texts, by their trigrams (pg_trgm).
const SIMILAR = 0.6;
const COMPARED_CHARACTERS = 500;

/** What makes a review look like a fake: from a score on a person reads it before it is shown. */
export async function findFakeSigns(
  trx: Transaction<DB>,
  { listingId, emailKey, stars, text, network, device, writtenAt }: SuspectReview,
  { messageWords }: Pick<SettingValues, 'messageWords'>,
): Promise<FakeSign[]> {
  const mailbox = toMailbox(emailKey);
  const isOwn = sql`(email_key = ${emailKey} or mailbox is not distinct from ${mailbox})`;
  const isAuthor = sql`(author.email_key = ${emailKey} or author.mailbox = ${mailbox})`;
  const start = text.slice(0, COMPARED_CHARACTERS);
  const at = writtenAt ? sql`${writtenAt}::timestamptz` : sql`now()`;
  const { rows } = await sql<Partial<Record<FakeSign, boolean>>>`
    with business as (
      select l.owner_id as id from listings l where l.id = ${listingId} and l.owner_id is not null
      union select m.account_id from listings l join listing_members m on m.owner_id = l.owner_id
        and (m.listing_id is null or m.listing_id = l.id) where l.id = ${listingId}
    ), recent as (
      select count(*) filter (where created_at > ${at} - interval '1 day') + 1 as day, count(*) + 1 as week,
        count(*) filter (where stars <= ${sql.lit(CAMPAIGN.stars)}) + 1 as bad
      from reviews where listing_id = ${listingId} and not ${isOwn} and created_at > ${at} - interval '7 days'
    ), usual as (
      select count(*) * 7.0 / ${sql.lit(USUAL_DAYS)} as week,
        count(*) filter (where stars <= ${sql.lit(CAMPAIGN.stars)}) * 7.0 / ${sql.lit(USUAL_DAYS)} as bad
      from reviews where listing_id = ${listingId} and not ${isOwn}
        and created_at <= ${at} - interval '7 days' and created_at > ${at} - make_interval(days => ${sql.lit(USUAL_DAYS + 7)})
    ), own as (
      select stars, status, published_at, listing_id from reviews where ${isOwn} and listing_id <> ${listingId}
    )
    select
      exists (select from sessions where account_id in (select id from business) and network = ${network}::cidr) as "own-network",
      exists (select from known_devices where account_id in (select id from business) and token_hash = ${device}) as "own-device",
      exists (select from reviews where network = ${network}::cidr and listing_id = ${listingId} and not ${isOwn})
        as "one-network",
      exists (select from reviews where device = ${device} and not ${isOwn}) as "one-device",
      exists (select from reviews where text_hashes && ${hashText(text)}::int[] and not ${isOwn}
        and similarity(left(body, ${sql.lit(COMPARED_CHARACTERS)}), ${start}) > ${sql.lit(SIMILAR)}) as copied,
      (select recent.day >= ${sql.lit(BURST.day)} and recent.day > usual.week / 7 * ${sql.lit(UNUSUAL)}
          or recent.week >= ${sql.lit(BURST.week)} and recent.week > usual.week * ${sql.lit(UNUSUAL)} from recent, usual) as burst,
      (select ${stars}::int <= ${sql.lit(CAMPAIGN.stars)} and recent.bad >= ${sql.lit(CAMPAIGN.week)}
          and recent.bad > usual.bad * ${sql.lit(UNUSUAL)} from recent, usual) as campaign,
      (select count(*) >= ${sql.lit(ONE_SIDED - 1)} and bool_and(stars = ${stars}) from own) as "one-sided",
      not exists (select from own where status = 'shown' and published_at <= ${at} - make_interval(days => ${sql.lit(KNOWN_DAYS)}))
        as first,
      exists (select from own where status = 'withheld') as "withheld-before",
      exists (select from accounts author join listings l on l.owner_id = author.id where ${isAuthor}) as owner,
      exists (
        select from accounts author join listings l on l.owner_id = author.id join reviews r on r.listing_id = l.id
        where ${isAuthor} and r.author_id in (select id from business)) as ring,
      exists (select from accounts author where ${isAuthor} and not is_active) as suspended,
      coalesce(least(
        (select min(created_at) from accounts author where ${isAuthor}),
        (select min(created_at) from conversations where customer_email_key = ${mailbox}),
        (select min(created_at) from entered_codes where email_key = ${emailKey})), ${at})
        > ${at} - make_interval(days => ${sql.lit(NEW_DAYS)}) as "new-person"`.execute(trx);
  const found = { ...rows[0], link: LINK.test(text), word: findWords(text, messageWords).length > 0 };
  return (Object.keys(FAKE_SIGNS) as FakeSign[]).filter((sign) => found[sign]);
}

/** Forgets from which networks and browsers reviews were written, 90 days later. Runs hourly. */
export async function forgetReviewNetworks(db: Kysely<DB>): Promise<void> {
  await sql`
    update reviews set network = null, device = null
    where (network is not null or device is not null) and created_at <= now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})`.execute(
    db,
  );
}
