import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { OTHER_LANGUAGES } from '#contract/i18n/languages.ts';
import { LICENSE_CLASSES } from '#contract/listing-fields/license-classes.ts';
import type { CategoryNames } from '#server/places/gazetteer.ts';
import { slugify, toNameKey } from '#server/places/places.ts';
import { type CsvRecord, parseCsv, requireField } from './csv-records.ts';
import { COUNTIES, getCountyId, getLocationId, PALM_SPRINGS, toCounties, toCountySlug } from './read-counties.ts';

// Incremented when this code produces different rows from the same files.
const RULES_VERSION = 2;

// The categories of dining chains, beside those of restaurants.
const OTHER_DINING = ['bakeries', 'coffee-tea', 'donuts', 'ice-cream-frozen-yogurt', 'juice-bubble-tea'];

/** The classes of licenses by the categories that need one of them. */
const LICENSE_TRADES = Object.entries(LICENSE_CLASSES).flatMap(([name, { categories }]) =>
  categories.map((category_key) => ({ category_key, class: name })),
);

// Where places share a name, the first in this order gets the plain slug.
const KINDS_BY_RANK = ['city', 'town', 'community', 'neighborhood', 'post-office'];

/**
 * Reads the gazetteer and the categories from the files in `data/` and the names of categories from `content/{language}/` into rows of the
 * tables. `version` changes with the files and with `RULES_VERSION`.
 */
export async function readGazetteer(folder: URL, content: URL) {
  const [places, zips, categories, sources, brands, ...names] = await Promise.all(
    [
      ...['socal_places.csv', 'socal_zips.csv', 'categories.csv', 'sources.csv', 'brands.csv'].map(
        (name) => new URL(name, folder),
      ),
      ...OTHER_LANGUAGES.map((language) => new URL(`${language}/categories.csv`, content)),
    ].map((file) => readFile(file)),
  );
  const placeRows = toPlaces(parseCsv(places));
  const zipRecords = parseCsv(zips);
  return {
    version: [places, zips, categories, sources, brands, ...names]
      .reduce(
        (hash, file) =>
          hash.update(
            createHash('sha256')
              .update(file ?? '')
              .digest(),
          ),
        createHash('sha256'),
      )
      .update(JSON.stringify(LICENSE_TRADES))
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
    licenseTrades: LICENSE_TRADES,
    diningChains: toDiningChains(parseCsv(brands), parseCsv(categories)),
  };
}

/** The names of chains whose branches are restaurants, cafés and the like. */
function toDiningChains(brands: CsvRecord[], categories: CsvRecord[]): string[] {
  const dining = new Set([
    ...['restaurants', ...OTHER_DINING],
    ...categories.flatMap(({ slug = '', parent_slug }) => (parent_slug === 'restaurants' ? [slug] : [])),
  ]);
  return brands.flatMap(({ name = '', category = '' }) => (dining.has(category) ? [name] : []));
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
