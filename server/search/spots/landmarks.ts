import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { slugify } from '#server/places/places.ts';

/**
 * A well-known spot that searches are near to (an airport, a university, a stadium), or a region of many cities. It has no page and no
 * listings of its own.
 */
interface Landmark {
  name: string;
  slug: string;
  /** Its names, the first one being `name`. */
  names: string[];
  /** Empty outside of all cities. */
  city: string;
  lat: number;
  lng: number;
  /** Of a region, how far it reaches from the middle. */
  radiusMiles?: number;
}

/** The landmarks of `data/socal_landmarks.csv` and the regions of `data/socal_regions.csv` by slug. */
export const landmarks: ReadonlyMap<string, Landmark> = new Map(
  ['socal_landmarks.csv', 'socal_regions.csv'].flatMap(readLandmarks).map((landmark) => [landmark.slug, landmark]),
);

function readLandmarks(file: string): Landmark[] {
  const rows: Record<string, string>[] = parse(readFileSync(new URL(file, DATA_FOLDER)), {
    columns: true,
    bom: true,
    trim: true,
  });
  return rows.map(({ name = '', other_names = '', city = '', lat, lng, radius_miles }) => ({
    name,
    slug: slugify(name),
    names: [name, ...other_names.split(';').filter(Boolean)],
    city,
    lat: Number(lat),
    lng: Number(lng),
    ...(radius_miles && { radiusMiles: Number(radius_miles) }),
  }));
}
