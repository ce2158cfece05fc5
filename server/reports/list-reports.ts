import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ListingStatus } from '#contract/owner-listings.ts';
import type { Report, ReportsQuery } from '#contract/reports/reports.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';

/** One page of reports. */
export interface ReportList {
  reports: Report[];
  /** The position of the next page; null on the last one. */
  cursor: string | null;
  /** The number of reports on all pages. */
  total: number;
}

/**
 * The open or the closed reports, newest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listReports(db: Kysely<DB>, query: ReportsQuery): Promise<ReportList> {
  const [rows, { total }] = await Promise.all([
    reportsQuery(db, query).execute(),
    reportsTotalQuery(db, query).executeTakeFirstOrThrow(),
  ]);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { reports: page.map(toReport), cursor, total };
}

/** One page of them plus one row. Exported for the test of its query plan. */
export function reportsQuery(db: Kysely<DB>, { open, cursor, limit }: ReportsQuery) {
  let query = reportRows(db).where('reports.closed_at', open ? 'is' : 'is not', null);
  if (cursor !== undefined) query = query.where('reports.id', '<', parseCursor(cursor, idPosition).id);
  return query.orderBy('reports.id', 'desc').limit(limit + 1);
}

/** Their number on all pages. Exported for the same test. */
export const reportsTotalQuery = (db: Kysely<DB>, { open }: Pick<ReportsQuery, 'open'>) =>
  db
    .selectFrom('reports')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('closed_at', open ? 'is' : 'is not', null);

const closing = <Value>(column: RawBuilder<unknown>) => sql<Value>`(
  select ${column} from audit a where a.listing_id = reports.listing_id and a.at = reports.closed_at
    and (a.kind in ('listing-hidden', 'listing-deleted') or a.kind = 'report-closed' and (a.after ->> 'report')::bigint = reports.id)
  order by a.id desc limit 1)`;

/** Reports with their listings and accounts. */
export const reportRows = (db: Kysely<DB>) =>
  db
    .selectFrom('reports')
    .innerJoin('listings', 'listings.id', 'reports.listing_id')
    .leftJoin('accounts as owners', 'owners.id', 'listings.owner_id')
    .leftJoin('accounts as reporters', 'reporters.id', 'reports.reporter_id')
    .select(['reports.id', 'reports.reason', 'reports.text', 'reports.created_at', 'reports.closed_at', 'outcome'])
    .select(sql<boolean>`reports.email is not null`.as('has_visitor_email'))
    .select(['listing_id', 'listings.title', 'listings.status'])
    .select(['owners.id as owner_id', 'owners.username as owner_username'])
    .select(['reporters.id as reporter_id', 'reporters.username as reporter_username'])
    // Its entry of the audit log was made in the transaction that closed it.
    .select([
      closing<string | null>(sql`a.reason`).as('close_reason'),
      sql<boolean>`coalesce(${closing(sql`a.after ? 'recipients'`)} and
        (reports.email is not null or reporters.email_confirmed_at <= reports.closed_at), false)`.as(
        'is_reporter_emailed',
      ),
    ])
    .select(
      sql<number>`(select count(*)::int from reports o where o.listing_id = listings.id and o.closed_at is null)`.as(
        'open_reports',
      ),
    );

type ReportRow = Awaited<ReturnType<ReturnType<typeof reportRows>['executeTakeFirstOrThrow']>>;

/** A report as the staff sees it. */
export const toReport = (row: ReportRow): Report => ({
  id: row.id,
  reason: row.reason,
  text: row.text,
  createdAt: row.created_at.toISOString(),
  reporter: toAccountRef(row.reporter_id, row.reporter_username),
  hasVisitorEmail: row.has_visitor_email,
  listing: {
    id: row.listing_id,
    title: row.title,
    // Samples cannot be reported.
    status: row.status as ListingStatus,
    owner: toAccountRef(row.owner_id, row.owner_username),
    openReports: row.open_reports,
  },
  closedAt: row.closed_at?.toISOString() ?? null,
  outcome: row.outcome,
  closeReason: row.close_reason,
  isReporterEmailed: row.is_reporter_emailed,
});

/** The account that was joined to a row; null if there is none. */
export const toAccountRef = (id: number | null, username: string | null) =>
  id === null || username === null ? null : { id, username };
