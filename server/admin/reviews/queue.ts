import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { hasPermission, ROLES } from '#contract/admin/roles.ts';
import type { ListQuery } from '#contract/api.ts';
import type { FakeSign } from '#contract/reviews/fake-signs.ts';
import type { WaitingReview } from '#contract/reviews/reviews.ts';
import type { ReviewRule } from '#contract/reviews/rules.ts';
import { type AuditEvent, recordAuditEvent } from '../../accounts/audit-log.ts';
import type { DB, Reviews } from '../../db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '../../http/cursor.ts';
import { Conflict, NotFound } from '../../http/errors.ts';
import { roleOf } from '../../http/staff-role.ts';
import { deferToken } from '../../jobs/deferred-tokens.ts';
import type { NoticeDeps } from '../../listings/lifecycle/notices.ts';
import { listingKey } from '../../listings/read/list.ts';
import { invalidate } from '../../page-cache/invalidate.ts';
import { addBusinessDays } from '../../reviews/business-days.ts';
import {
  newReviewEmail,
  reviewReportDecidedEmail,
  reviewShownEmail,
  reviewWithheldEmail,
} from '../../reviews/emails.ts';
import { presentReview } from '../../reviews/list.ts';
import { DUE_BUSINESS_DAYS, recordDecisionTime } from '../today/decision-times.ts';

type ReviewRow = Selectable<Reviews> & { title: string; owner_id: number | null };

/** What the staff still has to decide: new and changed reviews, reported ones, and appeals. */
const isWaiting = sql<boolean>`(
  r.status = 'waiting' or r.reported_at is not null or (r.appealed_at is not null and r.appeal_decided_at is null))`;

/**
 * The reviews that wait for the staff, the oldest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listWaitingReviews(db: Kysely<DB>, query: ListQuery) {
  const [rows, { total }] = await Promise.all([
    waitingReviewsQuery(db, query).execute(),
    db
      .selectFrom('reviews as r')
      .select(sql<number>`count(*)::int`.as('total'))
      .where(isWaiting)
      .executeTakeFirstOrThrow(),
  ]);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { reviews: page.map(present), cursor, total };
}

/** One page of them and one more row. Exported for the test of its query plan. */
export const waitingReviewsQuery = (db: Kysely<DB>, { cursor, limit }: ListQuery) =>
  reviewRows(db)
    .where(isWaiting)
    .where('r.id', '>', cursor === undefined ? 0 : parseCursor(cursor, idPosition).id)
    .orderBy('r.id')
    .limit(limit + 1);

const reviewRows = (db: Kysely<DB>) =>
  db
    .selectFrom('reviews as r')
    .innerJoin('listings as l', 'l.id', 'r.listing_id')
    .selectAll('r')
    .select([sql<string>`coalesce(l.title, '')`.as('title'), 'l.owner_id']);

function present(row: ReviewRow): WaitingReview {
  const { publishedAt: _, editedAt: __, ...review } = presentReview(row);
  const isAppeal = isOpenAppeal(row);
  const since = waitingSince(row);
  return {
    ...review,
    status: row.status,
    listing: { id: row.listing_id, title: row.title },
    signs: row.fake_signs as FakeSign[],
    waitingSince: since.toISOString(),
    dueAt: addBusinessDays(since, DUE_BUSINESS_DAYS[isAppeal ? 'appeals' : 'reviews']).toISOString(),
    report: row.reported_at === null ? null : { rule: row.report_rule as ReviewRule, text: row.report_text ?? '' },
    appeal: isAppeal
      ? {
          text: row.appeal_text ?? '',
          rule: row.withheld_rule as ReviewRule,
          reason: row.withheld_reason ?? '',
        }
      : null,
  };
}

const isOpenAppeal = ({ appealed_at, appeal_decided_at }: ReviewRow) =>
  appealed_at !== null && appeal_decided_at === null;

const waitingSince = (row: ReviewRow): Date =>
  isOpenAppeal(row) ? (row.appealed_at as Date) : (row.reported_at ?? row.waiting_since);

interface Decision {
  id: number;
  by: number;
}

/**
 * Shows a review, or lets it stay where it was reported: its author and the business are told.
 * @throws {NotFound} {Conflict} when it was decided by somebody else
 */
export const showReview = (db: Kysely<DB>, { id, by }: Decision, deps: NoticeDeps) =>
  decide(db, { id, by }, async (trx, review) => {
    const isReport = review.status === 'shown' && review.reported_at !== null;
    await trx
      .updateTable('reviews')
      .set({
        ...{ status: 'shown', withheld_rule: null, withheld_reason: null, decided_by: by, decided_at: sql`now()` },
        ...{
          published_at: sql`coalesce(published_at, now())`,
          reported_at: null,
          report_rule: null,
          report_text: null,
        },
        appeal_decided_at: review.appealed_at === null ? null : sql`now()`,
      })
      .where('id', '=', id)
      .execute();
    if (isReport) await tellReporter(trx, review, false, deps);
    else {
      await tellAuthor(trx, review, deps);
      const [to] = await findOwnerAddress(trx, review.owner_id);
      const email = { business: review.title, stars: review.stars, text: review.body };
      if (to && review.published_at === null)
        await deps.jobs.enqueueEmail(trx, newReviewEmail(deps.site, { to, ...email }));
    }
    return isReport
      ? 'review-report-dismissed'
      : review.appealed_at === null
        ? 'review-shown'
        : 'review-appeal-decided';
  });

/**
 * Withholds a review, which visitors see counted by its rule. Its author is told rule and reason, and can appeal once.
 * @throws {NotFound} {Conflict} when it was decided by somebody else
 */
export const withholdReview = (
  db: Kysely<DB>,
  { id, by, rule, reason }: Decision & { rule: ReviewRule; reason: string },
  deps: NoticeDeps,
) =>
  decide(db, { id, by, reason }, async (trx, review) => {
    const isAppeal = isOpenAppeal(review);
    await trx
      .updateTable('reviews')
      .set({
        ...{ status: 'withheld', withheld_rule: rule, withheld_reason: reason, decided_by: by, decided_at: sql`now()` },
        ...{ reported_at: null, report_rule: null, report_text: null },
        appeal_decided_at: isAppeal ? sql`now()` : review.appeal_decided_at,
      })
      .where('id', '=', id)
      .execute();
    if (review.reported_at !== null) await tellReporter(trx, review, true, deps);
    await tellAuthor(trx, review, deps, { rule, reason, isFinal: isAppeal });
    return isAppeal ? 'review-appeal-decided' : 'review-withheld';
  });

async function decide(
  db: Kysely<DB>,
  { id, by, reason }: Decision & { reason?: string },
  apply: (trx: Transaction<DB>, review: ReviewRow) => Promise<AuditEvent['kind']>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const review = await reviewRows(trx).where('r.id', '=', id).forNoKeyUpdate('r').executeTakeFirst();
    if (!review) throw new NotFound('We can’t find this review.');
    const isAppeal = isOpenAppeal(review);
    if (review.status !== 'waiting' && review.reported_at === null && !isAppeal)
      throw new Conflict('This review was decided by somebody else.');
    if (isAppeal && review.decided_by === by && (await hasColleague(trx, by)))
      throw new Conflict('You withheld this review, so somebody else on the team decides on the appeal.');
    const kind = await apply(trx, review);
    await recordDecisionTime(trx, isAppeal ? 'appeals' : 'reviews', waitingSince(review));
    await recordAuditEvent(trx, {
      ...{ kind, accountId: review.author_id, username: null, actorId: by, reason, listingId: review.listing_id },
      before: { review: id, status: review.status },
      after: { review: id, status: kind === 'review-withheld' ? 'withheld' : undefined },
    });
    await invalidate(trx, [listingKey({ id: review.listing_id })]);
  });
}

const REVIEW_ROLES = ROLES.filter((role) => hasPermission(role, 'reviews'));

/** Whether somebody else of the staff may decide on reviews. */
async function hasColleague(trx: Transaction<DB>, by: number): Promise<boolean> {
  const colleague = await trx
    .selectFrom('accounts as a')
    .select('a.id')
    .where('a.is_active', '=', true)
    .where('a.id', '<>', by)
    .where(roleOf('a.id'), 'in', REVIEW_ROLES)
    .executeTakeFirst();
  return colleague !== undefined;
}

async function tellAuthor(
  trx: Transaction<DB>,
  { author_email: to, conversation_id, entered_code_id, title: business }: ReviewRow,
  { jobs, site }: NoticeDeps,
  withheld?: { rule: ReviewRule; reason: string; isFinal: boolean },
) {
  const id = entered_code_id ?? conversation_id;
  if (to === null || id === null) return;
  const deferred = deferToken(entered_code_id === null ? 'conversation' : 'entered-code', id);
  const path = `/${entered_code_id === null ? 'conversations' : 'receipt-codes'}/${id}`;
  const link = { to, business, path, token: deferred.placeholder };
  const email = withheld ? reviewWithheldEmail(site, { ...link, ...withheld }) : reviewShownEmail(site, link);
  await jobs.enqueueEmail(trx, { ...email, deferred });
}

async function tellReporter(
  trx: Transaction<DB>,
  { owner_id, title: business }: ReviewRow,
  isWithheld: boolean,
  { jobs, site }: NoticeDeps,
) {
  const [to] = await findOwnerAddress(trx, owner_id);
  if (to) await jobs.enqueueEmail(trx, reviewReportDecidedEmail(site, { to, business, isWithheld }));
}

async function findOwnerAddress(trx: Transaction<DB>, ownerId: number | null): Promise<string[]> {
  const rows = await trx
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', ownerId)
    .where('email_confirmed_at', 'is not', null)
    .execute();
  return rows.flatMap(({ email }) => email ?? []);
}
