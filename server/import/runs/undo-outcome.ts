import { sql } from 'kysely';
import type { UndoPreview } from '#contract/imports/imports.ts';
import { isListed } from './record.ts';

/** What the undo of an import does with a listing. Those of `kept` stay. */
export type UndoOutcome = 'removed' | 'restored' | keyof UndoPreview['kept'];

const isMergedBy = (importId: string) =>
  sql`exists (select from merged_rows m where m.listing_id = l.id and m.import_id = ${sql.ref(importId)})`;

/** The later imports that have the listing: one that changed nothing says only what its own row does. */
const later = sql`imports r join import_listings later on later.import_id = r.id and later.listing_id = l.id
  where r.id > i.import_id and ${isListed('later')} and (later.action <> 'seen' or i.action = 'added' or not ${isMergedBy('i.import_id')})`;

/**
 * The outcome, as SQL, for a row `i` of `import_listings` and its listing `l`, null where that is gone: a listing lives while any
 * import has it. See docs/product.md, Listings.
 */
export const undoOutcome = sql<UndoOutcome>`case
  when l.id is null then 'gone'
  when l.owner_id is not null or exists (
    select from claims c where c.listing_id = l.id and c.status in ('mailed', 'waiting')) then 'claimed'
  when l.version <> i.version then 'edited'
  when i.action = 'added'
    and exists (select from merged_rows m where m.listing_id = l.id and m.import_id is distinct from i.import_id)
    and not exists (select from ${later} and not ${isMergedBy('later.import_id')}) then 'otherImport'
  when exists (select from ${later}) then 'importedAgain'
  when exists (select from saved_listings s where s.listing_id = l.id) then 'saved'
  when i.action = 'added' then 'removed' else 'restored' end`;

/** The import, as SQL, that an import hands what it did to a listing over to: the next one whose own row it is. */
export const nextImport = sql<number>`(
  select r.id from ${later} order by ${isMergedBy('later.import_id')}, r.id limit 1)`;
