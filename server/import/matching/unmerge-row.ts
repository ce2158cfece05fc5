import { type Kysely, sql, type Transaction } from 'kysely';
import { openPlaceMatcher } from '#server/import/import.ts';
import type { ImportedListing } from '#server/import/listing.ts';
import { lockImport } from '#server/import/runs/lock.ts';
import { readSourceDates } from '#server/import/source-dates.ts';
import { insertListings } from '#server/import/write.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { returnFacts } from './merge.ts';
import type { TakenFacts } from './take-facts.ts';

/**
 * Lists a row that an import merged into a listing, which loses the facts that it took over from it. Later imports find the row as a
 * listing of its own.
 * @param row.listingId the listing that it must be merged into; by default any
 * @param also what is done in the transaction
 * @returns the name of the row, and the id of the listing that it had been merged into
 * @throws {ImportError} when no such row was merged
 */
export async function unmergeRow(
  db: Kysely<DB>,
  { source, id, listingId }: { source: string; id: string; listingId?: number },
  also: (trx: Transaction<DB>) => Promise<void> = async () => {},
) {
  const { gazetteer } = await openPlaceMatcher(db);
  return db.transaction().execute(async (trx) => {
    await lockImport(trx);
    const row = await trx
      .deleteFrom('merged_rows')
      .where('source', '=', source)
      .where('source_id', '=', id)
      .$if(listingId !== undefined, (rows) => rows.where('listing_id', '=', listingId as number))
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new ImportError(`No row '${id}' of '${source}' was merged into a listing.`);
    // A row that an earlier release merged has no special hours.
    const draft = {
      special_hours: [] as ImportedListing['special_hours'],
      ...(row.draft as unknown as Partial<ImportedListing>),
    } as ImportedListing;
    await returnFacts(trx, row.listing_id, row.taken as unknown as TakenFacts);
    const dates = await readSourceDates(trx);
    const { keys } = await insertListings(trx, { gazetteer, dates }, row.origin, [draft]);
    await invalidate(trx, new Set(keys));
    await sql`
      insert into doubtful_pairs (listing_id, other_id, score, verdict, decided_at)
      select least(id, ${row.listing_id}), greatest(id, ${row.listing_id}), ${row.score}, 'different', now()
      from listings where source = ${source} and source_id = ${id}
      on conflict do nothing`.execute(trx);
    await also(trx);
    return { name: draft.business_name, listingId: row.listing_id };
  });
}
