import { type Kysely, sql } from 'kysely';
import { lockImport } from '#server/import/runs/lock.ts';
import { deleteListingPhotos } from '#server/photos/photos.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { cancelOsmPlaces } from './osm-places.ts';
import { recordSeedState } from './samples.ts';

/**
 * Removes the listings of `loadSamples` that no account has claimed and no import has found again, and their pictures. They are
 * not loaded again.
 * @returns the numbers of removed open-data and fictional listings
 */
export async function removeSamples(db: Kysely<DB>): Promise<{ openData: number; samples: number }> {
  return db.transaction().execute(async (trx) => {
    await cancelOsmPlaces(trx);
    await lockImport(trx);
    const samples = await trx.selectFrom('listings').select('id').where('origin', '=', 'sample').execute();
    await deleteListingPhotos(
      trx,
      samples.map(({ id }) => id),
    );
    // A row of an import that was merged into a listing of the samples would be lost with it.
    await sql`
      update listings set origin = 'import' where origin = 'open-data' and owner_id is null
        and exists (select from merged_rows where listing_id = listings.id and merged_rows.origin = 'import')`.execute(
      trx,
    );
    const { rows } = await sql<{ origin: string; count: number }>`
      with removed as (
        delete from listings where origin in ('open-data', 'sample') and owner_id is null returning origin
      ) select origin, count(*)::int as count from removed group by origin`.execute(trx);
    await recordSeedState(trx, 'removed');
    const countByOrigin = (origin: string) => rows.find((row) => row.origin === origin)?.count ?? 0;
    return { openData: countByOrigin('open-data'), samples: countByOrigin('sample') };
  });
}
