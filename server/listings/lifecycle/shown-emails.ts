import { type Kysely, sql } from 'kysely';
import type { ShownEmails } from '#contract/ownership/shown-emails.ts';
import type { EmailRecipient } from '#server/listings/emails.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import type { NoticeDeps } from './notices.ts';
import { shownEmailsEmail } from './shown-emails-email.ts';

const BATCH = 200;

// Listings from before emails became private show theirs until the owner chooses.
const isUndecided = sql`l.email_shown is null and l.email is not null and l.owner_id is not null`;

/** How many listings of an account show their email although nobody chose so. */
export async function countShownEmails(db: Kysely<DB>, ownerId: number): Promise<ShownEmails> {
  const { rows } = await sql<ShownEmails>`
    select count(*)::int as listings from listings l
    where l.owner_id = ${ownerId} and ${isUndecided} and l.status <> 'deleted'`.execute(db);
  return rows[0] ?? { listings: 0 };
}

/** Hides or goes on showing the emails of those listings. An edit that was begun before is refused, as after any other. */
export function chooseShownEmails(db: Kysely<DB>, ownerId: number, shown: boolean): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await describeChange(trx, { kind: 'edit', accountId: ownerId, role: 'owner' });
    await writeAndInvalidate(
      trx,
      sql`update listings l set email_shown = ${shown}, version = version + 1 where l.owner_id = ${ownerId} and ${isUndecided} returning l.*`,
    );
  });
}

/** Emails the owners of public listings of that kind, each once, however many processes run this. A daily task. */
export async function sendShownEmailNotices(db: Kysely<DB>, { jobs, site }: NoticeDeps): Promise<void> {
  let marked: number;
  do {
    marked = await db.transaction().execute(async (trx) => {
      const { rows } = await markOwnersQuery().execute(trx);
      for (const { email, email_confirmed_at, language } of rows) {
        if (email !== null)
          await jobs.enqueueEmail(
            trx,
            writeEmail(language, () => shownEmailsEmail(site, { email, email_confirmed_at })),
          );
      }
      return rows.length;
    });
  } while (marked === BATCH);
}

type Owner = Omit<EmailRecipient, 'email'> & { email: string | null; language: string };

/** Marks a batch of owners who were not emailed yet, and returns them. Exported for the test of its query plan. */
export const markOwnersQuery = () => sql<Owner>`
  with due as materialized (
    select a.id from accounts a
    where a.id in (select l.owner_id from listings l where ${isUndecided} and l.status = 'active' and not l.owner_suspended)
      and a.shown_email_mailed_at is null
    order by a.id limit ${sql.lit(BATCH)} for no key update of a skip locked
  )
  update accounts a set shown_email_mailed_at = now() from due where a.id = due.id
  returning a.email, a.email_confirmed_at, a.language`;
