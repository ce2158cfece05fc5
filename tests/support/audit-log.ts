import { type Kysely, sql } from 'kysely';
import { beforeEach } from 'vitest';
import type { DB } from '#server/platform/db/schema.ts';

/** Tells the entries of the audit log that a test adds from earlier ones, which cannot be removed. Call it once in a file. */
export function trackAuditLog(db: Kysely<DB>) {
  let newest = 0;
  beforeEach(async () => {
    const { rows } = await sql<{ newest: number }>`select coalesce(max(id), 0) as newest from audit`.execute(db);
    newest = rows[0]?.newest ?? 0;
  });
  return {
    /** The entries that the test added, oldest first. */
    readNew: () => db.selectFrom('audit').selectAll().where('id', '>', newest).orderBy('id').execute(),
    /** Those of a list. */
    onlyNew: <Entry extends { id: number }>(entries: Entry[]): Entry[] => entries.filter(({ id }) => id > newest),
  };
}
