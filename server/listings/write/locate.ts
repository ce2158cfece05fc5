import { isNearCity, placeAt } from '#server/places/city-outlines.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import type { Point } from '#server/places/points.ts';

/** The columns of the exact point of a listing. */
export interface PointColumns {
  lat: number | null;
  lng: number | null;
  point_source: 'import' | 'geocoder' | 'owner' | null;
}

/** Until the address is geocoded or the owner sets a pin, the point is the middle of the ZIP code. */
export const UNKNOWN_POINT: PointColumns = { lat: null, lng: null, point_source: null };

interface Classification {
  place_id: number | null;
  county_id: number;
}

/** What a geocoder estimates from the numbers next to an address is off by up to about this. */
const GEOCODER_TOLERANCE_METERS = 150;

/**
 * The place and county of a listing with an exact point. A geocoder's point just outside of the typed city does not move the
 * listing to the next one. See docs/decisions/0065-cities-and-neighborhoods.md.
 * @param named by the typed city and ZIP code
 */
export function locateAt(
  gazetteer: Gazetteer,
  { source, ...point }: Point & { source: PointColumns['point_source'] },
  named: Classification,
): Classification {
  const before = named.place_id === null ? null : (gazetteer.places.byId.get(named.place_id) ?? null);
  if (source === 'geocoder' && before && isNearCity(gazetteer, point, before, GEOCODER_TOLERANCE_METERS)) return named;
  const place = placeAt(gazetteer, point, before);
  return place === before ? named : { place_id: place?.id ?? null, county_id: place?.county.id ?? named.county_id };
}

/** The columns of a listing with an exact point, which also decides its place and county. */
export function setPoint<Columns extends Classification & PointColumns>(
  gazetteer: Gazetteer,
  columns: Columns,
  { lat, lng, source }: Point & { source: PointColumns['point_source'] },
): Columns {
  const point = { lat: toDecimals(lat), lng: toDecimals(lng) };
  return { ...columns, ...locateAt(gazetteer, { ...point, source }, columns), ...point, point_source: source };
}

// Six decimals are four inches.
const toDecimals = (degrees: number) => Number(degrees.toFixed(6));
