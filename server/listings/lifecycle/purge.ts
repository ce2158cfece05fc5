import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/schema.ts';
import { deleteListingPhotos } from '#server/photos/photos.ts';
import { UNDELETE_DAYS } from './states.ts';

const BATCH = 100;

/**
 * Removes listings that were deleted too long ago to be restored, with their pictures, claims, reports and metrics. An
 * open-data listing stays as a deleted row without an owner, so that the next import does not add it again.
 */
export async function purge(db: Kysely<DB>): Promise<void> {
  let purged: number;
  do {
    purged = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number; source: string | null }>`
        select id, source from listings
        where status = 'deleted' and (source is null or owner_id is not null)
          and deleted_at <= now() - make_interval(days => ${sql.lit(UNDELETE_DAYS)})
        order by deleted_at
        limit ${sql.lit(BATCH)}
        for update skip locked`.execute(trx);
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id);
      await deleteListingPhotos(trx, ids);
      await trx.deleteFrom('listings').where('id', 'in', ids).where('source', 'is', null).execute();
      await trx
        .updateTable('listings')
        .set({ owner_id: null, logo: null, photos: sql`'[]'` })
        .where('id', 'in', ids)
        .execute();
      return rows.length;
    });
  } while (purged === BATCH);
}
