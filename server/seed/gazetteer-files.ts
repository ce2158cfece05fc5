import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { nameKey, slugOf } from '../places/names.ts';

// Goes up when the same files would make different rows.
const RULES_VERSION = 1;

// A county and the location that covers it share their id; 4 is the Coachella Valley, which is no county.
const COUNTIES = [
  { id: 1, name: 'Los Angeles', location: 'Los Angeles' },
  { id: 2, name: 'San Diego', location: 'San Diego' },
  { id: 3, name: 'Orange', location: 'Orange County' },
  { id: 5, name: 'Ventura', location: 'Ventura' },
  { id: 6, name: 'San Bernardino', location: 'San Bernardino' },
  { id: 7, name: 'Imperial', location: 'Imperial' },
  { id: 8, name: 'Kern', location: 'Kern' },
  { id: 9, name: 'Riverside', location: 'Riverside' },
] as const;

const PALM_SPRINGS = { id: 4, name: 'Palm Springs', county: 'Riverside' } as const;

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

// In this order a place keeps a name that it shares: the more settled first.
const KINDS = ['city', 'town', 'community', 'neighborhood', 'post-office'];

/**
 * Reads the gazetteer and the categories from the files in `data/` into rows as the tables hold them.
 * `version` changes whenever the rows may.
 */
export async function readGazetteer(folder: URL) {
  const [places, zips, categories] = await Promise.all(
    ['socal_places.csv', 'socal_zips.csv', 'categories.csv'].map((name) => readFile(new URL(name, folder))),
  );
  const placeRows = placesOf(records(places));
  const zipRecords = records(zips);
  return {
    version: [places, zips, categories]
      .reduce(
        (hash, file) =>
          hash.update(
            createHash('sha256')
              .update(file ?? '')
              .digest(),
          ),
        createHash('sha256'),
      )
      .update(String(RULES_VERSION))
      .digest('hex'),
    counties: countiesOf(zipRecords),
    locations: [
      ...COUNTIES.map(({ id, location }) => ({ id, name: location, slug: slugOf(location), county_id: id })),
      {
        id: PALM_SPRINGS.id,
        name: PALM_SPRINGS.name,
        slug: slugOf(PALM_SPRINGS.name),
        county_id: countyId(PALM_SPRINGS.county),
      },
    ],
    places: placeRows,
    zipCodes: zipCodesOf(zipRecords, placeRows),
    categories: categoriesOf(records(categories)),
  };
}

type CsvRecord = Record<string, string>;

const records = (file: Buffer | undefined): CsvRecord[] => parse(file ?? '', { columns: true, bom: true, trim: true });

function field(record: CsvRecord, name: string) {
  const value = record[name];
  if (!value) throw new Error(`The gazetteer lacks '${name}' in ${JSON.stringify(record)}`);
  return value;
}

function countyId(name: string) {
  const county = COUNTIES.find((candidate) => candidate.name === name);
  if (!county) throw new Error(`The gazetteer names an unknown county, '${name}'`);
  return county.id;
}

const countySlug = (name: string) => `${slugOf(name)}-county`;

const locationId = (county: string, city: string) =>
  county === PALM_SPRINGS.county && COACHELLA_VALLEY.has(city) ? PALM_SPRINGS.id : countyId(county);

/** The point of a county is the middle of its ZIP codes: where its people are rather than where its desert is. */
function countiesOf(zips: CsvRecord[]) {
  return COUNTIES.map(({ id, name }) => {
    const own = zips.filter((zip) => zip.county === name);
    const middle = (axis: string) => own.reduce((sum, zip) => sum + Number(zip[axis]), 0) / own.length;
    return {
      id,
      name,
      slug: countySlug(name),
      fips: field(own[0] ?? {}, 'county_fips'),
      lat: middle('lat'),
      lng: middle('lng'),
    };
  });
}

function placesOf(records: CsvRecord[]) {
  const places = records.map((record) => {
    const name = field(record, 'name');
    const county = field(record, 'county');
    return {
      county,
      county_id: countyId(county),
      location_id: locationId(county, name),
      name,
      kind: record.type === 'postal' ? 'post-office' : field(record, 'type'),
      population: record.population ? Number(record.population) : null,
      lat: Number(field(record, 'lat')),
      lng: Number(field(record, 'lng')),
    };
  });
  const importance = (place: (typeof places)[number]) => KINDS.indexOf(place.kind) * 1e9 - (place.population ?? 0);
  const keepers = new Map<string, (typeof places)[number]>();
  for (const place of places) {
    const rival = keepers.get(slugOf(place.name));
    if (!rival || importance(place) < importance(rival)) keepers.set(slugOf(place.name), place);
  }
  return places.map(({ county, ...place }) => {
    const slug = slugOf(place.name);
    const keeper = keepers.get(slug);
    const keeps = keeper?.county_id === place.county_id && keeper.name === place.name;
    return { ...place, slug: keeps ? slug : `${slug}-${countySlug(county)}` };
  });
}

function zipCodesOf(zips: CsvRecord[], places: ReturnType<typeof placesOf>) {
  const slugs = new Map(places.map((place) => [`${place.county_id}|${nameKey(place.name)}`, place.slug]));
  return zips.map((record) => {
    const county = field(record, 'county');
    const city = field(record, 'city');
    const place = nameKey(city);
    return {
      zip: field(record, 'zip'),
      city,
      place_slug: slugs.get(`${countyId(county)}|${place}`) ?? null,
      county_id: countyId(county),
      location_id: locationId(county, city),
      lat: Number(field(record, 'lat')),
      lng: Number(field(record, 'lng')),
    };
  });
}

function categoriesOf(records: CsvRecord[]) {
  const icons = new Map(records.map((record) => [record.slug, record.icon]));
  return records.map((record, index) => ({
    slug: field(record, 'slug'),
    name: field(record, 'name'),
    icon: record.icon || icons.get(record.parent_slug) || 'folder',
    parent_slug: record.parent_slug || null,
    position: index + 1,
  }));
}
