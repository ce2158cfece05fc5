import type { Kysely, Selectable } from 'kysely';
import type { ImportSummary } from '#server/import/summary.ts';
import type { DB, Imports } from '#server/platform/db/schema.ts';
import type { UndoSummary } from './undo.ts';

/** An import that was begun, and whatever became of it. */
export type ImportRecord = Pick<Selectable<Imports>, 'id' | 'file' | 'state' | 'position' | 'started_at'> & {
  summary: Partial<ImportSummary> & { undo?: UndoSummary };
};

const MAX_IMPORTS = 50;

/** The newest imports, newest first. */
export async function listImports(db: Kysely<DB>): Promise<ImportRecord[]> {
  const rows = await db
    .selectFrom('imports')
    .select(['id', 'file', 'state', 'position', 'started_at', 'summary'])
    .orderBy('id', 'desc')
    .limit(MAX_IMPORTS)
    .execute();
  return rows.map((row) => ({ ...row, summary: row.summary as unknown as ImportRecord['summary'] }));
}

/** One line about an import. */
export function formatImport({ id, file, state, position, started_at, summary }: ImportRecord): string {
  const { added = 0, updated = 0, undo } = summary;
  const result = {
    running: `not finished, ${position} rows: the same command continues it`,
    finished: `${added} added, ${updated} updated`,
    undoing: 'being undone',
    undone: undo ? `undone: ${undo.removed} removed, ${undo.restored} restored, ${undo.kept} kept` : 'undone',
  }[state];
  return `${String(id).padStart(4)}  ${started_at.toISOString().slice(0, 16).replace('T', ' ')}  ${file}: ${result}`;
}

/** The result of undoing an import. */
export const formatUndo = (id: number, { removed, restored, kept }: UndoSummary): string =>
  `Import ${id} is undone: ${removed} listings removed, ${restored} restored` +
  `${kept > 0 ? `, ${kept} kept because another import has them, or they were claimed, saved or edited since` : ''}.`;
