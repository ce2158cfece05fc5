import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { OTHER_LANGUAGES } from '#contract/i18n/languages.ts';
import type { CategoryNames } from '../places/gazetteer.ts';
import { slugify, toNameKey } from '../places/places.ts';

// Incremented when this code produces different rows from the same files.
const RULES_VERSION = 2;

// A county and its location have the same id; 4 is the Coachella Valley, which is no county.
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

// Where places share a name, the first in this order gets the plain slug.
const KINDS_BY_RANK = ['city', 'town', 'community', 'neighborhood', 'post-office'];

/**
 * Reads the gazetteer and the categories from the files in `data/` and the names of categories from `content/{language}/` into rows of the
 * tables. `version` changes with the files and with `RULES_VERSION`.
 */
export async function readGazetteer(folder: URL, content: URL) {
  const [places, zips, categories, sources, ...names] = await Promise.all(
    [
      ...['socal_places.csv', 'socal_zips.csv', 'categories.csv', 'sources.csv'].map((name) => new URL(name, folder)),
      ...OTHER_LANGUAGES.map((language) => new URL(`${language}/categories.csv`, content)),
    ].map((file) => readFile(file)),
  );
  const placeRows = toPlaces(parseCsv(places));
  const zipRecords = parseCsv(zips);
  return {
    version: [places, zips, categories, sources, ...names]
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
    counties: toCounties(zipRecords),
    locations: [
      ...COUNTIES.map(({ id, location }) => ({ id, name: location, slug: slugify(location), county_id: id })),
      {
        id: PALM_SPRINGS.id,
        name: PALM_SPRINGS.name,
        slug: slugify(PALM_SPRINGS.name),
        county_id: getCountyId(PALM_SPRINGS.county),
      },
    ],
    places: placeRows,
    zipCodes: toZipCodes(zipRecords, placeRows),
    categories: toCategories(parseCsv(categories), names.map(parseCsv)),
    sources: parseCsv(sources).map((record) => ({
      name: requireField(record, 'name'),
      title: requireField(record, 'title'),
      date: record.date || null,
      license: record.license || null,
      url: record.url || null,
    })),
  };
}

type CsvRecord = Record<string, string>;

const parseCsv = (file: Buffer | undefined): CsvRecord[] => parse(file ?? '', { columns: true, bom: true, trim: true });

function requireField(record: CsvRecord, name: string) {
  const value = record[name];
  if (!value) throw new Error(`The gazetteer lacks '${name}' in ${JSON.stringify(record)}`);
  return value;
}

function getCountyId(name: string) {
  const county = COUNTIES.find((candidate) => candidate.name === name);
  if (!county) throw new Error(`The gazetteer names an unknown county, '${name}'`);
  return county.id;
}

const toCountySlug = (name: string) => `${slugify(name)}-county`;

const getLocationId = (county: string, city: string) =>
  county === PALM_SPRINGS.county && COACHELLA_VALLEY.has(city) ? PALM_SPRINGS.id : getCountyId(county);

/** The point of a county is the mean of its ZIP codes, which is near its population. */
function toCounties(zips: CsvRecord[]) {
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

function toPlaces(records: CsvRecord[]) {
  const places = records.map((record) => {
    const name = requireField(record, 'name');
    const county = requireField(record, 'county');
    return {
      county,
      county_id: getCountyId(county),
      location_id: getLocationId(county, name),
      name,
      kind: record.type === 'postal' ? 'post-office' : requireField(record, 'type'),
      population: record.population ? Number(record.population) : null,
      lat: Number(requireField(record, 'lat')),
      lng: Number(requireField(record, 'lng')),
      radius_miles: record.radius_miles ? Number(record.radius_miles) : null,
      in_city: record.in_city || null,
      whole_zip_codes: record.zip_codes?.split(';').filter(Boolean) ?? [],
    };
  });
  const rank = (place: (typeof places)[number]) => KINDS_BY_RANK.indexOf(place.kind) * 1e9 - (place.population ?? 0);
  const slugOwners = new Map<string, (typeof places)[number]>();
  for (const place of places) {
    const current = slugOwners.get(slugify(place.name));
    if (!current || rank(place) < rank(current)) slugOwners.set(slugify(place.name), place);
  }
  return places.map(({ county, ...place }) => {
    const slug = slugify(place.name);
    const slugOwner = slugOwners.get(slug);
    const ownsSlug = slugOwner?.county_id === place.county_id && slugOwner.name === place.name;
    return { ...place, slug: ownsSlug ? slug : `${slug}-${toCountySlug(county)}` };
  });
}

function toZipCodes(zips: CsvRecord[], places: ReturnType<typeof toPlaces>) {
  const slugs = new Map(places.map((place) => [`${place.county_id}|${toNameKey(place.name)}`, place.slug]));
  const neighborhoods = new Map(
    places.flatMap((place) => place.whole_zip_codes.map((zip) => [zip, place.slug] as const)),
  );
  return zips.map((record) => {
    const county = requireField(record, 'county');
    const city = requireField(record, 'city');
    const place = toNameKey(city);
    return {
      zip: requireField(record, 'zip'),
      city,
      place_slug: slugs.get(`${getCountyId(county)}|${place}`) ?? null,
      neighborhood_slug: neighborhoods.get(record.zip ?? '') ?? null,
      county_id: getCountyId(county),
      location_id: getLocationId(county, city),
      lat: Number(requireField(record, 'lat')),
      lng: Number(requireField(record, 'lng')),
    };
  });
}

/** @param translated their names in each of `OTHER_LANGUAGES` */
function toCategories(records: CsvRecord[], translated: CsvRecord[][]) {
  const icons = new Map(records.map((record) => [record.slug, record.icon]));
  const names = translated.map((own) => new Map(own.map(({ slug, name }) => [slug, name])));
  const namesOf = (slug: string): CategoryNames =>
    Object.fromEntries(
      OTHER_LANGUAGES.flatMap((language, i) => {
        const name = names[i]?.get(slug);
        return name ? [[language, name]] : [];
      }),
    );
  return records.map((record, index) => ({
    slug: requireField(record, 'slug'),
    name: requireField(record, 'name'),
    names: namesOf(requireField(record, 'slug')),
    icon: record.icon || icons.get(record.parent_slug) || 'folder',
    parent_slug: record.parent_slug || null,
    position: index + 1,
  }));
}
