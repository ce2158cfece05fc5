import { t } from '#contract/i18n/t.ts';
import type { Suggestions } from '#contract/search.ts';
import type { Option } from '#web/base/ui/form/match-options.ts';
import { searchPath } from './search-params.ts';

/** A suggestion for typed text. Choosing it navigates to `path`, or puts `text` into the field. */
export interface Suggestion extends Option {
  group: string;
  path?: string;
  text?: string;
}

/** Offered in the place field while it is empty. */
export const USE_MY_LOCATION_OPTION: Suggestion = {
  group: t('Near you'),
  value: 'here',
  label: t('Use my location'),
  note: t('accurate to about 300 feet'),
  icon: 'locate-fixed',
};

/**
 * Converts the suggestions of the API to options: only places for the place field, with the county where two have one name, all kinds for the
 * query field.
 * @param near the place that the link of a category keeps
 */
export function toSuggestions(field: 'what' | 'where', suggested: Suggestions, near: string): Suggestion[] {
  const isUnique = (name: string) => suggested.places.filter((place) => place.name === name).length === 1;
  const places = suggested.places.map(({ name, detail, path }) => ({
    group: t('Places'),
    value: path,
    label: name,
    note: detail,
    icon: 'map-pin',
    ...(field === 'where' ? { text: isUnique(name) ? name : `${name}, ${detail}` } : { path }),
  }));
  if (field === 'where') return places;
  const categories = suggested.categories.map(({ name, slug, icon }) => {
    const path = searchPath({ ...(near && { near }), category: slug });
    return { group: t('Categories'), value: path, label: name, icon, path };
  });
  const businesses = suggested.businesses.map(({ id, name, city }) => {
    const path = `/ads/${id}`;
    return { group: t('Businesses'), value: path, label: name, note: city, icon: 'store', path };
  });
  return [...categories, ...businesses, ...places];
}
