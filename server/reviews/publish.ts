import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import { DEFAULT_LANGUAGE } from '#contract/i18n/languages.ts';
import { type FakeSign, HELD_FROM, toScore } from '#contract/reviews/fake-signs.ts';
import type { ReviewRule } from '#contract/reviews/rules.ts';
import type { DB, Reviews } from '../db/schema.ts';
import { deferToken } from '../jobs/deferred-tokens.ts';
import type { NoticeDeps } from '../listings/lifecycle/notices.ts';
import { listingKey } from '../listings/read/list.ts';
import { type Recipient, toRecipient, writeEmail } from '../mail/language.ts';
import { invalidate } from '../page-cache/invalidate.ts';
import { newReviewEmail, reviewShownEmail, reviewWithheldEmail } from './emails.ts';
import { findFakeSigns } from './fake-signs.ts';
import { releasePictures } from './pictures.ts';

/** What an author can change: the columns of a review that wait beside it while it is shown. */
export type ReviewContent = Pick<
  Selectable<Reviews>,
  'stars' | 'body' | 'text_hashes' | 'author_name' | 'visited_month' | 'purchased' | 'language' | 'pictures'
>;

/** A review with what is said of its business, and the language of emails to its author. */
export type ReviewRow = Selectable<Reviews> & { title: string; owner_id: number | null; author_language: string };

/** What reviews work with. */
export interface ReviewDeps extends NoticeDeps {
  settings: Pick<SettingValues, 'messageWords'>;
}

/** How long a review without signs of a fake waits, in hours: time in which copies and bursts show. */
export const RELEASE_HOURS = 12;
const BATCH = 500;

/** Reviews with their businesses. */
export const reviewRows = (db: Kysely<DB>) =>
  db
    .selectFrom('reviews as r')
    .innerJoin('listings as l', 'l.id', 'r.listing_id')
    .selectAll('r')
    .select([sql<string>`coalesce(l.title, '')`.as('title'), 'l.owner_id', authorLanguage.as('author_language')]);

/** Of the author’s account, or of the page on which they gave their address. */
const authorLanguage = sql<string>`coalesce(
  (select a.language from accounts a where a.id = r.author_id),
  (select e.language from entered_codes e where e.id = r.entered_code_id),
  (select c.customer_language from conversations c where c.id = r.conversation_id),
  ${DEFAULT_LANGUAGE})`;

/** Whether the staff has to decide on the review `r`: one with signs of a fake or its change, a report, or an appeal. */
export const needsDecision = sql<boolean>`(
  ((r.status = 'waiting' or r.pending_change is not null) and r.release_at is null) or r.reported_at is not null
    or (r.appealed_at is not null and r.appeal_decided_at is null))`;

/** The change of a shown review that waits; null without one. */
export const readPendingChange = ({ pending_change }: Pick<ReviewRow, 'pending_change'>): ReviewContent | null =>
  pending_change as ReviewContent | null;

/** What a review is, or will be when its change is shown. */
export const readContent = (review: Selectable<Reviews>): ReviewContent => readPendingChange(review) ?? review;

/** When a review with these signs is shown without a person; null if somebody has to read it first. */
export const toReleaseAt = (signs: FakeSign[]) =>
  toScore(signs) >= HELD_FROM ? null : sql<Date>`now() + make_interval(hours => ${sql.lit(RELEASE_HOURS)})`;

/**
 * Shows a locked review, or its change in place of it, and tells its author, and the business of a new one.
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
      ...{ status: 'shown', withheld_rule: null, withheld_reason: null, decided_by: by, decided_at: sql`now()` },
      ...{ published_at: sql`coalesce(published_at, now())`, pending_change: null, release_at: null, document: null },
      appeal_decided_at: review.appealed_at === null ? null : sql`now()`,
    })
    .where('id', '=', review.id)
    .execute();
  await releasePictures(trx, [review.id]);
  await notifyAuthor(trx, review, deps);
  const owner = await findOwner(trx, review.owner_id);
  if (owner && review.published_at === null) {
    const { stars, body: text } = readContent(review);
    const facts = { to: owner.email, business: review.title, stars, text };
    await deps.jobs.enqueueEmail(
      trx,
      writeEmail(owner.language, () => newReviewEmail(deps.site, facts)),
    );
  }
  await invalidate(trx, [listingKey({ id: review.listing_id })]);
}

/**
 * Shows the reviews and changes whose time has come, if there are still no signs of a fake; the others wait for a person from now on.
 * Runs every ten minutes.
 * @throws {AggregateError} of those that failed, which do not keep the others
 */
export async function releaseReviews(db: Kysely<DB>, deps: ReviewDeps): Promise<void> {
  const due = await db
    .selectFrom('reviews')
    .select('id')
    .where('release_at', '<=', sql<Date>`now()`)
    .orderBy('release_at')
    .limit(BATCH)
    .execute();
  const failures: unknown[] = [];
  for (const { id } of due)
    await db
      .transaction()
      .execute((trx) => release(trx, id, deps))
      .catch((error) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Some reviews were not released');
}

async function release(trx: Transaction<DB>, id: number, deps: ReviewDeps): Promise<void> {
  const review = await reviewRows(trx)
    .where('r.id', '=', id)
    .where('r.release_at', '<=', sql<Date>`now()`)
    .forNoKeyUpdate('r')
    .executeTakeFirst();
  // Another process was quicker.
  if (!review) return;
  const { stars, body: text } = readContent(review);
  const signs = await findFakeSigns(
    trx,
    {
      ...{ listingId: review.listing_id, emailKey: review.email_key, stars, text },
      ...{ network: review.network, device: review.device, writtenAt: review.waiting_since },
    },
    deps.settings,
  );
  if (toScore(signs) < HELD_FROM) return publishReview(trx, review, null, deps);
  await trx.updateTable('reviews').set({ fake_signs: signs, release_at: null }).where('id', '=', id).execute();
}

/** Tells an author that their review is shown, or why not. */
export async function notifyAuthor(
  trx: Transaction<DB>,
  { author_email: to, author_language, listing_id, conversation_id, entered_code_id, title: business }: ReviewRow,
  { jobs, site }: NoticeDeps,
  withheld?: { rule: ReviewRule; reason: string; decision: 'first' | 'appeal' | 'change' },
): Promise<void> {
  if (to === null) return;
  const link =
    entered_code_id !== null
      ? { path: `/receipt-codes/${entered_code_id}`, deferred: deferToken('entered-code', entered_code_id) }
      : conversation_id !== null
        ? { path: `/conversations/${conversation_id}`, deferred: deferToken('conversation', conversation_id) }
        : { path: `/review/${listing_id}`, deferred: undefined };
  const url = `${link.path}${link.deferred ? `?token=${link.deferred.placeholder}` : ''}`;
  const email = writeEmail(author_language, () =>
    withheld
      ? reviewWithheldEmail(site, { to, business, url, ...withheld })
      : reviewShownEmail(site, { to, business, url }),
  );
  await jobs.enqueueEmail(trx, { ...email, deferred: link.deferred });
}

/** An owner with a confirmed address; null if there is none. */
export async function findOwner(trx: Transaction<DB>, ownerId: number | null): Promise<Recipient | null> {
  const owner = await trx
    .selectFrom('accounts')
    .select(['email', 'language'])
    .where('id', '=', ownerId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return owner ? toRecipient(owner) : null;
}
