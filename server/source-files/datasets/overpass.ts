import type { Feature } from './nested-record.ts';

type Position = { lat: number; lon: number };

/** An element of OpenStreetMap as Overpass answers it (https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL, out json). */
interface OverpassElement extends Partial<Position> {
  type: 'node' | 'way' | 'relation';
  id: number;
  tags?: Record<string, unknown>;
  timestamp?: string;
  /** With `out center`, `out bb` and `out geom`. */
  center?: Position;
  bounds?: { minlat: number; minlon: number; maxlat: number; maxlon: number };
  geometry?: (Position | null)[];
}

export const isOverpassElement = (value: unknown): value is OverpassElement => {
  const { type, id } = (value ?? {}) as Partial<OverpassElement>;
  return typeof id === 'number' && (type === 'node' || type === 'way' || type === 'relation');
};

/** An element as a feature of GeoJSON with the attributes that other exports write. */
export function toFeature(element: OverpassElement): Feature {
  const { type, id, tags = {}, timestamp } = element;
  return {
    geometry: { coordinates: getPosition(element) },
    properties: { ...tags, '@type': type, '@id': id, ...(timestamp && { '@timestamp': timestamp }) },
  };
}

function getPosition({ lat, lon, center, bounds, geometry }: OverpassElement): unknown[] | undefined {
  if (lat !== undefined) return [lon, lat];
  if (center) return [center.lon, center.lat];
  if (bounds) return [(bounds.minlon + bounds.maxlon) / 2, (bounds.minlat + bounds.maxlat) / 2];
  return geometry?.flatMap((position) => (position ? [[position.lon, position.lat]] : []));
}
