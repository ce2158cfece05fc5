import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { OwnReview, ReviewInput } from '#contract/reviews/reviews.ts';
import type { ReviewRule } from '#contract/reviews/rules.ts';
import { conversationNotFound, requireParticipant, type Visitor } from '../conversations/participants.ts';
import type { Conversations, DB, Reviews } from '../db/schema.ts';
import { Conflict } from '../http/errors.ts';
import { listingKey } from '../listings/read/list.ts';
import { invalidate } from '../page-cache/invalidate.ts';
import { presentReview } from './list.ts';

/** One person reviews a business once in this time; later it is another review. */
const MONTHS_BETWEEN = 12;

type ReviewRow = Selectable<Reviews>;

/** A conversation, and who asks for it. */
interface Target {
  id: number;
  visitor: Visitor;
}

/**
 * Writes the review of the business of a finished conversation, or changes the one that the same person wrote within twelve months. The
 * staff reads it before visitors do, each time. What it replaces is kept as a version.
 * @throws {NotFound} for who is not the customer of the conversation
 * @throws {Conflict} before both sides have written, for owners of a business of the same kind in the same city, and while an appeal is open
 */
export async function writeReview(
  db: Kysely<DB>,
  target: Target,
  { stars, text, name, visitedMonth, purchased, key }: ReviewInput,
): Promise<OwnReview> {
  await db.transaction().execute(async (trx) => {
    const conversation = await requireCustomer(trx, target);
    const { listing_id, customer_email_key, customer_email, customer_id, id } = conversation;
    const refusal = await findRefusal(trx, conversation);
    if (refusal || listing_id === null || customer_email_key === null)
      throw new Conflict(refusal ?? 'This business is not listed any more.');
    const columns = {
      stars,
      body: text,
      author_name: name,
      visited_month: visitedMonth,
      purchased: purchased || null,
    };
    // Serializes two reviews of one person.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`review ${listing_id} ${customer_email_key}`}, 0))`.execute(
      trx,
    );
    const earlier = await findReview(trx, listing_id, customer_email_key);
    if (!earlier) {
      await trx
        .insertInto('reviews')
        .values({
          ...{ listing_id, author_id: customer_id, email_key: customer_email_key, author_email: customer_email },
          ...{ proof: 'conversation', conversation_id: id, request_key: key, ...columns },
        })
        .execute();
      return;
    }
    if (earlier.request_key === key) return;
    if (isAppealOpen(earlier)) throw new Conflict('We’re answering your appeal first.');
    await trx
      .insertInto('review_versions')
      .values({ review_id: earlier.id, stars: earlier.stars, body: earlier.body })
      .execute();
    await trx
      .updateTable('reviews')
      .set({
        ...columns,
        ...{ request_key: key, status: 'waiting', waiting_since: sql`now()`, edited_at: sql`now()` },
        ...{
          withheld_rule: null,
          withheld_reason: null,
          appealed_at: null,
          appeal_text: null,
          appeal_decided_at: null,
        },
      })
      .where('id', '=', earlier.id)
      .execute();
    await invalidate(trx, [listingKey({ id: listing_id })]);
  });
  return presentOwnReview(db, target);
}

/** Deletes the customer's review. A second time has no effect. @throws {NotFound} for who is not the customer */
export const deleteReview = (db: Kysely<DB>, target: Target): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { listing_id, customer_email_key } = await requireCustomer(trx, target);
    if (listing_id === null || customer_email_key === null) return;
    const review = await findReview(trx, listing_id, customer_email_key);
    if (!review) return;
    await trx.deleteFrom('reviews').where('id', '=', review.id).execute();
    await invalidate(trx, [listingKey({ id: listing_id })]);
  });

/**
 * Asks the staff to look again at a review that is not shown: once for each decision.
 * @throws {NotFound} {Conflict} when it is not withheld, or was appealed before
 */
export async function appeal(db: Kysely<DB>, target: Target, text: string): Promise<OwnReview> {
  await db.transaction().execute(async (trx) => {
    const { listing_id, customer_email_key } = await requireCustomer(trx, target);
    const review = await findReview(trx, listing_id ?? 0, customer_email_key ?? '');
    if (review?.status !== 'withheld' || review.appealed_at !== null)
      throw new Conflict('This review can’t be appealed.');
    await trx
      .updateTable('reviews')
      .set({ appealed_at: sql`now()`, appeal_text: text })
      .where('id', '=', review.id)
      .execute();
  });
  return presentOwnReview(db, target);
}

/** What the customer of a conversation may do, and their review. @throws {NotFound} for who is not its customer */
export async function presentOwnReview(db: Kysely<DB>, target: Target): Promise<OwnReview> {
  const conversation = await requireCustomer(db, target, { lock: false });
  const { listing_id, customer_email_key } = conversation;
  const row =
    listing_id === null || customer_email_key === null
      ? undefined
      : await findReview(db, listing_id, customer_email_key);
  const canWrite = (await findRefusal(db, conversation)) === undefined && !(row && isAppealOpen(row));
  if (!row) return { canWrite, review: null };
  const { publishedAt: _, ...review } = presentReview(row);
  const withheld =
    row.status === 'withheld'
      ? {
          rule: row.withheld_rule as ReviewRule,
          reason: row.withheld_reason ?? '',
          canAppeal: row.appealed_at === null,
        }
      : null;
  return { canWrite, review: { ...review, status: row.status, withheld } };
}

async function requireCustomer(
  db: Kysely<DB>,
  { id, visitor }: Target,
  { lock = true } = {},
): Promise<Selectable<Conversations>> {
  const { conversation, side } = await requireParticipant(db, id, visitor, { lock });
  if (side !== 'customer') throw conversationNotFound();
  return conversation;
}

const findReview = (db: Kysely<DB>, listingId: number, emailKey: string): Promise<ReviewRow | undefined> =>
  db
    .selectFrom('reviews')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('email_key', '=', emailKey)
    .where('created_at', '>', sql<Date>`now() - make_interval(months => ${sql.lit(MONTHS_BETWEEN)})`)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();

const isAppealOpen = ({ appealed_at, appeal_decided_at }: ReviewRow) =>
  appealed_at !== null && appeal_decided_at === null;

/** Why a customer cannot review; undefined when they can. */
async function findRefusal(
  db: Kysely<DB> | Transaction<DB>,
  { listing_id, customer_id, first_answered_at, status }: Selectable<Conversations>,
): Promise<string | undefined> {
  if (listing_id === null) return 'This business is not listed any more.';
  if (first_answered_at === null || status === 'held' || status === 'withheld')
    return 'You can review a business after it has answered you.';
  const { rows } = await sql`
    select from listings own join listings reviewed on reviewed.id = ${listing_id}
    where own.owner_id = ${customer_id} and own.category_id = reviewed.category_id
      and own.place_id is not distinct from reviewed.place_id limit 1`.execute(db);
  if (rows.length > 0) return 'You own a business of the same kind in the same place.';
  return undefined;
}
