import { type Kysely, sql } from 'kysely';
import type { UndoPreview } from '#contract/imports/imports.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { type UndoOutcome, undoOutcome } from './undo-outcome.ts';

/** What `undoImport` would do now. Of a large import it takes seconds. */
export function previewUndo(db: Kysely<DB>, id: number): Promise<UndoPreview> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx);
    const { rows } = await sql<{ outcome: UndoOutcome; listings: number }>`
      select ${undoOutcome} as outcome, count(*)::int as listings
      from import_listings i left join listings l on l.id = i.listing_id
      where i.import_id = ${id} and i.action <> 'seen'
      group by outcome`.execute(trx);
    const count = (outcome: UndoOutcome) => rows.find((row) => row.outcome === outcome)?.listings ?? 0;
    return {
      removed: count('removed'),
      restored: count('restored'),
      kept: {
        claimed: count('claimed'),
        edited: count('edited'),
        saved: count('saved'),
        otherImport: count('otherImport'),
        importedAgain: count('importedAgain'),
        gone: count('gone'),
      },
    };
  });
}
