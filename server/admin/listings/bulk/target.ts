import type { Selectable } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { locateAt } from '#server/listings/write/locate.ts';
import type { CategoryNode, Gazetteer, Place } from '#server/places/gazetteer.ts';
import { getCategoryName, getCountyInSentence } from '#server/places/places.ts';
import type { Listings } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';

type Listing = Selectable<Listings>;

/** The columns that decide where a listing can be moved. */
export type Located = Pick<Listing, 'city' | 'place_id' | 'zip' | 'lat' | 'lng' | 'point_source'>;

/**
 * The columns that put a listing in another category.
 * @throws {Invalid} without one
 * @throws {Conflict} when it is there already
 */
export function toCategoryColumns(
  { category_id }: Pick<Listing, 'category_id'>,
  { category }: { category?: CategoryNode | undefined },
) {
  if (!category) throw new Invalid(t('This category doesn’t exist.'));
  if (category_id === category.id)
    throw new Conflict(t('It’s in {place} already.', { place: getCategoryName(category) }));
  return { category, set: { category_id: category.id, top_category_id: (category.parent ?? category).id } };
}

/**
 * The columns that move a listing to another place.
 * @throws {Invalid} without one
 * @throws {Conflict} when it is there already, or its ZIP code or its spot on the map is elsewhere
 */
export function toPlaceColumns(gazetteer: Gazetteer, listing: Located, { place }: { place?: Place | undefined }) {
  if (!place) throw new Invalid(t('This place doesn’t exist.'));
  if (listing.place_id === place.id && listing.city === place.name)
    throw new Conflict(t('It’s in {place} already.', { place: place.name }));
  return { place, set: { city: place.name, ...findPlaceColumns(gazetteer, listing, place) } };
}

/** The columns of another place. The ZIP code decides the county, and an exact point the city, as in the form of a listing. */
function findPlaceColumns(gazetteer: Gazetteer, { zip, lat, lng, point_source }: Located, place: Place) {
  const county = gazetteer.zipCodes.get(zip)?.county;
  if (place.county !== county)
    throw new Conflict(
      t('Its ZIP code {zip} isn’t in {county}, where {place} is.', {
        zip,
        county: getCountyInSentence(place.county),
        place: place.name,
      }),
    );
  const columns = { place_id: place.id, county_id: county.id };
  if (lat === null || lng === null) return columns;
  const located = locateAt(gazetteer, { lat, lng, source: point_source }, columns);
  if (located.place_id === place.id) return located;
  const city = located.place_id === null ? undefined : gazetteer.places.byId.get(located.place_id);
  throw new Conflict(
    city
      ? t('Its spot on the map is in {city}, which decides the city.', { city: city.name })
      : t('Its spot on the map is in another city, which decides the city.'),
  );
}
