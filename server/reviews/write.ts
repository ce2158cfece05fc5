import { type Kysely, type Selectable, sql } from 'kysely';
import type { OwnReview, ReviewInput } from '#contract/reviews/reviews.ts';
import type { ReviewRule } from '#contract/reviews/rules.ts';
import type { DB, Reviews } from '../db/schema.ts';
import { Conflict } from '../http/errors.ts';
import { listingKey } from '../listings/read/list.ts';
import { invalidate } from '../page-cache/invalidate.ts';
import { type Author, consumeCode, requireAuthor, type Target } from './author.ts';
import { findFakeSigns } from './fake-signs.ts';
import { presentReview } from './list.ts';

/** One person reviews a business once in this time; later it is another review. */
const MONTHS_BETWEEN = 12;

type ReviewRow = Selectable<Reviews>;

/**
 * Writes the review of a business by somebody with a reason to know it, or changes the one that the same person wrote within twelve
 * months. The staff reads it before visitors do, each time. What it replaces is kept as a version. A receipt code is used by a new one.
 * @param network from which it is written, a /24 or /48
 * @throws {NotFound} see `requireAuthor`
 * @throws {Conflict} when they may not write one (`Author.refusal`), and while an appeal is open
 */
export async function writeReview(
  db: Kysely<DB>,
  target: Target,
  { stars, text, name, visitedMonth, purchased, key }: ReviewInput,
  network: string | null,
): Promise<OwnReview> {
  await db.transaction().execute(async (trx) => {
    const { listingId, emailKey, email, accountId, codeHash, refusal } = await requireAuthor(trx, target);
    if (refusal !== undefined || listingId === null || emailKey === null) throw new Conflict(refusal ?? '');
    const columns = {
      network,
      fake_signs: await findFakeSigns(trx, { listingId, emailKey, stars, text, network }),
      stars,
      body: text,
      author_name: name,
      visited_month: visitedMonth,
      purchased: purchased || null,
    };
    // Serializes two reviews of one person.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`review ${listingId} ${emailKey}`}, 0))`.execute(trx);
    const earlier = await findReview(trx, listingId, emailKey);
    if (!earlier) {
      if (codeHash !== null) await consumeCode(trx, target.id, codeHash);
      await trx
        .insertInto('reviews')
        .values({
          ...{ listing_id: listingId, author_id: accountId, email_key: emailKey, author_email: email },
          ...{
            proof: target.proof,
            [target.proof === 'receipt' ? 'entered_code_id' : 'conversation_id']: target.id,
            request_key: key,
            ...columns,
          },
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
    await invalidate(trx, [listingKey({ id: listingId })]);
  });
  return presentOwnReview(db, target);
}

/** Deletes the author's review. A second time has no effect. @throws {NotFound} see `requireAuthor` */
export const deleteReview = (db: Kysely<DB>, target: Target): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const review = await findOwnReview(trx, await requireAuthor(trx, target));
    if (!review) return;
    await trx.deleteFrom('reviews').where('id', '=', review.id).execute();
    await invalidate(trx, [listingKey({ id: review.listing_id })]);
  });

/**
 * Asks the staff to look again at a review that is not shown: once for each decision.
 * @throws {NotFound} {Conflict} when it is not withheld, or was appealed before
 */
export async function appeal(db: Kysely<DB>, target: Target, text: string): Promise<OwnReview> {
  await db.transaction().execute(async (trx) => {
    const review = await findOwnReview(trx, await requireAuthor(trx, target));
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

/** What an author may do, and their review. @throws {NotFound} see `requireAuthor` */
export async function presentOwnReview(db: Kysely<DB>, target: Target): Promise<OwnReview> {
  const author = await requireAuthor(db, target, { lock: false });
  const { business } = author;
  const row = await findOwnReview(db, author);
  const canWrite = author.refusal === undefined && !(row && isAppealOpen(row));
  if (!row) return { business, canWrite, review: null };
  const { publishedAt: _, ...review } = presentReview(row);
  const withheld =
    row.status === 'withheld'
      ? {
          rule: row.withheld_rule as ReviewRule,
          reason: row.withheld_reason ?? '',
          canAppeal: row.appealed_at === null,
        }
      : null;
  return { business, canWrite, review: { ...review, status: row.status, withheld } };
}

const findOwnReview = async (db: Kysely<DB>, { listingId, emailKey }: Author): Promise<ReviewRow | undefined> =>
  listingId === null || emailKey === null ? undefined : findReview(db, listingId, emailKey);

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
