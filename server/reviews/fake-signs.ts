import { type Kysely, sql, type Transaction } from 'kysely';
import { FAKE_SIGNS, type FakeSign } from '#contract/reviews/fake-signs.ts';
import type { DB } from '../db/schema.ts';

/** A review, before it is stored. */
export interface SuspectReview {
  listingId: number;
  /** Of the author. */
  emailKey: string;
  stars: number;
  text: string;
  /** A /24 or /48; null if it is unknown. */
  network: string | null;
}

const NETWORK_DAYS = 90;
const BURST = 5;
const ONE_SIDED = 4;
// Of two texts, by their trigrams (pg_trgm).
const SIMILAR = 0.6;
// Of all reviews, beside those of the same business.
const COMPARED = { newest: 300, ofBusiness: 100, characters: 500 };

/** What makes a review look like a fake: it is shown to the staff with the review, and decides nothing. */
export async function findFakeSigns(
  trx: Transaction<DB>,
  { listingId, emailKey, stars, text, network }: SuspectReview,
): Promise<FakeSign[]> {
  const start = text.slice(0, COMPARED.characters);
  const { rows } = await sql<Record<FakeSign, boolean>>`
    with business as (
      select l.owner_id as id from listings l where l.id = ${listingId} and l.owner_id is not null
      union select m.account_id from listings l join listing_members m on m.owner_id = l.owner_id
        and (m.listing_id is null or m.listing_id = l.id) where l.id = ${listingId}
    ), compared as (
      (select body from reviews where email_key <> ${emailKey} order by created_at desc limit ${sql.lit(COMPARED.newest)})
      union all (select body from reviews where listing_id = ${listingId} and email_key <> ${emailKey}
        order by created_at desc limit ${sql.lit(COMPARED.ofBusiness)})
    )
    select
      exists (select from reviews where network = ${network}::cidr and listing_id = ${listingId} and email_key <> ${emailKey})
        as "one-network",
      exists (select from compared where similarity(left(body, ${sql.lit(COMPARED.characters)}), ${start}) > ${sql.lit(SIMILAR)}) as copied,
      (select count(*) >= ${sql.lit(BURST - 1)} from reviews
        where listing_id = ${listingId} and email_key <> ${emailKey} and created_at > now() - interval '1 day') as burst,
      (select count(*) >= ${sql.lit(ONE_SIDED - 1)} and bool_and(stars = ${stars}) from reviews
        where email_key = ${emailKey} and listing_id <> ${listingId}) as "one-sided",
      exists (
        select from accounts author join listings own on own.owner_id = author.id join reviews r on r.listing_id = own.id
        where author.email_key = ${emailKey} and r.author_id in (select id from business)) as ring`.execute(trx);
  const [found] = rows;
  return (Object.keys(FAKE_SIGNS) as FakeSign[]).filter((sign) => found?.[sign]);
}

/** Forgets from which networks reviews were written, 90 days later. Runs hourly. */
export async function forgetReviewNetworks(db: Kysely<DB>): Promise<void> {
  await sql`
    update reviews set network = null
    where network is not null and created_at <= now() - make_interval(days => ${sql.lit(NETWORK_DAYS)})`.execute(db);
}
