import { slugify } from '#server/places/places.ts';
import { type CsvRecord, requireField } from './csv-records.ts';

/** A county and its location have the same id; 4 is the Coachella Valley, which is no county. */
export const COUNTIES = [
  { id: 1, name: 'Los Angeles', location: 'Los Angeles' },
  { id: 2, name: 'San Diego', location: 'San Diego' },
  { id: 3, name: 'Orange', location: 'Orange County' },
  { id: 5, name: 'Ventura', location: 'Ventura' },
  { id: 6, name: 'San Bernardino', location: 'San Bernardino' },
  { id: 7, name: 'Imperial', location: 'Imperial' },
  { id: 8, name: 'Kern', location: 'Kern' },
  { id: 9, name: 'Riverside', location: 'Riverside' },
] as const;

/** The location of the Coachella Valley. */
export const PALM_SPRINGS = { id: 4, name: 'Palm Springs', county: 'Riverside' } as const;

/**
 * The places of the Coachella Valley, from the San Gorgonio Pass to the Salton Sea: its nine cities, and the
 * communities of Riverside County's Western and Eastern Coachella Valley Area Plans.
 */
const COACHELLA_VALLEY = new Set([
  ...['Cathedral City', 'Coachella', 'Desert Hot Springs', 'Indian Wells', 'Indio', 'La Quinta', 'Palm Desert'],
  ...['Palm Springs', 'Rancho Mirage'],
  ...['Bermuda Dunes', 'Desert Edge', 'Garnet', 'Indio Hills', 'North Palm Springs', 'Sky Valley', 'Thousand Palms'],
  ...['Whitewater', 'Mecca', 'North Shore', 'Oasis', 'Thermal', 'Vista Santa Rosa'],
]);

/** The id of a county by its name. @throws {Error} for one that is not ours */
export function getCountyId(name: string) {
  const county = COUNTIES.find((candidate) => candidate.name === name);
  if (!county) throw new Error(`The gazetteer names an unknown county, '${name}'`);
  return county.id;
}

/** 'los-angeles-county' for 'Los Angeles'. */
export const toCountySlug = (name: string) => `${slugify(name)}-county`;

/** The location of a city. */
export const getLocationId = (county: string, city: string) =>
  county === PALM_SPRINGS.county && COACHELLA_VALLEY.has(city) ? PALM_SPRINGS.id : getCountyId(county);

/** The point of a county is the mean of its ZIP codes, which is near its population. */
export function toCounties(zips: CsvRecord[]) {
  return COUNTIES.map(({ id, name }) => {
    const countyZips = zips.filter((zip) => zip.county === name);
    const mean = (axis: string) => countyZips.reduce((sum, zip) => sum + Number(zip[axis]), 0) / countyZips.length;
    return {
      id,
      name,
      slug: toCountySlug(name),
      fips: requireField(countyZips[0] ?? {}, 'county_fips'),
      lat: mean('lat'),
      lng: mean('lng'),
    };
  });
}
