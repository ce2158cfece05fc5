import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { slugify } from '#server/places/places.ts';

/** A well-known spot that searches are near to: an airport, a university, a stadium. It has no page and no listings of its own. */
interface Landmark {
  name: string;
  slug: string;
  /** Its names, the first one being `name`. */
  names: string[];
  /** Empty outside of all cities. */
  city: string;
  lat: number;
  lng: number;
}

/** The landmarks of `data/socal_landmarks.csv` by slug. */
export const landmarks: ReadonlyMap<string, Landmark> = new Map(
  readLandmarks().map((landmark) => [landmark.slug, landmark]),
);

function readLandmarks(): Landmark[] {
  const rows: Record<string, string>[] = parse(readFileSync(new URL('socal_landmarks.csv', DATA_FOLDER)), {
    columns: true,
    bom: true,
    trim: true,
  });
  return rows.map(({ name = '', other_names = '', city = '', lat, lng }) => ({
    name,
    slug: slugify(name),
    names: [name, ...other_names.split(';').filter(Boolean)],
    city,
    lat: Number(lat),
    lng: Number(lng),
  }));
}
