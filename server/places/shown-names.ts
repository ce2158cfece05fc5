import { COUNTY_NAMES } from '#contract/i18n/county-names.ts';
import { toLocale } from '#contract/i18n/languages.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import type { PlaceLink } from '#contract/places.ts';
import { getLanguage } from '../http/request-language.ts';
import type { CategoryNode, County, Location } from './gazetteer.ts';

/** The name of a category in the language of the request; in English where it has none. What is stored and compared is its `name`. */
export const getCategoryName = ({ name, names }: Pick<CategoryNode, 'name' | 'names'>): string =>
  names[getLanguage()] ?? name;

const COUNTIES: ReadonlySet<string> = new Set(Object.values(COUNTY_NAMES));

/** The name of a county in the language of the request. */
export const getCountyName = ({ name }: Pick<County, 'name'>): string => getStoredPlaceName(name);

/** The name of a county in the language of the request, as it follows a preposition: 'el Condado de Orange'. */
export const getCountyInSentence = (county: Pick<County, 'name'>): string =>
  t('{county}', { county: getCountyName(county) }, 'after a preposition');

/** The name of a location in the language of the request: 'Orange County' is called as the county, the others keep their names. */
export const getLocationName = ({ name }: Pick<Location, 'name'>): string => getStoredPlaceName(name);

/** The name of a county or any other place by what is stored, such as that of a page from which somebody came. */
export const getStoredPlaceName = (name: string): string => (COUNTIES.has(name) ? translateDefined(name) : name);

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
