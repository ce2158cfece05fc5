import type { Transaction } from 'kysely';
import type { ReviewRule } from '#contract/reviews/rules.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { type Recipient, toRecipient, toTokenPath, writeEmail } from '#server/platform/mail/write-email.ts';
import { reviewShownEmail, reviewWithheldEmail } from './emails.ts';
import type { ReviewRow } from './stored-review.ts';

/** Tells an author that their review is shown, or why not. */
export async function notifyAuthor(
  trx: Transaction<DB>,
  { author_email: to, author_language, listing_id, conversation_id, entered_code_id, business }: ReviewRow,
  { jobs, site }: NoticeDeps,
  withheld?: { rule: ReviewRule; reason: string; decision: 'first' | 'appeal' | 'change' },
): Promise<void> {
  if (to === null) return;
  const link =
    entered_code_id !== null
      ? { path: `/receipt-codes/${entered_code_id}`, deferred: deferToken('entered-code', entered_code_id) }
      : conversation_id !== null
        ? { path: `/conversations/${conversation_id}`, deferred: deferToken('conversation-page', conversation_id) }
        : { path: `/review/${listing_id}`, deferred: undefined };
  const url = link.deferred ? toTokenPath(link.path, link.deferred.placeholder) : link.path;
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
