import { t } from '#contract/i18n/t.ts';
import type { LanguageCode } from '#contract/language-codes.ts';
import { REGIONS_OUTSIDE_CALIFORNIA } from '#contract/regions.ts';
import type { OpenFilter, SearchFilters } from '#contract/search.ts';
import { resolveCategory } from '#server/categories/categories.ts';
import type { CategoryNode, Gazetteer } from '#server/places/gazetteer.ts';
import { toNameKey } from '#server/places/places.ts';
import type { Question } from '#server/search/questions/read-question.ts';
import { type Area, findArea, findAreaByName, findSimilarArea, isShortName } from './areas.ts';
import type { Word } from './tokenize.ts';

/** The center of a search by distance. */
export interface SearchCenter {
  name: string;
  /** The page of the place; null for a point. */
  path: string | null;
  lat: number;
  lng: number;
}

/** A parsed search: the words without the location, the location, and the named filters. */
export interface ParsedQuery {
  /** The words without those of the location. */
  words: Word[];
  near: SearchCenter | null;
  /** The maximum distance from `near`; null without a center, and when a bounding box limits the area. */
  radiusMiles: number | null;
  /** A county or location named as `near`: results must lie in it. */
  requiredArea: Area | null;
  /** A city or ZIP code named without 'near': results in it come first. */
  preferredArea: Area | null;
  unknownNear: string | null;
  needsLocation: boolean;
  category: CategoryNode | null;
  place: Area | null;
  open: OpenFilter | null;
  language: LanguageCode | null;
  /** The beginning of a phone number, in digits. */
  phone: string | null;
}

const DEFAULT_RADIUS_MILES = 25;

/**
 * Parses the filters of a search. A place named in the words takes precedence over `near`, because it was typed last.
 * @param question the words of `filters.q` without the filters in them
 * @param split its words, split into what and where
 * @throws {NotFound} for a category or place that is none
 */
export function parseQuery(
  gazetteer: Gazetteer,
  filters: SearchFilters,
  { question, split }: { question: Question; split: LocationSplit },
): ParsedQuery {
  const category = filters.category === undefined ? null : resolveCategory(gazetteer, filters.category);
  const place = filters.place === undefined ? null : findArea(gazetteer, filters.place);
  const point = parsePoint(filters.near);
  const area = split.area ?? (point || filters.near === '' ? undefined : findSimilarArea(gazetteer, filters.near));
  const spot = area?.allowsRadius ? area : split.area ? null : point;
  const unknown = split.unknownPlace ?? (filters.near !== '' && !point && !area ? filters.near : null);
  return {
    words: split.words,
    near: spot ?? (area ? { name: area.name, path: area.path, lat: area.lat, lng: area.lng } : null),
    // A bounding box already limits the area.
    radiusMiles: spot ? (filters.within ?? (filters.box ? null : DEFAULT_RADIUS_MILES)) : null,
    requiredArea: area && !area.allowsRadius ? area : null,
    preferredArea: split.prefersArea && area?.allowsRadius ? area : null,
    unknownNear: unknown,
    needsLocation: split.isNearMe && !point && !area,
    category,
    place,
    open: filters.open ?? question.open,
    language: filters.language ?? question.language,
    phone: question.phone,
  };
}

/** The point of `near` that distances are measured from: a point, a city or a ZIP code; null for anything else, as a county. */
export function findCenter(gazetteer: Gazetteer, near: string): SearchCenter | null {
  const point = parsePoint(near);
  if (point || near === '') return point;
  const area = findSimilarArea(gazetteer, near);
  return area?.allowsRadius ? area : null;
}

function parsePoint(near: string): SearchCenter | null {
  const [, lat, lng] = /^(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)$/.exec(near) ?? [];
  return lat && lng ? { name: t('your location'), path: null, lat: Number(lat), lng: Number(lng) } : null;
}

/** Words split into what and where. */
export interface LocationSplit {
  words: Word[];
  area?: Area;
  /** True for 'in Irvine' and 'Irvine', false for 'near Irvine': results in the area come first. */
  prefersArea?: boolean;
  unknownPlace?: string;
  /** True for 'near me' and similar phrases. */
  isNearMe: boolean;
}

const NEAR_ME_PHRASES = [
  'near me',
  'nearby',
  'near by',
  'near here',
  'around me',
  'around here',
  'close to me',
  'close by',
]
  .concat([
    'cerca de mi casa',
    'cerca de mi ubicacion',
    'cerca de mi',
    'cerca de aqui',
    'aqui cerca',
    'cerca mio',
    'mas cerca',
  ])
  .concat([
    'mas cercano a mi',
    'mas cercana a mi',
    'mas cercano',
    'mas cercana',
    'mas cercanos',
    'mas cercanas',
    'por mi casa',
  ])
  .concat([
    'cercano',
    'cercana',
    'cercanos',
    'cercanas',
    'por aqui',
    'por aca',
    'en mi area',
    'en mi zona',
    'cerca',
    'near',
  ])
  .map((text) => text.split(' '));

// Prepositions that only a place can follow, and those that may belong to a name: 'In-N-Out', 'walk in clinic'.
const PLACE_PREPOSITIONS = ['near', 'around', 'close to', 'cerca de', 'cerca del', 'alrededor de', 'alrededor del'].map(
  (text) => text.split(' '),
);
const AMBIGUOUS_PREPOSITIONS = ['in', 'en', 'at', 'por'].map((text) => text.split(' '));

// What Spanish has before the name of a place: 'en la ciudad de Irvine', 'en el condado de Orange', of which the county's name is a part.
const BEFORE_NAMES = [
  'la ciudad de',
  'ciudad de',
  'el area de',
  'area de',
  'la zona de',
  'el codigo postal',
  'codigo postal',
]
  .concat(['el', 'la', 'los', 'las'])
  .map((text) => text.split(' '));

/**
 * Splits words by prepositions, ZIP codes and short names of places: 'sushi in irvine', 'panadería cerca de mí', 'bakery 92614',
 * '92614 bakery'.
 */
export function splitLocation(gazetteer: Gazetteer, all: Word[]): LocationSplit {
  const words = removeState(gazetteer, all);
  const texts = words.map(({ text }) => text);
  const nearMePhrase = NEAR_ME_PHRASES.find((ending) =>
    ending.every((text, i) => texts[texts.length - ending.length + i] === text),
  );
  if (nearMePhrase) return { words: words.slice(0, -nearMePhrase.length), isNearMe: true };

  for (const [i] of words.entries()) {
    for (const opening of [...PLACE_PREPOSITIONS, ...AMBIGUOUS_PREPOSITIONS]) {
      if (!opening.every((text, j) => texts[i + j] === text)) continue;
      const named = texts.slice(i + opening.length);
      if (named.length === 0) continue;
      const area = findZipCodeArea(gazetteer, named.at(-1)) ?? findNamedArea(gazetteer, named);
      if (area)
        return { words: words.slice(0, i), area, prefersArea: !PLACE_PREPOSITIONS.includes(opening), isNearMe: false };
      if (PLACE_PREPOSITIONS.includes(opening) || isOutsideRegion(named.join(' ')))
        return { words: words.slice(0, i), unknownPlace: named.join(' '), isNearMe: false };
    }
  }
  const last = texts.at(-1) ?? '';
  const short = words.length > 1 && isShortName(last) ? findAreaByName(gazetteer, last) : undefined;
  const area = findZipCodeArea(gazetteer, last) ?? short;
  if (area) return { words: words.slice(0, -1), area, isNearMe: false };
  const first = findZipCodeArea(gazetteer, texts[0]);
  return first ? { words: words.slice(1), area: first, isNearMe: false } : { words, isNearMe: false };
}

/** The area of a name that may have words of Spanish before it. */
function findNamedArea(gazetteer: Gazetteer, named: string[]): Area | undefined {
  const whole = named.join(' ');
  const before = BEFORE_NAMES.find((words) => words.every((word, i) => named[i] === word));
  const rest = before ? named.slice(before.length).join(' ') : '';
  return findSimilarArea(gazetteer, whole) ?? findSimilarArea(gazetteer, rest);
}

/**
 * Splits words that end or begin with a place name without a preposition: 'pizza irvine'. The name may belong to a business
 * instead ('Pasadena Antique Mall').
 * @returns undefined when there is no place name
 */
export function splitPlaceName(gazetteer: Gazetteer, words: Word[]): LocationSplit | undefined {
  for (let length = Math.min(MAX_PLACE_NAME_WORDS, words.length - 1); length > 0; length--) {
    for (const first of [words.length - length, 0]) {
      const named = words.slice(first, first + length).map(({ text }) => text);
      const area = findAreaByName(gazetteer, named.join(' '));
      if (area) return { words: words.toSpliced(first, length), area, prefersArea: true, isNearMe: false };
    }
  }
  return undefined;
}

/** The longest place names have three words ('San Juan Capistrano'); one more for safety. */
const MAX_PLACE_NAME_WORDS = 4;

/** Whether it names a region outside California, which has a page but no listings. */
const isOutsideRegion = (name: string) =>
  REGIONS_OUTSIDE_CALIFORNIA.some((region) => toNameKey(region.name) === toNameKey(name));

const findZipCodeArea = (gazetteer: Gazetteer, word = '') =>
  /^\d{5}$/.test(word) ? findAreaByName(gazetteer, word) : undefined;

/** Removes 'CA' or 'California' from the end, unless a name ends so ('University of Southern California'): every listing is in California. */
function removeState(gazetteer: Gazetteer, words: Word[]) {
  const texts = words.map(({ text }) => text);
  const last = texts.at(-1);
  const endsName = () => texts.some((_, i) => findAreaByName(gazetteer, texts.slice(i).join(' ')));
  return texts.length > 1 && (last === 'ca' || last === 'california') && !endsName() ? words.slice(0, -1) : words;
}
