import { type Kysely, sql } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import type { AdminImport } from '#contract/imports/imports.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { ImportRecord } from '#server/import/runs/list.ts';
import { isImportIdle } from '#server/import/runs/lock.ts';
import { isTooOld, UNDO_DAYS } from '#server/import/runs/retention.ts';
import { listKeptReports } from '#server/import/uploads/files.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';

/**
 * The imports, newest first.
 * @param folder where reports are kept
 */
export async function listAdminImports(db: Kysely<DB>, folder: string, query: ListQuery) {
  const [rows, { total }, reports] = await Promise.all([
    importsQuery(db, query).execute(),
    db.selectFrom('imports').select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    listKeptReports(folder),
  ]);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { imports: page.map((row) => ({ ...toAdminImport(row), hasReport: reports.has(row.id) })), cursor, total };
}

const canUndo = sql<boolean>`(state <> 'undone' and not ${isTooOld})`;

function importsQuery(db: Kysely<DB>, { cursor, limit }: ListQuery) {
  let query = db
    .selectFrom('imports')
    .select(['id', 'file', 'state', 'position', 'started_at', 'summary', canUndo.as('can_undo')]);
  if (cursor !== undefined) query = query.where('id', '<', parseCursor(cursor, idPosition).id);
  return query.orderBy('id', 'desc').limit(limit + 1);
}

type ImportRow = Awaited<ReturnType<ReturnType<typeof importsQuery>['executeTakeFirstOrThrow']>>;

function toAdminImport({ id, file, state, position, started_at, summary, can_undo }: ImportRow) {
  const {
    added = 0,
    updated = 0,
    unchanged = 0,
    merged = 0,
    skipped = 0,
    closures = 0,
    refresh,
    undo,
  } = summary as unknown as ImportRecord['summary'];
  return {
    id,
    file,
    state,
    startedAt: started_at.toISOString(),
    rows: position,
    added,
    updated,
    unchanged,
    merged,
    skipped,
    marked: closures + (refresh?.marked ?? 0),
    undo: undo ?? null,
    canUndo: can_undo,
  };
}

/** @throws {NotFound} when there is no such import */
export async function requireImport(db: Kysely<DB>, id: number): Promise<Pick<AdminImport, 'state'>> {
  const found = await db.selectFrom('imports').select('state').where('id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound(t('Import not found'));
  return found;
}

/**
 * Records that the administrator undoes an import; `undoImport` does it.
 * @throws {NotFound} when there is no such import
 * @throws {Conflict} when it is undone or too old, or an import or another undo is running
 */
export function beginUndo(
  db: Kysely<DB>,
  { id, by }: { id: number; by: number },
): Promise<Omit<AdminImport, 'hasReport'>> {
  return db.transaction().execute(async (trx) => {
    if (!(await isImportIdle(trx))) {
      throw new Conflict(t('An import or an undo is running. Wait until it has ended, or cancel it.'));
    }
    const run = await trx
      .updateTable('imports')
      .set({ state: 'undoing' })
      .where('id', '=', id)
      .where(canUndo)
      .returning(['id', 'file', 'state', 'position', 'started_at', 'summary', canUndo.as('can_undo')])
      .executeTakeFirst();
    if (!run) {
      const { state } = await requireImport(trx, id);
      throw new Conflict(
        state === 'undone'
          ? t('This import has already been undone.')
          : t('This import ended more than {days} days ago: it can no longer be undone.', { days: UNDO_DAYS }),
      );
    }
    const reason = `Import ${id}: ${run.file}`;
    await recordAuditEvent(trx, { kind: 'import-undone', accountId: null, username: null, actorId: by, reason });
    return toAdminImport(run);
  });
}
