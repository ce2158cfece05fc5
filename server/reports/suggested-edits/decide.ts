import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { ListingStatus } from '#contract/owner-listings.ts';
import type { SuggestedEditKind } from '#contract/reports/suggested-edit-kinds.ts';
import type { SuggestedEdit, SuggestedEditsQuery } from '#contract/reports/suggested-edits.ts';
import { recordAuditEvent } from '../../accounts/audit-log.ts';
import type { DB } from '../../db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '../../http/cursor.ts';
import { NotFound } from '../../http/errors.ts';
import { markEditedFacts, toSourcedListing } from '../../listings/facts.ts';
import { isListedFor } from '../../listings/members/access.ts';
import { describeChange } from '../../listings/versions/describe-change.ts';
import { writeAndInvalidate } from '../../listings/write/write-and-invalidate.ts';
import { toAccountRef } from '../reports.ts';
import { countIndependent } from './independence.ts';
import { toSuggestedColumns } from './suggested-columns.ts';

/** Who decides: the owner of the listing or a manager in the owner's place, or the administrator about any. */
export interface Decider {
  accountId: number;
  role: 'owner' | 'administrator';
}

/** One page of suggested edits. */
export interface SuggestedEditList {
  edits: SuggestedEdit[];
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

const ofDecider = ({ accountId, role }: Decider) =>
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

const toSuggestedEdit = ({ networks, accounts, times, ...row }: SuggestedEditRow): SuggestedEdit => {
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
  };
};

/**
 * Accepts a suggestion and those of the same kind and value: a telephone number, website or address becomes the listing's, and
 * so do hours that are read whole; others and duplicates are only marked as done, because a person has to change them.
 * @throws {NotFound} when there is no such open suggestion, or the listing is not theirs to change
 */
export function acceptSuggestedEdit(db: Kysely<DB>, decider: Decider, id: number): Promise<void> {
  return decide(db, decider, { id, outcome: 'accepted' }, async (trx, { listingId, kind, value }) => {
    const columns = toSuggestedColumns(kind, value);
    if (!columns) return;
    const [before] = await writeAndInvalidate(trx, sql`select * from listings where id = ${listingId} for update`);
    if (!before) return;
    const isManager = decider.role === 'owner' && before.owner_id !== decider.accountId;
    await describeChange(trx, { kind: 'suggestion', ...decider, ...(isManager && { role: 'manager' }) });
    const by = { by: decider.role, date: new Date().toISOString().slice(0, 7) };
    const facts = JSON.stringify(markEditedFacts(toSourcedListing(before), columns, by));
    await trx
      .updateTable('listings')
      .set({
        ...columns,
        ...('hours' in columns && { hours: JSON.stringify(columns.hours) }),
        ...(before.source !== null && { facts }),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('id', '=', listingId)
      .execute();
  });
}

/**
 * Dismisses a suggestion and those of the same kind and value. A business that was reported closed is open.
 * @throws {NotFound} when there is no such open suggestion, or the listing is not theirs to change
 */
export function dismissSuggestedEdit(db: Kysely<DB>, decider: Decider, id: number): Promise<void> {
  return decide(db, decider, { id, outcome: 'dismissed' }, async (trx, { listingId, kind }) => {
    if (kind !== 'closed') return;
    await deleteReportedClosure(trx, listingId);
    await writeAndInvalidate(trx, sql`select * from listings where id = ${listingId}`);
  });
}

/** Accepts that a business is closed whose listing is being hidden. */
export async function acceptClosure(trx: Transaction<DB>, { listingId, by }: { listingId: number; by: number }) {
  await trx
    .updateTable('suggested_edits')
    .set({ decided_at: sql`now()`, decided_by: by, outcome: 'accepted' })
    .where('listing_id', '=', listingId)
    .where('kind', '=', 'closed')
    .where('decided_at', 'is', null)
    .execute();
  await deleteReportedClosure(trx, listingId);
}

const deleteReportedClosure = (trx: Transaction<DB>, listingId: number) =>
  trx.deleteFrom('possible_closures').where('listing_id', '=', listingId).where('reason', '=', 'reported').execute();

interface DecidedEdit {
  listingId: number;
  kind: SuggestedEditKind;
  value: string;
}

function decide(
  db: Kysely<DB>,
  decider: Decider,
  { id, outcome }: { id: number; outcome: 'accepted' | 'dismissed' },
  carryOut: (trx: Transaction<DB>, edit: DecidedEdit) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // The listing first, as hiding it does, which also decides on its suggestions: otherwise each could wait for the other.
    await sql`
      select from listings where id = (select listing_id from suggested_edits where id = ${id}) for no key update`.execute(
      trx,
    );
    const { rows } = await sql<DecidedEdit>`
      update suggested_edits s set decided_at = now(), decided_by = ${decider.accountId}, outcome = ${outcome}
      from suggested_edits e join listings l on l.id = e.listing_id
      where e.id = ${id} and e.kind <> 'confirmed' ${ofDecider(decider)}
        and s.listing_id = e.listing_id and s.decided_at is null and s.kind = e.kind and s.value = e.value
      returning s.listing_id as "listingId", s.kind, s.value`.execute(trx);
    const [edit] = rows;
    if (!edit) throw new NotFound(t('Suggestion not found'));
    await carryOut(trx, edit);
    if (decider.role === 'administrator') {
      const kind = outcome === 'accepted' ? 'edit-accepted' : 'edit-dismissed';
      const reason = `${edit.kind} ${edit.value}`.trim().slice(0, 1000);
      await recordAuditEvent(trx, {
        ...{ kind, accountId: null, username: null },
        ...{ actorId: decider.accountId, reason, listingId: edit.listingId },
      });
    }
  });
}

/** The suggestions of an account, for its export and its deletion (`PersonalData`). */
export const suggestedEditsPersonalData = {
  name: 'suggestedEdits',
  export: (db: Kysely<DB>, accountId: number) =>
    db
      .selectFrom('suggested_edits')
      .select(['listing_id as listingId', 'kind', 'value', 'created_at as createdAt'])
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc')
      .execute(),
  async erase(trx: Transaction<DB>, accountId: number) {
    await trx.deleteFrom('suggested_edits').where('account_id', '=', accountId).execute();
  },
};
