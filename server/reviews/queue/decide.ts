import { type Kysely, sql, type Transaction } from 'kysely';
import type { DecisionKind } from '#contract/admin/decisions.ts';
import { t } from '#contract/i18n/t.ts';
import type { ReviewRule } from '#contract/reviews/rules.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { listingKey } from '#server/listings/read/list.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { reviewReportDecidedEmail } from '#server/reviews/business-emails.ts';
import { findOwner, notifyAuthor } from '#server/reviews/notify-author.ts';
import { releasePictures } from '#server/reviews/pictures.ts';
import { publishReview } from '#server/reviews/publish.ts';
import { type ReviewRow, reviewRows } from '#server/reviews/stored-review.ts';
import { recordDecisionTime } from '#server/staff/decision-times.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';
import { isOpenAppeal, toCase, toDecisionKind, waitingSince } from './list-waiting.ts';

interface Decision {
  id: number;
  by: number;
}

/**
 * Shows a review or its change, or lets it stay where it was reported: its author and the business are notified.
 * @throws {NotFound} {Conflict} when it was decided by somebody else
 */
export const showReview = (db: Kysely<DB>, { id, by }: Decision, deps: NoticeDeps) =>
  decide(db, { id, by }, async (trx, review) => {
    if (isReportOnly(review)) {
      await closeReport(trx, id);
      await notifyReporter(trx, review, false, deps);
      return 'review-report-dismissed';
    }
    // The report of a review whose change is shown stays open: it may be about what stayed the same.
    await publishReview(trx, review, by, deps);
    return review.appealed_at === null ? 'review-shown' : 'review-appeal-decided';
  });

/**
 * Withholds a review, which visitors see counted by its rule, or a change, in place of which the earlier text stays. Its author is
 * notified of rule and reason, and can appeal once.
 * @throws {NotFound} {Conflict} when it was decided by somebody else
 */
export const withholdReview = (
  db: Kysely<DB>,
  { id, by, rule, reason }: Decision & { rule: ReviewRule; reason: string },
  deps: NoticeDeps,
) =>
  decide(db, { id, by, reason }, async (trx, review) => {
    const isAppeal = isOpenAppeal(review);
    const isChange = review.pending_change !== null;
    await trx
      .updateTable('reviews')
      .set(
        isChange
          ? { pending_change: null, release_at: null, decided_by: by, decided_at: sql`now()` }
          : {
              status: 'withheld',
              withheld_rule: rule,
              withheld_reason: reason,
              document: null,
              release_at: null,
              decided_by: by,
              decided_at: sql`now()`,
              reported_at: null,
              report_rule: null,
              report_text: null,
              appeal_decided_at: isAppeal ? sql`now()` : review.appeal_decided_at,
            },
      )
      .where('id', '=', id)
      .execute();
    await releasePictures(trx, [id]);
    if (!isChange && review.reported_at !== null) await notifyReporter(trx, review, true, deps);
    await notifyAuthor(trx, review, deps, {
      rule,
      reason,
      decision: isChange ? 'change' : isAppeal ? 'appeal' : 'first',
    });
    return isAppeal ? 'review-appeal-decided' : 'review-withheld';
  });

/** Whether there is nothing to decide but a report of a review that is shown. */
const isReportOnly = ({ status, pending_change, reported_at }: ReviewRow) =>
  status === 'shown' && pending_change === null && reported_at !== null;

const closeReport = (trx: Transaction<DB>, id: number) =>
  trx
    .updateTable('reviews')
    .set({ reported_at: null, report_rule: null, report_text: null })
    .where('id', '=', id)
    .execute();

async function decide(
  db: Kysely<DB>,
  { id, by, reason }: Decision & { reason?: string },
  apply: (trx: Transaction<DB>, review: ReviewRow) => Promise<DecisionKind>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const review = await reviewRows(trx).where('r.id', '=', id).forNoKeyUpdate('r').executeTakeFirst();
    if (!review) throw new NotFound(t('We can’t find this review.'));
    const isAppeal = isOpenAppeal(review);
    if (review.status !== 'waiting' && review.pending_change === null && review.reported_at === null && !isAppeal)
      throw new Conflict(t('This review was decided by somebody else.'));
    const permit = await authorizeDecision(trx, { ...toCase(review), kind: toDecisionKind(review), by });
    const kind = await apply(trx, review);
    await recordDecisionTime(trx, isAppeal ? 'appeals' : 'reviews', waitingSince(review));
    await recordDecision(trx, permit, {
      kind,
      accountId: review.author_id,
      username: null,
      reason,
      listingId: review.listing_id,
      before: { review: id, status: review.status },
      after: { review: id, status: kind === 'review-withheld' ? 'withheld' : undefined },
    });
    await invalidate(trx, [listingKey({ id: review.listing_id })]);
  });
}

async function notifyReporter(
  trx: Transaction<DB>,
  { owner_id, business }: ReviewRow,
  isWithheld: boolean,
  { jobs, site }: NoticeDeps,
) {
  const owner = await findOwner(trx, owner_id);
  if (owner)
    await jobs.enqueueEmail(
      trx,
      writeEmail(owner.language, () => reviewReportDecidedEmail(site, { to: owner.email, business, isWithheld })),
    );
}
