import { type Kysely, sql } from 'kysely';
import { defineMessage } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { toMailbox } from '#server/platform/mail/mailbox.ts';
import type { StoredReview } from './stored-review.ts';

/** One person reviews a business once in this time; later it is another review. */
const MONTHS_BETWEEN = 12;

export const REVIEWED_BEFORE = defineMessage('You reviewed this business with another spelling of your email address.');

const isRecent = sql<boolean>`created_at > now() - make_interval(months => ${sql.lit(MONTHS_BETWEEN)})`;

/** The latest review of a business by one address; later than twelve months it is another one. */
export const findReview = (db: Kysely<DB>, listingId: number, emailKey: string): Promise<StoredReview | undefined> =>
  db
    .selectFrom('reviews')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('email_key', '=', emailKey)
    .where(isRecent)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();

/** Whether an address has no review of a business, and another address of its mailbox has one. */
export async function hasReviewOfMailbox(db: Kysely<DB>, listingId: number, emailKey: string): Promise<boolean> {
  const { rows } = await sql<{ isOwn: boolean }>`
    select email_key = ${emailKey} as "isOwn" from reviews
    where listing_id = ${listingId} and (email_key = ${emailKey} or mailbox = ${toMailbox(emailKey)}) and ${isRecent}`.execute(
    db,
  );
  return rows.length > 0 && !rows.some(({ isOwn }) => isOwn);
}
