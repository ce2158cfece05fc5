import { type Kysely, sql } from 'kysely';
import type { LicenseDoubt } from '#contract/admin/licenses.ts';
import type { ListQuery } from '#contract/api.ts';
import type { ListingStatus } from '#contract/owner-listings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { toAccountRef } from '#server/reports/list-reports.ts';

/** The listings whose license is in doubt or missing, newest first, with what the state's list has. */
export async function listLicenseDoubts(db: Kysely<DB>, query: ListQuery) {
  const [{ rows }, { rows: totals }] = await Promise.all([
    licenseDoubtsQuery(query).execute(db),
    licenseDoubtsTotalQuery.execute(db),
  ]);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { doubts: page.map(toDoubt), cursor, total: totals[0]?.count ?? 0 };
}

interface DoubtRow {
  id: number;
  title: string;
  status: ListingStatus;
  owner_id: number | null;
  owner_username: string | null;
  reason: LicenseDoubt['reason'];
  stated: string | null;
  listed: LicenseDoubt['listed'];
}

/** What waits: of listings that visitors see, or will see. */
export const isLicenseInDoubt = sql`license_check <> 'confirmed' and status in ('active', 'paused', 'waiting')`;

/** One page and one more row. Exported for the test of its query plan. */
export function licenseDoubtsQuery({ cursor, limit }: ListQuery) {
  const before = cursor === undefined ? sql`` : sql`and l.id < ${parseCursor(cursor, idPosition).id}`;
  return sql<DoubtRow>`
    select l.id, l.title, l.status, l.owner_id, a.username as owner_username, l.license_check as reason, l.license_number as stated,
      case when s.number is not null then json_build_object('number', s.number, 'name', s.business_name, 'classes', s.classes,
        'expiresOn', s.expires_on) end as listed
    from listings l left join accounts a on a.id = l.owner_id
    left join state_licenses s on s.number = substring(l.license_number from '[0-9]{4,8}')
    where ${isLicenseInDoubt} ${before}
    order by l.id desc limit ${limit + 1}`;
}

const licenseDoubtsTotalQuery = sql<{
  count: number;
}>`select count(*)::int as count from listings where ${isLicenseInDoubt}`;

const toDoubt = ({ id, title, status, owner_id, owner_username, reason, stated, listed }: DoubtRow): LicenseDoubt => ({
  id,
  listing: { id, title, status, owner: toAccountRef(owner_id, owner_username) },
  reason,
  stated,
  listed,
});
