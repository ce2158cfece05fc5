import { MAX_NEAR_LENGTH, MAX_SEARCH_LENGTH } from '#contract/limits.ts';

/** A search as an address says it, by parameter: only those that say something, each as the API takes it. */
export type SearchParams = Partial<Record<SearchParamName, string>>;
export type SearchParamName = keyof typeof parsers;

const truncatedText = (max: number) => (text: string) =>
  // In this order: the cut may leave half of a character.
  text
    .trim()
    .slice(0, max)
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
const oneOf =
  (...values: string[]) =>
  (text: string) =>
    values.includes(text) ? text : '';
const slug = (text: string) => (/^[a-z0-9-]{1,80}$/.test(text) ? text : '');
const miles = (text: string) => (/^([1-9]\d?|100)$/.test(text) ? text : '');

/** West, south, east, north in degrees, of what the map shows. */
const box = (text: string) => {
  if (!/^-?\d{1,3}(\.\d{1,8})?(,-?\d{1,3}(\.\d{1,8})?){3}$/.test(text)) return '';
  const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
  const isOnEarth = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return isOnEarth && west < east && south < north ? text : '';
};

const parsers = {
  q: truncatedText(MAX_SEARCH_LENGTH),
  near: truncatedText(MAX_NEAR_LENGTH),
  category: slug,
  place: slug,
  within: miles,
  open: oneOf('now'),
  website: oneOf('true'),
  photos: oneOf('true'),
  sort: oneOf('nearest', 'newest', 'name'),
  box,
  /** What stands where there is no room for the list and the map beside each other. */
  view: oneOf('map'),
};

/** The search that an address asks for. What makes no sense in it is left out: nobody is refused for a long text. */
export function parseSearchParams(address: URLSearchParams): SearchParams {
  const search: SearchParams = {};
  for (const [name, read] of Object.entries(parsers)) {
    const value = read(address.get(name) ?? '');
    if (value) search[name as SearchParamName] = value;
  }
  return search;
}

/** The address of a search's page. */
export function searchPath(search: SearchParams): string {
  const query = new URLSearchParams(search).toString();
  return query ? `/search?${query}` : '/search';
}

/** The search without some of what it asks for. */
export function omitParams(search: SearchParams, ...names: SearchParamName[]): SearchParams {
  const rest = { ...search };
  for (const name of names) delete rest[name];
  return rest;
}
