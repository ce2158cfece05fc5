import { COUNTY_NAMES } from '#contract/i18n/county-names.ts';
import { toLocale } from '#contract/i18n/languages.ts';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import type { CountedLink, PlaceLink } from '#contract/places.ts';
import { REGIONS_OUTSIDE_CALIFORNIA } from '#contract/regions.ts';
import { Moved, NotFound } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import type { CategoryNode, County, Gazetteer, Location, Place } from './gazetteer.ts';

/** The resolved slug of `/{location}` or `/city/{location}`. */
export type ResolvedPlace =
  | { type: 'location'; location: Location }
  | { type: 'city'; place: Place }
  | { type: 'region'; region: PlaceLink };

/**
 * Resolves `/{location}`: one of the nine locations, else a place of the gazetteer, else a region outside California.
 * @throws {NotFound} 'Location Not Found'
 */
export function findLocation(gazetteer: Gazetteer, slug: string): ResolvedPlace {
  const found = resolveLocation(gazetteer, slug) ?? resolveCity(gazetteer, slug) ?? resolveRegion(slug);
  if (!found) throw new NotFound(t('Location Not Found'));
  return found;
}

/**
 * `/city/{slug}` is looked up as a place first and as a location second (docs/product.md, Page URLs).
 * @throws {NotFound} 'City Not Found'
 */
export function findCity(gazetteer: Gazetteer, slug: string): ResolvedPlace {
  const found = resolveCity(gazetteer, slug) ?? resolveLocation(gazetteer, slug);
  if (!found) throw new NotFound(t('City Not Found'));
  return found;
}

/** @throws {NotFound} 'City Not Found', for a location too: locations have no category pages */
export function findPlace({ places }: Gazetteer, slug: string): Place {
  const place = places.bySlug.get(slug);
  if (!place) throw new NotFound(t('City Not Found'));
  if (place.slug !== slug) throw new Moved(slug, place.slug);
  return place;
}

function resolveLocation({ locations }: Gazetteer, slug: string): ResolvedPlace | null {
  const location = locations.bySlug.get(slug);
  return location ? { type: 'location', location } : null;
}

function resolveCity({ places }: Gazetteer, slug: string): ResolvedPlace | null {
  const place = places.bySlug.get(slug);
  if (place && place.slug !== slug) throw new Moved(slug, place.slug);
  return place ? { type: 'city', place } : null;
}

function resolveRegion(slug: string): ResolvedPlace | null {
  const region = REGIONS_OUTSIDE_CALIFORNIA.find((outside) => outside.slug === slug);
  return region ? { type: 'region', region } : null;
}

/** The name of a category in the language of the request; in English where it has none. What is stored and compared is its `name`. */
export const getCategoryName = ({ name, names }: Pick<CategoryNode, 'name' | 'names'>): string =>
  names[getLanguage()] ?? name;

// Spanish writes the city as its county.
const TRANSLATED_NAMES: ReadonlySet<string> = new Set([...Object.values(COUNTY_NAMES), defineMessage('Los Angeles')]);

/** The name of a county in the language of the request. */
export const getCountyName = ({ name }: Pick<County, 'name'>): string => getStoredPlaceName(name);

/** The name of a county in the language of the request, as it follows a preposition: 'el Condado de Orange'. */
export const getCountyInSentence = (county: Pick<County, 'name'>): string =>
  t('{county}', { county: getCountyName(county) }, 'after a preposition');

/** The name of a location in the language of the request: 'Orange County' is called as the county, the others keep their names. */
export const getLocationName = ({ name }: Pick<Location, 'name'>): string => getStoredPlaceName(name);

/** The name of a county or any other place by what is stored, such as that of a page from which somebody came. */
export const getStoredPlaceName = (name: string): string =>
  TRANSLATED_NAMES.has(name) ? translateDefined(name) : name;

/** The links of a category, a county and a location, by the names in the language of the request. */
export const toCategoryLink = (category: CategoryNode): PlaceLink => ({
  name: getCategoryName(category),
  slug: category.slug,
});
export const toCountyLink = (county: County): PlaceLink => ({ name: getCountyName(county), slug: county.slug });
export const toLocationLink = (location: Pick<Location, 'id' | 'name' | 'slug'>) => ({
  id: location.id,
  name: getLocationName(location),
  slug: location.slug,
});

/** Sorts rows by their names as the language of the request does. */
export function sortByName<Row extends { name: string }>(rows: Row[]): Row[] {
  const { compare } = new Intl.Collator(toLocale(getLanguage()));
  return rows.toSorted((a, b) => compare(a.name, b.name));
}

/** The public link of a row with a page: its name and slug. */
export const toLink = ({ name, slug }: PlaceLink): PlaceLink => ({ name: getStoredPlaceName(name), slug });

/** The slug of a name: 'La Cañada Flintridge' becomes 'la-canada-flintridge'. */
export function slugify(name: string) {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A name without case, accents, spaces and punctuation, for comparison. */
export const toNameKey = (name: string) => slugify(name).replaceAll('-', '');

/** The setting with the addresses of neighborhoods of the data that the staff deleted, which newer data do not bring back. */
export const DELETED_NEIGHBORHOODS = 'deleted-neighborhoods';

/** The surrogate key of responses with counts of the whole directory. */
export const COUNTS_KEY = 'counts';

/** The surrogate key of responses with the counts of a county and its places. */
export const countyCountsKey = (countyId: number) => `counts:${countyId}`;

/** The surrogate key of responses with the counts of a place's categories. */
export const placeCountsKey = (placeId: number) => `counts:place:${placeId}`;

/** The surrogate key of responses with the counts of a top category and its children, in any place. */
export const categoryCountsKey = ({ id, parent }: CategoryNode) => `counts:category:${parent?.id ?? id}`;

/** The most links of one kind on a page. */
const MAX_LINKS = 24;

const EMPTY_COUNTS: ReadonlyMap<number, number> = new Map();

/** The part of `Counts` that this file needs. */
interface PlaceCounts {
  places: ReadonlyMap<number, number>;
  categoriesOfPlaces: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** The numbers of a place's listings by category. */
export const getCategoryCounts = ({ categoriesOfPlaces }: PlaceCounts, { id }: Place) =>
  categoriesOfPlaces.get(id) ?? EMPTY_COUNTS;

/** The number of listings of a category, including its children. */
export const sumCategoryCounts = (category: CategoryNode, numbers: ReadonlyMap<number, number>): number =>
  category.children.reduce((sum, child) => sum + sumCategoryCounts(child, numbers), numbers.get(category.id) ?? 0);

/** The categories of both levels with most listings in a place, in descending order. */
export function topCategoriesInPlace({ categories }: Gazetteer, counts: PlaceCounts, place: Place): CountedLink[] {
  const numbers = getCategoryCounts(counts, place);
  return topLinks(
    categories.all.map((category) => ({ ...toCategoryLink(category), count: sumCategoryCounts(category, numbers) })),
  );
}

/** A link to a place with the number of its listings. */
export const toCountedCity = (place: Place, { places }: Pick<PlaceCounts, 'places'>) => ({
  ...toLink(place),
  count: places.get(place.id) ?? 0,
});

/** The links to places with listings, the largest first. */
export const topLinks = (rows: CountedLink[]): CountedLink[] =>
  rows
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_LINKS)
    .map(({ name, slug, count }) => ({ name, slug, count }));
