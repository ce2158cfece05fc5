import type { Transaction } from 'kysely';
import type { LetterSite } from '../accounts/letters.ts';
import type { DB } from '../db/schema.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type LetterListing, type LetterOwner, postedLetter } from './letters.ts';

/** What notices are sent with. */
export interface NoticeParts {
  jobs: Pick<Jobs, 'mail'>;
  site: LetterSite;
}

/** Whose listing it is; an account without an email is not written to. */
type Owner = Omit<LetterOwner, 'email'> & { email: string | null };

/** Writes to the owner that a listing was published; in the transaction that publishes it. */
export async function mailPosted(
  trx: Transaction<DB>,
  { jobs, site }: NoticeParts,
  { listing, owner }: { listing: LetterListing; owner: Owner },
): Promise<void> {
  const { email, email_confirmed_at } = owner;
  if (email !== null) await jobs.mail(trx, postedLetter(site, listing, { email, email_confirmed_at }));
}
