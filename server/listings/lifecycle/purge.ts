import { type Kysely, sql, type Transaction } from 'kysely';
import { LISTING_FIELDS, STORED_FIELD_NAMES } from '#contract/listing-fields/listing-fields.ts';
import { deleteListingPhotos } from '#server/photos/photos.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { UNDELETE_DAYS } from './states.ts';

const BATCH = 100;

/**
 * Removes listings that were deleted too long ago to be restored, with their pictures, claims, reports, versions and metrics. Of an
 * open-data listing a deleted row stays, so that the next import does not add it again, without the owner and all that was typed.
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
      await deleteOwnersData(trx, ids);
      return rows.length;
    });
  } while (purged === BATCH);
}

/** What stays is the business's number at the source, its ZIP code and its category. */
async function deleteOwnersData(trx: Transaction<DB>, ids: number[]) {
  await trx.deleteFrom('claims').where('listing_id', 'in', ids).execute();
  await trx.deleteFrom('reports').where('listing_id', 'in', ids).execute();
  await trx.deleteFrom('listing_versions').where('listing_id', 'in', ids).execute();
  await trx.deleteFrom('listing_objections').where('listing_id', 'in', ids).execute();
  await trx.deleteFrom('listings_before_owner').where('listing_id', 'in', ids).execute();
  await sql`
    update listings set ${sql.join(EMPTIED_COLUMNS.map((column) => sql`${sql.ref(column)} = default`))},
      title = ${REMOVED}, description = ${REMOVED}, business_name = ${REMOVED},
      city = coalesce((select zip_codes.city from zip_codes where zip_codes.zip = listings.zip), ${REMOVED}),
      deleted_from = case deleted_from when 'hidden' then hidden_from else deleted_from end,
      hidden_from = null, hidden_reason = null, hidden_at = null
    where id = any(${ids})`.execute(trx);
}

const REMOVED = 'Removed';
const REQUIRED_COLUMNS: string[] = ['title', 'description', 'business_name'];
const EMPTIED_COLUMNS = [
  ...STORED_FIELD_NAMES.map((name) => LISTING_FIELDS[name].column).filter(
    (column) => !REQUIRED_COLUMNS.includes(column),
  ),
  ...[
    'owner_id',
    'logo',
    'photos',
    'image_copy',
    'image_refused',
    'lat',
    'lng',
    'point_source',
    'post_key',
    'fingerprint',
    'facts',
  ],
];
