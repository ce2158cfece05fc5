import { type Kysely, sql, type Transaction } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { Report, ReportInput } from '#contract/reports/reports.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { toMailboxKey } from '#server/platform/mail/mailbox.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';
import { reportRows, toReport } from './list-reports.ts';
import { reportHiddenEmail, reportKeptEmail } from './report-emails.ts';

const HOUR_SECONDS = 60 * 60;
const RETENTION_DAYS = 365;
// Of an account, or an email address: nobody gets more answers than that to reports of others.
const SENDER_RATE_LIMIT: RateLimit = { limit: 20, windowSeconds: 24 * HOUR_SECONDS };
const LISTING_IP_RATE_LIMIT: RateLimit = { limit: 1, windowSeconds: HOUR_SECONDS };

/** A report as a visitor sends it. */
interface SentReport extends ReportInput {
  listingId: number;
  /** Null for a visitor who is not signed in. */
  reporterId: number | null;
  /** The network address; counted for the rate limit, not stored. */
  address: string;
  /** Of the answer to a visitor who left an email address. */
  language: Language;
}

/**
 * Reports a listing to the administrator. A new report of the same account replaces its open report of the listing.
 * @throws {NotFound} when the listing is not public
 * @throws {TooManyRequests} after the reports from an address that the settings allow in an hour, one of the same listing without an account; or 20 of an
 *   account or with an email address in a day
 */
export async function createReport(
  db: Kysely<DB>,
  { listingId, reason, text, email, reporterId, address, language }: SentReport,
  { reportsPerHour }: Pick<SettingValues, 'reportsPerHour'>,
): Promise<void> {
  await consumeAddressRateLimit(db, 'report', address, { limit: reportsPerHour, windowSeconds: HOUR_SECONDS });
  if (reporterId === null) await consumeAddressRateLimit(db, `report:${listingId}`, address, LISTING_IP_RATE_LIMIT);
  const visitorEmail = (reporterId === null && email) || null;
  const sender = visitorEmail === null ? reporterId : toMailboxKey(visitorEmail);
  if (sender !== null) await consumeRateLimit(db, `report-by:${sender}`, SENDER_RATE_LIMIT);
  // The lock orders this with hiding the listing: either hiding closes this report too, or the report is refused.
  const { rows } = await sql`
    insert into reports (listing_id, reporter_id, reason, text, email, language)
    select id, ${reporterId}::bigint, ${reason}, ${text}, ${visitorEmail}, ${visitorEmail && language} from public_listings where id = ${listingId} for share
    on conflict (listing_id, reporter_id) where closed_at is null
      do update set reason = excluded.reason, text = excluded.text, created_at = excluded.created_at
    returning id`.execute(db);
  if (rows.length === 0) throw listingNotFound();
}

/**
 * Closes a report without changing its listing, and adds an entry to the audit log. Who reported it is emailed the
 * reason, at the confirmed address of the account or the one that was left.
 * @param by the administrator's account
 * @throws {NotFound} 'Report not found'
 * @throws {Conflict} when it is already closed
 */
export function closeReport(
  db: Kysely<DB>,
  { jobs, site }: NoticeDeps,
  { id, by, reason }: { id: number; by: number; reason: string },
): Promise<Report> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('reports')
      .set({ closed_at: sql`now()`, closed_by: by, outcome: 'kept' })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    const row = await reportRows(trx).where('reports.id', '=', id).executeTakeFirst();
    if (!row) throw new NotFound(t('Report not found'));
    if (numUpdatedRows === 0n) throw new Conflict(t('This report is already closed.'));
    const permit = await authorizeDecision(trx, {
      kind: 'report-closed',
      by,
      accounts: [row.reporter_id],
      listings: [row.listing_id],
    });
    const report = toReport(row);
    const [reporter] = await findReporters(trx, [row.id]);
    await recordDecision(trx, permit, {
      kind: 'report-closed',
      accountId: null,
      username: null,
      listingId: report.listing.id,
      before: { report: id, status: 'open' },
      after: { report: id, status: 'kept', ...(reporter && { recipients: 1 }) },
      reason: reason || undefined,
    });
    if (reporter) {
      const { email, language } = reporter;
      await jobs.enqueueEmail(
        trx,
        writeEmail(language, () => reportKeptEmail(site, email, { listing: report.listing, reason })),
      );
    }
    return { ...report, closeReason: reason || null, isReporterEmailed: reporter !== undefined };
  });
}

/** Who sent the reports and can be emailed, each once: accounts with a confirmed address, and visitors who left one. */
async function findReporters(trx: Transaction<DB>, ids: number[]) {
  const { rows } = await sql<{ email: string; language: Language }>`
    select distinct on (lower(email)) email, language from (
      select accounts.email, accounts.language from reports join accounts on accounts.id = reporter_id
      where reports.id = any(${ids}::bigint[]) and accounts.email is not null and email_confirmed_at is not null
      union all
      select email, language from reports where id = any(${ids}::bigint[]) and email is not null
    ) as reporters order by lower(email)`.execute(trx);
  return rows;
}

/**
 * Closes the reports of a listing that is being hidden. Who reported it is emailed the reason.
 * @returns how many are emailed
 */
export async function closeListingReports(
  trx: Transaction<DB>,
  { jobs, site }: NoticeDeps,
  { listing, by, reason }: { listing: { id: number; title: string }; by: number; reason: string },
): Promise<number> {
  const closed = await trx
    .updateTable('reports')
    .set({ closed_at: sql`now()`, closed_by: by, outcome: 'hidden' })
    .where('listing_id', '=', listing.id)
    .where('closed_at', 'is', null)
    .returning('id')
    .execute();
  const reporters = await findReporters(
    trx,
    closed.map(({ id }) => id),
  );
  await jobs.enqueueEmail(
    trx,
    reporters.map(({ email, language }) =>
      writeEmail(language, () => reportHiddenEmail(site, email, { listing, reason })),
    ),
  );
  return reporters.length;
}

/** Deletes reports a year after they were made, open or closed. Runs hourly. */
export async function deleteOldReports(db: Kysely<DB>): Promise<void> {
  await sql`delete from reports where created_at <= now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})`.execute(
    db,
  );
}

/**
 * The reports of an account, for its export and its deletion (`PersonalData`). The open ones remain for the administrator without
 * the account, until `deleteOldReports` deletes them.
 */
export const reportsPersonalData = {
  name: 'reports',
  export: (db: Kysely<DB>, accountId: number) =>
    db
      .selectFrom('reports')
      .select(['listing_id as listingId', 'reason', 'text', 'created_at as createdAt'])
      .where('reporter_id', '=', accountId)
      .orderBy('id', 'desc')
      .execute(),
  async erase(trx: Transaction<DB>, accountId: number) {
    await trx.deleteFrom('reports').where('reporter_id', '=', accountId).where('closed_at', 'is not', null).execute();
    // The foreign key sets the reporter of the others to null.
  },
};
