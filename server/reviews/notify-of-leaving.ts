import type { Transaction } from 'kysely';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { businessLeftEmail } from './emails.ts';
import { reviewRows } from './stored-review.ts';

/**
 * Emails the authors of reviews, before the account of the business is deleted, what becomes of them: those of a listing that is unclaimed
 * from then on stay, others go with their listing. One email for each author and listing.
 */
export async function notifyOfLeaving(
  trx: Transaction<DB>,
  accountId: number,
  { jobs, site }: NoticeDeps,
): Promise<void> {
  const reviews = await reviewRows(trx)
    .select(['l.origin', 'l.status as listing_status'])
    .where('l.owner_id', '=', accountId)
    .orderBy('r.id')
    .execute();
  const emails = reviews.flatMap(
    ({ author_email: to, author_language, business, title, listing_id, origin, listing_status }) => {
      if (to === null) return [];
      // As `releaseListings` decides it.
      const stays = origin !== 'account' && listing_status !== 'deleted';
      const facts = { to, business: business || title, page: stays ? `/ads/${listing_id}` : null };
      return [{ key: `${listing_id} ${to}`, email: writeEmail(author_language, () => businessLeftEmail(site, facts)) }];
    },
  );
  await jobs.enqueueEmail(trx, [...new Map(emails.map(({ key, email }) => [key, email])).values()]);
}
