import { type Kysely, sql, type Transaction } from 'kysely';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { DB } from '#server/db/schema.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Email } from '#server/mail/mailer.ts';
import {
  type EmailListing,
  type EmailRecipient,
  type ExpiringListing,
  expiredEmail,
  expiringEmail,
  paidTermEndingEmail,
  publishedEmail,
} from '../emails.ts';

/** What notices are sent with. */
export interface NoticeDeps {
  jobs: Pick<Jobs, 'enqueueEmail'>;
  site: SiteInfo;
}

/** Whose listing it is; an account without an email is not written to. */
type Owner = Omit<EmailRecipient, 'email'> & { email: string | null };

/** The days before its end that an owner is told of it, and after it that it is still news. */
const NOTICE_DAYS = 7;
const BATCH = 200;

/** Writes to the owner that a listing was published; in the transaction that publishes it. */
export async function sendPublishedEmail(
  trx: Transaction<DB>,
  { jobs, site }: NoticeDeps,
  { listing, owner }: { listing: EmailListing; owner: Owner },
): Promise<void> {
  const { email, email_confirmed_at } = owner;
  if (email !== null) await jobs.enqueueEmail(trx, publishedEmail(site, listing, { email, email_confirmed_at }));
}

/**
 * Writes to the owners of listings whose paid level ends within a week, that expire within a week, and that have expired:
 * once about each end, however many processes do it at once and wherever one of them dies. What expired more than a week
 * ago is no news any more.
 */
export async function sendExpiryEmails(db: Kysely<DB>, { jobs, site }: NoticeDeps): Promise<void> {
  await sendDueNotices(db, jobs, 'paid_ending_mailed_for', (listing, owner) =>
    paidTermEndingEmail(site, listing, owner),
  );
  await sendDueNotices(db, jobs, 'expiring_mailed_for', (listing, owner) => expiringEmail(site, listing, owner));
  await sendDueNotices(db, jobs, 'expired_mailed_for', (listing, owner) => expiredEmail(site, listing, owner));
}

const WEEK = sql`make_interval(days => ${sql.lit(NOTICE_DAYS)})`;

/** By the column that holds the end that an owner was written to about: the column of that end, and when it is due. */
const NOTICES = {
  paid_ending_mailed_for: { end: 'paid_until', due: sql`paid_until > now() and paid_until <= now() + ${WEEK}` },
  expiring_mailed_for: { end: 'expires_at', due: sql`expires_at > now() and expires_at <= now() + ${WEEK}` },
  expired_mailed_for: { end: 'expires_at', due: sql`expires_at > now() - ${WEEK} and expires_at <= now()` },
};
type NoticeColumn = keyof typeof NOTICES;

async function sendDueNotices(
  db: Kysely<DB>,
  jobs: NoticeDeps['jobs'],
  column: NoticeColumn,
  toEmail: (listing: ExpiringListing, owner: EmailRecipient) => Email,
) {
  let marked: number;
  do {
    marked = await db.transaction().execute(async (trx) => {
      const { rows } = await markDueQuery(column).execute(trx);
      for (const { email, email_confirmed_at, ...listing } of rows) {
        if (email !== null) await jobs.enqueueEmail(trx, toEmail(listing, { email, email_confirmed_at }));
      }
      return rows.length;
    });
  } while (marked === BATCH);
}

/**
 * Marks a batch of what is due, in the words of the indexes `listings_paid_ending`, `listings_expiring` and
 * `listings_expired`; answers it with the owners.
 */
export function markDueQuery(column: NoticeColumn) {
  const end = sql.ref(NOTICES[column].end);
  return sql<ExpiringListing & Owner>`
    with due as materialized (
      select id from listings
      where ${NOTICES[column].due} and status in ('active', 'paused') and not owner_suspended and owner_id is not null
        and ${sql.ref(column)} is distinct from ${end}
      order by ${end}
      limit ${sql.lit(BATCH)}
      for update skip locked
    )
    update listings l set ${sql.ref(column)} = l.${end}
    from due, accounts a
    where l.id = due.id and a.id = l.owner_id
    returning l.id, l.title, l.level, l.expires_at, l.paid_until, a.email, a.email_confirmed_at`;
}
