import { type Kysely, type Selectable, sql } from 'kysely';
import { DEFAULT_LANGUAGE } from '#contract/i18n/languages.ts';
import type { DB, Reviews } from '#server/platform/db/schema.ts';

/** A review as it is stored. */
export type StoredReview = Selectable<Reviews>;

/** What an author can change: the columns of a review that wait beside it while it is shown. */
export type ReviewContent = Pick<
  Selectable<Reviews>,
  'stars' | 'body' | 'text_hashes' | 'author_name' | 'visited_month' | 'purchased' | 'language' | 'pictures'
>;

/** A review with what is said of its business, and the language of emails to its author. */
export type ReviewRow = Selectable<Reviews> & {
  title: string;
  /** The name of the business, which the title of its ad may not have. */
  business: string;
  owner_id: number | null;
  author_language: string;
};

/** Reviews with their businesses. */
export const reviewRows = (db: Kysely<DB>) =>
  db
    .selectFrom('reviews as r')
    .innerJoin('listings as l', 'l.id', 'r.listing_id')
    .selectAll('r')
    .select([
      sql<string>`coalesce(l.title, '')`.as('title'),
      sql<string>`coalesce(l.business_name, '')`.as('business'),
      'l.owner_id',
      authorLanguage.as('author_language'),
    ]);

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
