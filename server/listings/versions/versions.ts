import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { ListingVersion } from '#contract/admin/listing-versions.ts';
import { LISTING_FIELD_NAMES } from '#contract/listing-fields/listing-fields.ts';
import type { ListingFormValues } from '#contract/listing-form.ts';
import { toFormValues } from '#server/listings/read/owner-listing-page.ts';
import type { DB, Listings, ListingVersions } from '#server/platform/db/schema.ts';
import { toShownReason } from './composed-reasons.ts';

/** How long versions are stored, in days. Of a listing, a trigger removes all but the newest 50. */
const RETENTION_DAYS = 730;

/** A version as it is stored, with the name of the account. */
export type VersionRow = Selectable<ListingVersions> & { username: string | null };

/** The columns of a listing that a version changed. */
export type VersionColumns = { [Column in keyof Selectable<Listings>]?: unknown };

/** The versions of a listing, newest first. Exported for the test of its query plan. */
export const versionsQuery = (db: Kysely<DB>, listingId: number) =>
  db
    .selectFrom('listing_versions')
    .leftJoin('accounts', 'accounts.id', 'listing_versions.account_id')
    .selectAll('listing_versions')
    .select('accounts.username')
    .where('listing_id', '=', listingId)
    .orderBy('number', 'desc');

/** The number of the newest version of a listing, 0 if it was not changed since it was added: what an edit of the staff begins from. */
export async function findRevision(db: Kysely<DB>, listingId: number): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    select coalesce(max(number), 0) as revision from listing_versions where listing_id = ${listingId}`.execute(db);
  return rows[0]?.revision ?? 0;
}

type ListingRow = Parameters<typeof toFormValues>[0];

/**
 * What each version changed, as fields of the form.
 * @param listing as it is now
 * @param rows its versions, newest first and without gaps
 */
export function presentVersions(listing: ListingRow, rows: VersionRow[]): ListingVersion[] {
  let current = listing;
  return rows.map((row) => {
    const former = { ...current, ...(row.before as VersionColumns) } as ListingRow;
    const changes = diffForms(
      toFormValues(former),
      toFormValues({ ...former, ...(row.after as VersionColumns) } as ListingRow),
    );
    current = former;
    return {
      number: row.number,
      at: row.at.toISOString(),
      kind: row.kind,
      by: row.role === null && row.account_id === null ? null : { username: row.username, role: row.role },
      reason: row.reason && toShownReason(row.reason),
      ...changes,
    };
  });
}

/** The fields in which two forms differ, as they were and as they became. */
function diffForms(before: ListingFormValues, after: ListingFormValues): Pick<ListingVersion, 'before' | 'after'> {
  const changed = LISTING_FIELD_NAMES.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const pick = (form: ListingFormValues) => Object.fromEntries(changed.map((name) => [name, form[name]]));
  return { before: pick(before), after: pick(after) };
}

/** Deletes versions after two years, and decided objections after one. Runs daily. */
export async function deleteOldVersions(db: Kysely<DB>): Promise<void> {
  await sql`delete from listing_versions where at <= now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})`.execute(
    db,
  );
  await sql`delete from listing_objections where decided_at <= now() - interval '365 days'`.execute(db);
}
