import { type Kysely, sql } from 'kysely';
import type { UndoPreview } from '#contract/imports/imports.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** What `undoImport` would do now: it decides the same for each listing (`isUntouched`). Of a large import it takes seconds. */
export function previewUndo(db: Kysely<DB>, id: number): Promise<UndoPreview> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx);
    const { rows } = await sql<{ outcome: keyof UndoPreview['kept'] | 'removed' | 'restored'; listings: number }>`
      select outcome, count(*)::int as listings
      from import_listings i left join listings l on l.id = i.listing_id
      cross join lateral (select case
        when l.id is null then 'gone'
        when l.owner_id is not null or exists (
          select from claims c where c.listing_id = l.id and c.status in ('mailed', 'waiting')) then 'claimed'
        when l.version <> i.version then 'edited'
        when exists (select from saved_listings s where s.listing_id = l.id) then 'saved'
        when exists (select from import_listings later
          where later.listing_id = l.id and later.action = 'updated' and later.import_id > i.import_id) then 'importedAgain'
        when i.action = 'added' then 'removed' else 'restored' end as outcome) o
      where i.import_id = ${id} and i.action <> 'seen'
      group by outcome`.execute(trx);
    const count = (outcome: (typeof rows)[number]['outcome']) =>
      rows.find((row) => row.outcome === outcome)?.listings ?? 0;
    return {
      removed: count('removed'),
      restored: count('restored'),
      kept: {
        claimed: count('claimed'),
        edited: count('edited'),
        saved: count('saved'),
        importedAgain: count('importedAgain'),
        gone: count('gone'),
      },
    };
  });
}
