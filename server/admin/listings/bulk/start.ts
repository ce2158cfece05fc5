import { type Kysely, sql } from 'kysely';
import {
  type BulkActionKind,
  type BulkJobResult,
  type bulkJobSchema,
  MAX_BULK_JOB_LISTINGS,
} from '#contract/admin/bulk-actions.ts';
import { t } from '#contract/i18n/t.ts';
import type { z } from '#contract/zod.ts';
import { STATE } from '#server/admin/listings/conditions.ts';
import { findListingIds } from '#server/admin/listings/find-ids.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import type { BulkOrder } from './kinds.ts';
import type { BulkQueue } from './queue.ts';
import { insertAction } from './run.ts';

/** A bulk action of many listings as it was asked for. */
interface BulkJobOrder extends BulkOrder {
  kind: BulkActionKind;
  selection: z.infer<typeof bulkJobSchema>['selection'];
  dryRun: boolean;
}

/**
 * Begins a bulk action, which a job carries out. The listings of a filter are those that it finds now. Deleted ones are left out: nothing can
 * be done with them.
 * @throws {Invalid} when the filter finds more than an action can have
 * @throws {Conflict} when it finds none
 */
export async function startBulkJob(
  db: Kysely<DB>,
  deps: { gazetteer: ReferenceData; bulkQueue: BulkQueue },
  { kind, selection, dryRun, ...order }: BulkJobOrder,
): Promise<BulkJobResult> {
  const selected = await findSelected(db, deps.gazetteer, selection);
  const { deleted, ...counts } = await countStates(db, selected);
  const ids = selected.filter((id) => !deleted.has(id));
  if (dryRun) return { actionId: null, ...counts };
  if (counts.chosen === 0) throw new Conflict(t('No listings match.'));
  const actionId = await db.transaction().execute(async (trx) => {
    const id = await insertAction(trx, kind, ids.length, order, ids);
    await deps.bulkQueue.add(trx, { actionId: id, isUndo: false, by: order.by, language: getLanguage() });
    return id;
  });
  return { actionId, ...counts };
}

async function findSelected(
  db: Kysely<DB>,
  gazetteer: ReferenceData,
  selection: BulkJobOrder['selection'],
): Promise<number[]> {
  if ('ids' in selection) return selection.ids;
  const { ids, isMore } = await findListingIds(db, gazetteer, selection.filter);
  if (isMore)
    throw new Invalid(t('More than {max, number} listings match. Narrow the filters.', { max: MAX_BULK_JOB_LISTINGS }));
  const except = new Set(selection.except);
  return ids.filter((id) => !except.has(id));
}

async function countStates(db: Kysely<DB>, ids: number[]) {
  const { rows } = await sql<BulkJobResult['states'][number] & { owned: number; paid: number; ids: number[] | null }>`
    select ${STATE} as state, count(*)::int as count, count(l.owner_id)::int as owned,
      (count(*) filter (where l.level <> 'free' and l.paid_until > now()))::int as paid,
      array_agg(l.id) filter (where l.status = 'deleted') as ids
    from listings l where l.id = any(${ids}::bigint[]) group by 1 order by 2 desc, 1`.execute(db);
  const deleted = new Set(rows.flatMap(({ ids }) => ids ?? []));
  const changeable = rows.filter(({ state }) => state !== 'deleted');
  const sum = (name: 'count' | 'owned' | 'paid') => changeable.reduce((total, row) => total + row[name], 0);
  return {
    deleted,
    chosen: sum('count'),
    states: rows.map(({ state, count }) => ({ state, count })),
    owned: sum('owned'),
    paid: sum('paid'),
  };
}
