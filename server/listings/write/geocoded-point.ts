import { type Kysely, sql } from 'kysely';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { Point } from '#server/places/points.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { locateAt } from './locate.ts';
import { writeAndInvalidate } from './write-and-invalidate.ts';

interface GeocodedListing {
  id: number;
  address: string;
  zip: string;
}

/** Sets the point that a geocoder found for a listing. See `setGeocodedPoints`. */
export const setGeocodedPoint = (
  deps: { db: Kysely<DB>; gazetteer: Gazetteer },
  listing: GeocodedListing,
  point: Point,
): Promise<void> => setGeocodedPoints(deps, [{ listing, point }]);

/**
 * Sets the points that a geocoder found for listings, and the cities that have them. A listing whose address has changed since, or
 * that has an exact point by now, stays as it is.
 */
export async function setGeocodedPoints(
  { db, gazetteer }: { db: Kysely<DB>; gazetteer: Gazetteer },
  found: { listing: GeocodedListing; point: Point }[],
): Promise<void> {
  if (found.length === 0) return;
  const points = new Map(found.map(({ listing, point }) => [Number(listing.id), point]));
  const expected = found.map(({ listing: { id, address, zip } }) => ({ id, address, zip }));
  await db.transaction().execute(async (trx) => {
    const before = await writeAndInvalidate(
      trx,
      sql`
        select l.* from listings l
        join json_to_recordset(${JSON.stringify(expected)}::json) as t(id bigint, address text, zip text)
          on t.id = l.id and t.address = l.address and t.zip = l.zip
        where l.lat is null order by l.id for update of l`,
    );
    const rows = before.map((listing) => {
      const { lat, lng } = points.get(Number(listing.id)) as Point;
      const { place_id, county_id } = locateAt(gazetteer, { lat, lng, source: 'geocoder' }, listing);
      return { id: listing.id, lat, lng, place_id, county_id };
    });
    if (rows.length === 0) return;
    await writeAndInvalidate(
      trx,
      sql`
        update listings l set lat = t.lat, lng = t.lng, point_source = 'geocoder', place_id = t.place_id, county_id = t.county_id
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as t(id bigint, lat float8, lng float8, place_id integer, county_id smallint)
        where l.id = t.id returning l.*`,
    );
  });
}
