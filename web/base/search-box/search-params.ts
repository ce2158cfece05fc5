import { LANGUAGE_CODES } from '#contract/i18n/language-codes.ts';
import { MAX_NEAR_LENGTH, MAX_SEARCH_LENGTH } from '#contract/limits.ts';

/** The parameters of a search URL: only those that are set and valid for the API. */
export type SearchParams = Partial<Record<SearchParamName, string>>;
export type SearchParamName = keyof typeof parsers;

const truncatedText = (max: number) => (text: string) =>
  // Lone surrogates are removed after the cut, which may split a pair.
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

/** West, south, east and north of a map area, in degrees. */
const box = (text: string) => {
  if (!/^-?\d{1,3}(\.\d{1,8})?(,-?\d{1,3}(\.\d{1,8})?){3}$/.test(text)) return '';
  const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
  const isOnEarth = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return isOnEarth && west < east && south < north ? text : '';
};

const flag = oneOf('true');

const parsers = {
  q: truncatedText(MAX_SEARCH_LENGTH),
  near: truncatedText(MAX_NEAR_LENGTH),
  category: slug,
  place: slug,
  within: miles,
  open: oneOf('now', 'late', '24h'),
  language: oneOf(...LANGUAGE_CODES),
  website: flag,
  photos: flag,
  stars: oneOf('4'),
  answers: flag,
  licensed: flag,
  wic: flag,
  ebt: flag,
  sort: oneOf('nearest', 'rating', 'newest', 'name'),
  box,
  /** Whether the map replaces the list on screens too narrow for both. */
  view: oneOf('map'),
};

/** Parses the search of a URL. Invalid values are left out and long texts truncated, so that no URL is an error. */
export function parseSearchParams(address: URLSearchParams): SearchParams {
  const search: SearchParams = {};
  for (const [name, parse] of Object.entries(parsers)) {
    const value = parse(address.get(name) ?? '');
    if (value) search[name as SearchParamName] = value;
  }
  return search;
}

/** The URL of a search on `/search`. */
export function searchPath(search: SearchParams): string {
  const query = new URLSearchParams(search).toString();
  return query ? `/search?${query}` : '/search';
}

/** The search without the named parameters. */
export function omitParams(search: SearchParams, ...names: SearchParamName[]): SearchParams {
  const rest = { ...search };
  for (const name of names) delete rest[name];
  return rest;
}
