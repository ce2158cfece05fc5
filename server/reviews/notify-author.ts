import type { Transaction } from 'kysely';
import type { ReviewRule } from '#contract/reviews/rules.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type DeferredToken, deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { type Recipient, toRecipient, toTokenPath, writeEmail } from '#server/platform/mail/write-email.ts';
import { reviewShownEmail, reviewWithheldEmail } from './emails.ts';
import type { ReviewRow } from './stored-review.ts';

/** Tells an author that their review is shown, or why not. */
export async function notifyAuthor(
  trx: Transaction<DB>,
  review: ReviewRow,
  { jobs, site }: NoticeDeps,
  withheld?: { rule: ReviewRule; reason: string; decision: 'first' | 'appeal' | 'change' },
): Promise<void> {
  const { author_email: to, author_language, business } = review;
  if (to === null) return;
  const { url, deferred } = toAuthorLink(review);
  const email = writeEmail(author_language, () =>
    withheld
      ? reviewWithheldEmail(site, { to, business, url, ...withheld })
      : reviewShownEmail(site, { to, business, url }),
  );
  await jobs.enqueueEmail(trx, { ...email, deferred });
}

/** The path of the page on which an author changes a review, with a token if it is opened without an account. */
export function toAuthorLink({
  listing_id,
  conversation_id,
  entered_code_id,
}: Pick<ReviewRow, 'listing_id' | 'conversation_id' | 'entered_code_id'>): { url: string; deferred?: DeferredToken } {
  const link =
    entered_code_id !== null
      ? { path: `/receipt-codes/${entered_code_id}`, deferred: deferToken('entered-code', entered_code_id) }
      : conversation_id !== null
        ? { path: `/conversations/${conversation_id}`, deferred: deferToken('conversation-page', conversation_id) }
        : { path: `/review/${listing_id}`, deferred: undefined };
  const url = link.deferred ? toTokenPath(link.path, link.deferred.placeholder) : link.path;
  return { url, deferred: link.deferred };
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
