import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { returnFacts, type TakenOver, unmerge } from '#server/import/matching/merge.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { queryClassified, toSurrogateKeys } from '#server/listings/write/write-and-invalidate.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { restoreMarks } from './closures.ts';
import { handOverToLaterImports, handOverToMergedRows } from './hand-over.ts';
import { withImportLock } from './lock.ts';
import { IMPORTED_COLUMNS } from './record.ts';
import { isTooOld, UNDO_DAYS } from './retention.ts';
import { type UndoOutcome, undoOutcome } from './undo-outcome.ts';

/** The result of undoing an import. */
export interface UndoSummary {
  /** The number of listings that the import had added. */
  removed: number;
  /** The number of listings that have their former facts again. */
  restored: number;
  /** Listings that stay: another import has them, or they were claimed, saved or edited meanwhile. */
  kept: number;
}

const BATCH = 500;

/**
 * Undoes an import, batch by batch; one that was cut off continues. A listing that was claimed, saved or edited since, or that another
 * import has, stays.
 * @throws {ImportError} when there is no such import, or it was undone, or ended more than 90 days ago
 */
export const undoImport = (db: Kysely<DB>, id: number): Promise<UndoSummary> =>
  withImportLock(db, (connection) => undoRun(connection, id));

async function undoRun(db: Kysely<DB>, id: number): Promise<UndoSummary> {
  const run = await db
    .updateTable('imports')
    .set({
      state: 'undoing',
      summary: sql`jsonb_build_object('undo', '{"removed":0,"restored":0,"kept":0}'::jsonb) || summary`,
    })
    .where('id', '=', id)
    .where('state', '<>', 'undone')
    .where(sql<boolean>`not ${isTooOld}`)
    .returning('summary')
    .executeTakeFirst();
  if (!run) throw new ImportError(await explainRefusal(db, id));
  const summary = (run.summary as unknown as { undo: UndoSummary }).undo;
  for (;;) {
    const isDone = await db.transaction().execute(async (trx) => {
      const ids = await takeBatch(trx, id);
      if (ids.length === 0) return true;
      const having = await readOutcomes(trx, id, ids);
      const handedOver = await handOverToMergedRows(trx, id, having('otherImport'));
      await handOverToLaterImports(trx, id, having('importedAgain'));
      const removed = await remove(trx, having('removed'));
      const restored = await restore(trx, id, having('restored'));
      const { changes } = await forget(trx, id, ids);
      summary.removed += removed.length;
      summary.restored += restored.length;
      summary.kept += changes - removed.length - restored.length;
      await trx
        .updateTable('imports')
        .set({ summary: sql`summary || ${JSON.stringify({ undo: summary })}::jsonb` })
        .where('id', '=', id)
        .execute();
      await invalidate(trx, [...handedOver, ...[...removed, ...restored].flatMap(toSurrogateKeys)]);
      return false;
    });
    if (isDone) break;
  }
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('merged_rows').where('import_id', '=', id).execute();
    await moveDatesBack(trx, id);
    const unmarked = await trx
      .deleteFrom('possible_closures')
      .where('import_id', '=', id)
      .returning('listing_id')
      .execute();
    await invalidate(
      trx,
      unmarked.map(({ listing_id }) => `listing:${listing_id}`),
    );
    await trx.updateTable('imports').set({ state: 'undone', undone_at: sql`now()` }).where('id', '=', id).execute();
  });
  return summary;
}

async function explainRefusal(db: Kysely<DB>, id: number) {
  const run = await db.selectFrom('imports').select('state').where('id', '=', id).executeTakeFirst();
  return run && run.state !== 'undone'
    ? t('Import {id} ended more than {days} days ago: it can no longer be undone.', { id, days: UNDO_DAYS })
    : t('There is no import {id} that can be undone.', { id });
}

/** The sources of a refresh are as old as before, unless a later one moved their dates on. */
async function moveDatesBack(trx: Transaction<DB>, id: number) {
  await sql`
    update sources s set date = former.date ->> 'from'
    from imports i cross join jsonb_each(i.former_dates) as former (name, date)
    where i.id = ${id} and s.name = former.name and s.date = former.date ->> 'to'`.execute(trx);
}

async function takeBatch(trx: Transaction<DB>, id: number) {
  const rows = await trx
    .selectFrom('import_listings')
    .select('listing_id')
    .where('import_id', '=', id)
    .orderBy('listing_id')
    .limit(BATCH)
    .execute();
  return rows.map(({ listing_id }) => listing_id);
}

/** The listings of a batch by what becomes of them. They are locked until the end of the transaction. */
async function readOutcomes(trx: Transaction<DB>, id: number, ids: number[]) {
  await sql`select from listings where id = any(${ids}::bigint[]) order by id for update`.execute(trx);
  const { rows } = await sql<{ id: number; outcome: UndoOutcome }>`
    select i.listing_id as id, ${undoOutcome} as outcome
    from import_listings i left join listings l on l.id = i.listing_id
    where i.import_id = ${id} and i.listing_id = any(${ids}::bigint[]) and i.action <> 'seen'`.execute(trx);
  return (outcome: UndoOutcome) => rows.filter((row) => row.outcome === outcome).map((row) => Number(row.id));
}

async function remove(trx: Transaction<DB>, ids: number[]) {
  if (ids.length === 0) return [];
  await endMerges(trx, ids);
  return queryClassified(trx, sql`delete from listings where id = any(${ids}::bigint[]) returning *`);
}

/** What was merged into one of these listings is live again; what one of them gave to another goes back. */
async function endMerges(trx: Transaction<DB>, ids: number[]) {
  const merges = await trx
    .selectFrom('listing_merges')
    .innerJoin('listings', 'listings.id', 'merged_id')
    .select(['merged_id', 'kept_id', 'taken'])
    .where('status', '=', 'deleted')
    .where(({ eb, or }) => or([eb('merged_id', 'in', ids), eb('kept_id', 'in', ids)]))
    .execute();
  for (const { merged_id, kept_id, taken } of merges) {
    if (!ids.includes(merged_id)) await unmerge(trx, [merged_id, kept_id]);
    else if (!ids.includes(kept_id)) await returnFacts(trx, kept_id, (taken as unknown as TakenOver).facts);
  }
}

async function restore(trx: Transaction<DB>, id: number, ids: number[]) {
  if (ids.length === 0) return [];
  const assignments = sql.raw(IMPORTED_COLUMNS.map((column) => `${column} = r.${column}`).join(', '));
  const former = await queryClassified(trx, sql`select * from listings where id = any(${ids}::bigint[]) order by id`);
  await describeChange(trx, { kind: 'import-undo' });
  const restored = await queryClassified(
    trx,
    sql`update listings l set ${assignments}, updated_at = now()
      from (select (jsonb_populate_record(o, i.before)).*
        from import_listings i join listings o on o.id = i.listing_id
        where i.import_id = ${id} and o.id = any(${ids}::bigint[])) as r
      where l.id = r.id returning l.*`,
  );
  await restoreMarks(trx, id, ids);
  await invalidate(trx, former.flatMap(toSurrogateKeys));
  return restored;
}

/** @returns the number of rows that were changes */
async function forget(trx: Transaction<DB>, id: number, ids: number[]) {
  const { rows } = await sql<{ changes: number }>`
    with forgotten as (
      delete from import_listings where import_id = ${id} and listing_id = any(${ids}::bigint[]) returning action
    ) select count(*) filter (where action <> 'seen')::int as changes from forgotten`.execute(trx);
  return rows[0] ?? { changes: 0 };
}
