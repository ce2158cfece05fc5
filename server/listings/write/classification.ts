import type { Insertable } from 'kysely';
import { type ListingFields, ZIP_OUTSIDE_AREA_MESSAGE } from '#contract/listing-form.ts';
import { SOCIAL_PLATFORMS, type SocialPlatform } from '#contract/social-platforms.ts';
import type { Listings } from '#server/db/schema.ts';
import { Invalid } from '#server/http/errors.ts';
import type { Gazetteer, ReferenceData, ZipCode } from '#server/places/gazetteer.ts';
import { toNameKey } from '#server/places/names.ts';
import { STORED_COLUMNS, toStoredColumns } from '../fields.ts';

/** The columns that `toColumns` sets: all that a form says, except its pictures. */
export const CONTENT_COLUMNS = [
  ...STORED_COLUMNS,
  ...['city', 'zip', 'place_id', 'county_id', 'location_id', 'category_id', 'top_category_id', 'lat', 'lng'],
];

/**
 * The columns of a form, except its pictures, with the classification of the listing: the ZIP code determines the county
 * and the point; the city is the place of that name in the county, else the typed text with the place of the ZIP code.
 * @throws {Invalid} for a ZIP code outside our area, an unknown category or location, or a year in the future
 */
export function toColumns(gazetteer: Gazetteer, fields: ListingFields) {
  const zip = gazetteer.zipCodes.get(fields.zipCode.slice(0, 5));
  const category = gazetteer.categories.byId.get(Number(fields.categoryId));
  const location = gazetteer.locations.byId.get(Number(fields.locationId));
  const issues = [
    ...(zip ? [] : [{ path: 'zipCode', message: ZIP_OUTSIDE_AREA_MESSAGE }]),
    ...(category ? [] : [{ path: 'categoryId', message: 'Category is required' }]),
    ...(location ? [] : [{ path: 'locationId', message: 'Location is required' }]),
    ...(isNotFutureYear(fields.yearFounded) ? [] : [{ path: 'yearFounded', message: 'Enter a year that has begun' }]),
  ];
  if (!zip || !category || !location || issues.length > 0) throw new Invalid('Invalid input', issues);

  const namedPlace = findPlaceByName(gazetteer, zip, fields.city);
  return {
    ...toStoredColumns({
      ...fields,
      socialMedia: toOrderedSocialMedia(fields.socialMedia),
      hours: fields.hours && Object.values(fields.hours).some((day) => day !== null) ? fields.hours : null,
    }),
    city: namedPlace?.name ?? fields.city,
    zip: zip.zip,
    place_id: (namedPlace ?? zip.place)?.id ?? null,
    county_id: zip.county.id,
    location_id: location.id,
    category_id: category.id,
    top_category_id: (category.parent ?? category).id,
    lat: zip.lat,
    lng: zip.lng,
  } satisfies Partial<Insertable<Listings>>;
}

const isNotFutureYear = (year: number | null) => year === null || year <= new Date().getUTCFullYear();

function findPlaceByName({ places }: ReferenceData, { county, place }: ZipCode, city: string) {
  const key = toNameKey(city);
  const matchesName = (candidate: { name: string }) => toNameKey(candidate.name) === key;
  if (key === '') return undefined;
  // The most frequent case.
  if (place && matchesName(place)) return place;
  return places.all.find((candidate) => candidate.county === county && matchesName(candidate));
}

/** In a fixed order, so that equal addresses have the same JSON and the same fingerprint. */
const toOrderedSocialMedia = (socialMedia: ListingFields['socialMedia']) =>
  Object.fromEntries(
    (Object.keys(SOCIAL_PLATFORMS) as SocialPlatform[]).flatMap((platform) =>
      socialMedia[platform] ? [[platform, socialMedia[platform]]] : [],
    ),
  );
