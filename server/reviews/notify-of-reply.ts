import { sql, type Transaction } from 'kysely';
import { findMailing } from '#server/accounts/mailings.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { reviewRepliedEmail } from './emails.ts';
import { findOwner, toAuthorLink } from './notify-author.ts';
import { reviewRows } from './stored-review.ts';

/**
 * Emails the author of a review, at their confirmed address, that the business replied: once for a review, also where the reply is removed
 * and written again, and not if their account stopped such emails.
 */
export async function notifyOfReply(trx: Transaction<DB>, id: number, text: string, { jobs, site }: NoticeDeps) {
  const { rows } = await sql`
    update reviews set reply_mailed_at = now() where id = ${id} and reply_mailed_at is null returning id`.execute(trx);
  if (rows.length === 0) return;
  const review = await reviewRows(trx).where('r.id', '=', id).executeTakeFirstOrThrow();
  const { author_email: to, author_id: accountId, author_language: language, business, owner_id } = review;
  if (to === null) return;
  const mailing = accountId === null ? undefined : await findMailing(trx, { kind: 'review-reply', accountId });
  if (mailing === null) return;
  const { url, deferred } = toAuthorLink(review);
  const stop = mailing === undefined ? undefined : deferToken('unsubscribe', mailing);
  const oneClick = mailing === undefined ? undefined : deferToken('one-click-unsubscribe', mailing);
  const isOwnerConfirmed = (await findOwner(trx, owner_id)) !== null;
  const facts = {
    ...{ to, business, url, text: isOwnerConfirmed ? text : null },
    ...{ token: stop?.placeholder, oneClickToken: oneClick?.placeholder },
  };
  const email = writeEmail(language, () => reviewRepliedEmail(site, facts));
  await jobs.enqueueEmail(trx, {
    ...email,
    deferred: [deferred, stop, oneClick].filter((token) => token !== undefined),
  });
}
