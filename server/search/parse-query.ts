import { REGIONS_OUTSIDE_CALIFORNIA } from '#contract/regions.ts';
import type { SearchFilters } from '#contract/search.ts';
import { findCategory } from '#server/categories/categories.ts';
import type { CategoryNode, Gazetteer } from '#server/places/gazetteer.ts';
import { toNameKey } from '../places/names.ts';
import { type Area, findArea, findAreaByName, findSimilarArea, isShortName } from './areas.ts';
import type { Word } from './tokenize.ts';

/** Where things are looked for near to. */
export interface SearchCenter {
  name: string;
  /** The page of the place; null for a point. */
  path: string | null;
  lat: number;
  lng: number;
}

/** What somebody asks for: their words parted into what and where, with the filters by name. */
export interface ParsedQuery {
  /** What they look for, without where. */
  words: Word[];
  near: SearchCenter | null;
  /** Not farther than so many miles from `near`; null without a spot, and where an area of the map says how far. */
  radiusMiles: number | null;
  /** A county or location that was named as `near`: listings have to be in it. */
  requiredArea: Area | null;
  /** A city or ZIP code that was named without 'near': what lies in it comes first. */
  preferredArea: Area | null;
  unknownNear: string | null;
  needsLocation: boolean;
  category: CategoryNode | null;
  place: Area | null;
}

const DEFAULT_RADIUS_MILES = 25;

/**
 * Reads a search. Where the words name a place it counts before `near`: it was written last.
 * @param split the words of `sought.q`, parted
 * @throws {NotFound} for a category or place that is none
 */
export function parseQuery(gazetteer: Gazetteer, filters: SearchFilters, split: LocationSplit): ParsedQuery {
  const category = filters.category === undefined ? null : findCategory(gazetteer, filters.category);
  const place = filters.place === undefined ? null : findArea(gazetteer, filters.place);
  const point = parsePoint(filters.near);
  const area = split.area ?? (point || filters.near === '' ? undefined : findSimilarArea(gazetteer, filters.near));
  const spot = area?.allowsRadius ? area : split.area ? null : point;
  const unknown = split.unknownPlace ?? (filters.near !== '' && !point && !area ? filters.near : null);
  return {
    words: split.words,
    near: spot ?? (area ? { name: area.name, path: area.path, lat: area.lat, lng: area.lng } : null),
    // Who looks at an area of the map has said how far.
    radiusMiles: spot ? (filters.within ?? (filters.box ? null : DEFAULT_RADIUS_MILES)) : null,
    requiredArea: area && !area.allowsRadius ? area : null,
    preferredArea: split.prefersArea && area?.allowsRadius ? area : null,
    unknownNear: unknown,
    needsLocation: split.isNearMe && !point && !area,
    category,
    place,
  };
}

function parsePoint(near: string): SearchCenter | null {
  const [, lat, lng] = /^(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)$/.exec(near) ?? [];
  return lat && lng ? { name: 'your location', path: null, lat: Number(lat), lng: Number(lng) } : null;
}

/** Words parted into what and where. */
export interface LocationSplit {
  words: Word[];
  area?: Area;
  /** 'in Irvine' or 'Irvine', and not 'near Irvine': what lies in it comes first. */
  prefersArea?: boolean;
  unknownPlace?: string;
  /** 'near me'. */
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
  .concat(['cerca de mi', 'cerca de aqui', 'cerca mio', 'por aqui', 'cerca', 'near'])
  .map((text) => text.split(' '));

// Before what can only be a place, and before what may be one: 'In-N-Out', 'walk in clinic'.
const PLACE_PREPOSITIONS = ['near', 'around', 'close to', 'cerca de', 'cerca del'].map((text) => text.split(' '));
const AMBIGUOUS_PREPOSITIONS = ['in', 'en', 'at'].map((text) => text.split(' '));

/** Parts words as people mean them: 'sushi in irvine', 'panadería cerca de mí', 'bakery 92614', '92614 bakery'. */
export function splitLocation(gazetteer: Gazetteer, all: Word[]): LocationSplit {
  const words = removeState(all);
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
      const area = findZipCodeArea(gazetteer, named.at(-1)) ?? findSimilarArea(gazetteer, named.join(' '));
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

/**
 * Parts words that end or begin with the name of a place, with no word that says so: 'pizza irvine'. It may be part of what
 * is looked for as well ('Pasadena Antique Mall'). Undefined where there is none.
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

/** Words of a place's name: 'East Rancho Dominguez', 'San Juan Capistrano'. */
const MAX_PLACE_NAME_WORDS = 4;

/** A region that has a page and no listings. */
const isOutsideRegion = (name: string) =>
  REGIONS_OUTSIDE_CALIFORNIA.some((region) => toNameKey(region.name) === toNameKey(name));

const findZipCodeArea = (gazetteer: Gazetteer, word = '') =>
  /^\d{5}$/.test(word) ? findAreaByName(gazetteer, word) : undefined;

/** All of California's listings are in California. */
function removeState(words: Word[]) {
  const last = words.at(-1)?.text;
  return words.length > 1 && (last === 'ca' || last === 'california') ? words.slice(0, -1) : words;
}
