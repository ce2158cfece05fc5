import { type Kysely, sql } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import type { AdminImport } from '#contract/imports.ts';
import { recordAuditEvent } from '../accounts/audit-log.ts';
import type { DB } from '../db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '../http/cursor.ts';
import { Conflict, NotFound } from '../http/errors.ts';
import type { ImportRecord } from '../import/runs/list.ts';

/** The imports, newest first. */
export async function listAdminImports(db: Kysely<DB>, query: ListQuery) {
  const [rows, { total }] = await Promise.all([
    importsQuery(db, query).execute(),
    db.selectFrom('imports').select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { imports: page.map(toAdminImport), cursor, total };
}

function importsQuery(db: Kysely<DB>, { cursor, limit }: ListQuery) {
  let query = db.selectFrom('imports').select(['id', 'file', 'state', 'position', 'started_at', 'summary']);
  if (cursor !== undefined) query = query.where('id', '<', parseCursor(cursor, idPosition).id);
  return query.orderBy('id', 'desc').limit(limit + 1);
}

type ImportRow = Awaited<ReturnType<ReturnType<typeof importsQuery>['executeTakeFirstOrThrow']>>;

function toAdminImport({ id, file, state, position, started_at, summary }: ImportRow): AdminImport {
  const {
    added = 0,
    updated = 0,
    merged = 0,
    skipped = 0,
    refresh,
    undo,
  } = summary as unknown as ImportRecord['summary'];
  return {
    ...{ id, file, state, startedAt: started_at.toISOString(), rows: position },
    ...{ added, updated, merged, skipped, marked: refresh?.marked ?? 0, undo: undo ?? null },
  };
}

/**
 * Records that the administrator undoes an import; `undoImport` does it.
 * @throws {NotFound} when there is no such import
 * @throws {Conflict} when it is undone
 */
export function beginUndo(db: Kysely<DB>, { id, by }: { id: number; by: number }): Promise<AdminImport> {
  return db.transaction().execute(async (trx) => {
    const run = await trx
      .updateTable('imports')
      .set({ state: 'undoing' })
      .where('id', '=', id)
      .where('state', '<>', 'undone')
      .returning(['id', 'file', 'state', 'position', 'started_at', 'summary'])
      .executeTakeFirst();
    if (!run) {
      const existing = await trx.selectFrom('imports').select('id').where('id', '=', id).executeTakeFirst();
      throw existing ? new Conflict('This import has already been undone.') : new NotFound('Import not found');
    }
    const reason = `Import ${id}: ${run.file}`;
    await recordAuditEvent(trx, { kind: 'import-undone', accountId: null, username: null, actorId: by, reason });
    return toAdminImport(run);
  });
}
