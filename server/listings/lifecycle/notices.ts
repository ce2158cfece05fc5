import { type Kysely, sql } from 'kysely';
import type { SiteInfo } from '#server/accounts/emails.ts';
import {
  type EmailRecipient,
  type ExpiringListing,
  expiredEmail,
  expiringEmail,
  paidTermEndingEmail,
} from '#server/listings/emails.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';

/** The dependencies of notices. */
export interface NoticeDeps {
  jobs: Pick<Jobs, 'enqueueEmail'>;
  site: SiteInfo;
}

/** The owner of a listing; an account without an email address gets no notices. */
type Owner = Omit<EmailRecipient, 'email'> & { email: string | null; language: string };

/** Owners are notified this many days before the end, and at most this many days after it. */
export const NOTICE_DAYS = 7;
/** Before the end of a free listing they are reminded again. */
const LAST_NOTICE_DAYS = 2;
const BATCH = 200;

/**
 * Enqueues emails to the owners of listings whose paid level ends within a week, that expire within a week, again within two days, and that
 * expired within the past week: one email of each kind for each end, even if several processes run this and some of them crash.
 */
export async function sendExpiryEmails(db: Kysely<DB>, { jobs, site }: NoticeDeps): Promise<void> {
  await sendDueNotices(db, jobs, 'paid_ending_mailed_for', (listing, owner) =>
    paidTermEndingEmail(site, listing, owner),
  );
  for (const column of ['expiring_mailed_for', 'ending_mailed_for'] as const)
    await sendDueNotices(db, jobs, column, (listing, owner, token) => expiringEmail(site, listing, owner, token));
  await sendDueNotices(db, jobs, 'expired_mailed_for', (listing, owner, token) =>
    expiredEmail(site, listing, owner, token),
  );
}

const WEEK = sql`make_interval(days => ${sql.lit(NOTICE_DAYS)})`;

/** By the column that records the end that the owner was notified of: the column of that end, and the condition of the notice. */
const NOTICES = {
  // A plan that renews has reminders of its own.
  paid_ending_mailed_for: {
    end: 'paid_until',
    due: sql`paid_until > now() and paid_until <= now() + ${WEEK} and not exists (
      select from auto_renewals r where r.listing_id = listings.id and r.ended_at is null)`,
  },
  expiring_mailed_for: { end: 'expires_at', due: sql`expires_at > now() and expires_at <= now() + ${WEEK}` },
  ending_mailed_for: {
    end: 'expires_at',
    due: sql`expires_at > now() and expires_at <= now() + make_interval(days => ${sql.lit(LAST_NOTICE_DAYS)})`,
  },
  expired_mailed_for: { end: 'expires_at', due: sql`expires_at > now() - ${WEEK} and expires_at <= now()` },
};
type NoticeColumn = keyof typeof NOTICES;

async function sendDueNotices(
  db: Kysely<DB>,
  jobs: NoticeDeps['jobs'],
  column: NoticeColumn,
  toEmail: (listing: ExpiringListing, owner: EmailRecipient, renewalToken: string) => Email,
) {
  let marked: number;
  do {
    marked = await db.transaction().execute(async (trx) => {
      const { rows } = await markDueQuery(column).execute(trx);
      for (const { email, email_confirmed_at, language, ...listing } of rows) {
        if (email === null) continue;
        const renewal = deferToken('renewal', listing.id);
        const written = writeEmail(language, () =>
          toEmail(listing, { email, email_confirmed_at }, renewal.placeholder),
        );
        const deferred = written.text.includes(renewal.placeholder) ? [renewal] : [];
        await jobs.enqueueEmail(trx, { ...written, deferred });
      }
      return rows.length;
    });
  } while (marked === BATCH);
}

/**
 * Marks a batch of due listings and returns them with their owners. The conditions match the partial indexes
 * `listings_paid_ending`, `listings_expiring`, `listings_ending` and `listings_expired`.
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
    returning l.id, l.title, l.business_name, l.level, l.expires_at, l.paid_until, a.email, a.email_confirmed_at, a.language`;
}
