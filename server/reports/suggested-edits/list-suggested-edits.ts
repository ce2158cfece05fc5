import { type Kysely, sql } from 'kysely';
import type { ListingStatus } from '#contract/owner-listings.ts';
import type { SuggestedEditKind } from '#contract/reports/suggested-edit-kinds.ts';
import type { SuggestedEdit, SuggestedEditsQuery } from '#contract/reports/suggested-edits.ts';
import { isListedFor } from '#server/listings/members/access.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { toAccountRef } from '#server/reports/list-reports.ts';
import { countIndependent } from './independence.ts';
import { toSuggestedColumns } from './suggested-columns.ts';

/** Who decides: the owner of the listing or a manager in the owner's place, or the administrator about any. */
export interface Decider {
  accountId: number;
  role: 'owner' | 'administrator';
}

/** A suggestion with the accounts of who made it, which responses do not name. */
export type ListedEdit = SuggestedEdit & { accounts: (number | null)[] };

/** One page of suggested edits. */
export interface SuggestedEditList {
  edits: ListedEdit[];
  /** The position of the next page; null on the last one. */
  cursor: string | null;
  /** The number on all pages. */
  total: number;
}

/**
 * The open suggestions, the newest first, those of one kind and value for a listing together: of the listings that the owner or manager may
 * change, or of all.
 * @throws {Invalid} for a malformed cursor
 */
export async function listSuggestedEdits(
  db: Kysely<DB>,
  decider: Decider,
  query: SuggestedEditsQuery,
): Promise<SuggestedEditList> {
  const [{ rows }, { rows: totals }] = await Promise.all([
    suggestedEditsQuery(decider, query).execute(db),
    suggestedEditsTotalQuery(decider).execute(db),
  ]);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { edits: page.map(toSuggestedEdit), cursor, total: totals[0]?.total ?? 0 };
}

interface SuggestedEditRow {
  id: number;
  kind: SuggestedEditKind;
  value: string;
  listing_id: number;
  title: string;
  status: ListingStatus;
  phone: string | null;
  website: string | null;
  address: string | null;
  owner_id: number | null;
  owner_username: string | null;
  networks: (string | null)[];
  accounts: (number | null)[];
  times: Date[];
}

/** The newest suggestion of each kind and value is the one that none follows. */
const isNewest = sql`e.decided_at is null and e.kind <> 'confirmed' and not exists (
  select from suggested_edits later
  where later.listing_id = e.listing_id and later.decided_at is null and later.kind = e.kind and later.value = e.value
    and later.id > e.id)`;

/** The condition of the listings `l` that the decider may change. */
export const ofDecider = ({ accountId, role }: Decider) =>
  role === 'administrator' ? sql`` : sql`and ${isListedFor(accountId, 'edit', 'l')} and l.status <> 'deleted'`;

/** One page of them plus one row. Exported for the test of its query plan. */
export const suggestedEditsQuery = (decider: Decider, { cursor, limit }: SuggestedEditsQuery) => sql<SuggestedEditRow>`
  select e.id, e.kind, e.value, e.listing_id, l.title, l.status, l.phone, l.website, l.address,
    owner.id as owner_id, owner.username as owner_username, same.*
  from suggested_edits e
  join listings l on l.id = e.listing_id
  left join accounts owner on owner.id = l.owner_id
  cross join lateral (
    select array_agg(network::text) as networks, array_agg(account_id) as accounts, array_agg(created_at) as times
    from (
      select network, account_id, created_at from suggested_edits s
      where s.listing_id = e.listing_id and s.decided_at is null and s.kind = e.kind and s.value = e.value
      order by created_at limit 1000
    ) as of_kind
  ) as same
  where ${isNewest} ${ofDecider(decider)}
    ${cursor === undefined ? sql`` : sql`and e.id < ${parseCursor(cursor, idPosition).id}`}
  order by e.id desc limit ${limit + 1}`;

/** Their number on all pages. Exported for the same test. */
export const suggestedEditsTotalQuery = (decider: Decider) => sql<{ total: number }>`
  select count(*)::int as total from suggested_edits e join listings l on l.id = e.listing_id
  where ${isNewest} ${ofDecider(decider)}`;

const toSuggestedEdit = ({ networks, accounts, times, ...row }: SuggestedEditRow): ListedEdit => {
  const current = row.kind === 'phone' || row.kind === 'website' || row.kind === 'address' ? row[row.kind] : null;
  const traces = times.map((at, i) => ({ at, network: networks[i] ?? null, accountId: accounts[i] ?? null }));
  return {
    id: row.id,
    kind: row.kind,
    value: row.value,
    changesListing: toSuggestedColumns(row.kind, row.value) !== null,
    listing: {
      id: row.listing_id,
      title: row.title,
      status: row.status,
      owner: toAccountRef(row.owner_id, row.owner_username),
      current: current ?? '',
    },
    visitors: traces.length,
    independent: countIndependent(traces),
    firstAt: (times[0] as Date).toISOString(),
    lastAt: (times.at(-1) as Date).toISOString(),
    accounts,
  };
};
