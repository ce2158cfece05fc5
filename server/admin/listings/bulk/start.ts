import type { Kysely } from 'kysely';
import {
  type BulkActionKind,
  type BulkJobResult,
  type bulkJobSchema,
  MAX_BULK_JOB_LISTINGS,
} from '#contract/admin/bulk-actions.ts';
import { t } from '#contract/i18n/t.ts';
import type { z } from '#contract/zod.ts';
import { findListingIds } from '#server/admin/listings/find-ids.ts';
import type { Gazetteer, ReferenceData } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import type { BulkOrder } from './kinds.ts';
import { previewBulkJob } from './preview.ts';
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
  deps: { gazetteer: Gazetteer; bulkQueue: BulkQueue },
  { kind, selection, dryRun, ...order }: BulkJobOrder,
): Promise<BulkJobResult> {
  const selected = await findSelected(db, deps.gazetteer, selection);
  const { ids, counts } = await previewBulkJob(db, deps.gazetteer, { ids: selected, kind, order });
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
