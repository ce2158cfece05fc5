import { sql, type Transaction } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import { type FakeSign, HELD_FROM, toScore } from '#contract/reviews/fake-signs.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { listingKey } from '#server/listings/read/list.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { newReviewEmail } from './business-emails.ts';
import { findOwner, notifyAuthor } from './notify-author.ts';
import { releasePictures } from './pictures.ts';
import { type ReviewRow, readContent, readPendingChange } from './stored-review.ts';

/** The dependencies of reviews. */
export interface ReviewDeps extends NoticeDeps {
  settings: Pick<SettingValues, 'messageWords'>;
}

/** How long a review without signs of a fake waits, in hours: time in which copies and bursts show. */
export const RELEASE_HOURS = 12;

/** When a review with these signs is shown without a person; null if somebody has to read it first. */
export const toReleaseAt = (signs: FakeSign[]) =>
  toScore(signs) >= HELD_FROM ? null : sql<Date>`now() + make_interval(hours => ${sql.lit(RELEASE_HOURS)})`;

/**
 * Shows a locked review, or its change in place of it, and notifies its author, and the business of a new one.
 * @param by the account of the staff that decided; null if nobody had to
 */
export async function publishReview(
  trx: Transaction<DB>,
  review: ReviewRow,
  by: number | null,
  deps: NoticeDeps,
): Promise<void> {
  const change = readPendingChange(review);
  if (change) {
    await trx
      .insertInto('review_versions')
      .values({ review_id: review.id, stars: review.stars, body: review.body })
      .execute();
  }
  await trx
    .updateTable('reviews')
    .set({
      ...change,
      ...(change && { edited_at: sql`now()` }),
      status: 'shown',
      withheld_rule: null,
      withheld_reason: null,
      decided_by: by,
      decided_at: sql`now()`,
      published_at: sql`coalesce(published_at, now())`,
      pending_change: null,
      release_at: null,
      document: null,
      appeal_decided_at: review.appealed_at === null ? null : sql`now()`,
    })
    .where('id', '=', review.id)
    .execute();
  await releasePictures(trx, [review.id]);
  await notifyAuthor(trx, review, deps);
  const owner = await findOwner(trx, review.owner_id);
  if (owner && review.published_at === null) {
    const { stars, body: text } = readContent(review);
    const facts = { to: owner.email, business: review.business, stars, text };
    await deps.jobs.enqueueEmail(
      trx,
      writeEmail(owner.language, () => newReviewEmail(deps.site, facts)),
    );
  }
  await invalidate(trx, [listingKey({ id: review.listing_id })]);
}
