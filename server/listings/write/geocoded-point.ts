import { type Kysely, sql } from 'kysely';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { Point } from '#server/places/points.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { locateAt } from './locate.ts';
import { writeAndInvalidate } from './write-and-invalidate.ts';

/**
 * Sets the point that a geocoder found for a listing, and the city that has it. A listing whose address has changed since, or
 * that has an exact point by now, stays as it is.
 */
export function setGeocodedPoint(
  { db, gazetteer }: { db: Kysely<DB>; gazetteer: Gazetteer },
  { id, address, zip }: { id: number; address: string; zip: string },
  point: Point,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const [before] = await writeAndInvalidate(
      trx,
      sql`select * from listings where id = ${id} and address = ${address} and zip = ${zip} and lat is null for update`,
    );
    if (!before) return;
    const { place_id, county_id } = locateAt(gazetteer, point, before);
    await writeAndInvalidate(
      trx,
      sql`update listings set lat = ${point.lat}, lng = ${point.lng}, point_source = 'geocoder',
        place_id = ${place_id}, county_id = ${county_id} where id = ${id} returning *`,
    );
  });
}
