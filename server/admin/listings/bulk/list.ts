import { type Kysely, type RawBuilder, sql } from 'kysely';
import { BULK_UNDO_DAYS, type BulkAction, type BulkActionKind } from '#contract/admin/bulk-actions.ts';
import type { ListQuery } from '#contract/api.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import { getCategoryName } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { toAccountRef } from '#server/reports/list-reports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const IS_RECENT = sql`a.at > now() - make_interval(days => ${sql.lit(BULK_UNDO_DAYS)})`;

/**
 * The bulk actions that can be undone, or were, newest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listBulkActions(
  db: Kysely<DB>,
  gazetteer: ReferenceData,
  query: ListQuery,
): Promise<{ actions: BulkAction[]; cursor: string | null; total: number }> {
  const [{ rows }, { rows: totals }] = await Promise.all([
    bulkActionsQuery(query).execute(db),
    sql<{ total: number }>`select count(*)::int as total from bulk_actions a where ${IS_RECENT}`.execute(db),
  ]);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { actions: page.map((row) => toBulkAction(gazetteer, row)), cursor, total: totals[0]?.total ?? 0 };
}

interface BulkActionRow {
  id: number;
  kind: BulkActionKind;
  at: Date;
  reason: string | null;
  category_id: number | null;
  place_id: number | null;
  chosen: number;
  undone_at: Date | null;
  account_id: number | null;
  username: string | null;
  changed: number;
  first: BulkAction['first'];
  undone: number;
  owned: number;
  left: BulkAction['left'];
  pending: number;
  refused: number;
  refusals: BulkAction['refusals'];
}

/** The most refusals that a list shows of an action. */
const SHOWN_REFUSALS = 100;

/** How many of the changed listings it names. */
const NAMED = 3;

/** One page of them plus one row. Exported for the test of its query plan. */
export const bulkActionsQuery = ({ cursor, limit }: ListQuery) =>
  selectActions(
    cursor === undefined ? sql`true` : sql`a.id < ${parseCursor(cursor, idPosition).id}`,
    sql`order by a.id desc limit ${limit + 1}`,
  );

/** One of them. @throws {NotFound} when there is no such action of the past 30 days */
export async function readBulkAction(db: Kysely<DB>, gazetteer: ReferenceData, id: number): Promise<BulkAction> {
  const { rows } = await selectActions(sql`a.id = ${id}`, sql``).execute(db);
  if (!rows[0]) throw bulkActionNotFound();
  return toBulkAction(gazetteer, rows[0]);
}

/** The error where there is no such action. */
export const bulkActionNotFound = () => new NotFound(t('There is no such bulk action of the past 30 days.'));

const selectActions = (where: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<BulkActionRow>`
  select a.id, a.kind, a.at, a.reason, a.category_id, a.place_id, a.chosen, a.undone_at, a.account_id, by.username,
    cardinality(a.pending) as pending, jsonb_array_length(a.refusals) as refused,
    jsonb_path_query_array(a.refusals, ${`$[0 to ${SHOWN_REFUSALS - 1}]`}::jsonpath) as refusals, count.changed, count.undone, count.owned, count."left",
    named.first
  from bulk_actions a
  left join accounts by on by.id = a.account_id
  cross join lateral (
    select count(*)::int as changed, (count(*) filter (where c.undone))::int as undone,
      (count(l.owner_id) filter (where c.undone is null))::int as owned,
      coalesce(json_agg(json_build_object('id', l.id, 'title', l.title, 'message', c.refusal) order by l.id)
        filter (where c.undone is false), '[]') as "left"
    from bulk_changes c join listings l on l.id = c.listing_id where c.action_id = a.id
  ) as count
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', l.id, 'title', l.title) order by l.id), '[]') as first
    from (select listing_id from bulk_changes where action_id = a.id order by listing_id limit ${sql.lit(NAMED)}) as c
    join listings l on l.id = c.listing_id
  ) as named
  where ${IS_RECENT} and ${where} ${order}`;

const toBulkAction = (gazetteer: ReferenceData, row: BulkActionRow): BulkAction => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  by: toAccountRef(row.account_id, row.username),
  reason: row.reason,
  target: findTargetName(gazetteer, row),
  chosen: row.chosen,
  changed: row.changed,
  first: row.first,
  undone: row.undone,
  owned: row.owned,
  undoneAt: row.undone_at?.toISOString() ?? null,
  undoableUntil: new Date(row.at.getTime() + BULK_UNDO_DAYS * DAY_MS).toISOString(),
  pending: row.pending,
  refused: row.refused,
  refusals: row.refusals.map((one) => ({ ...one, message: translateDefined(one.message) })),
  left: row.left.map((one) => ({ ...one, message: translateDefined(one.message) })),
});

function findTargetName({ categories, places }: ReferenceData, { category_id, place_id }: BulkActionRow) {
  const category = categories.byId.get(category_id ?? 0);
  return category ? getCategoryName(category) : (places.byId.get(place_id ?? 0)?.name ?? null);
}

/** Deletes bulk actions that can no longer be undone. Runs daily. */
export async function deleteOldBulkActions(db: Kysely<DB>): Promise<void> {
  await sql`delete from bulk_actions a where not (${IS_RECENT})`.execute(db);
}
