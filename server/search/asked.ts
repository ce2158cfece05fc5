import { OUTSIDE_REGIONS } from '#contract/regions.ts';
import type { Sought } from '#contract/search.ts';
import { findCategory } from '#server/categories/categories.ts';
import type { CategoryNode, Gazetteer } from '#server/places/gazetteer.ts';
import { nameKey } from '../places/names.ts';
import { type Area, areaLike, areaNamed, findArea, isShortName } from './areas.ts';
import type { Word } from './words.ts';

/** Where things are looked for near to. */
export interface Spot {
  name: string;
  /** The page of the place; null for a point. */
  path: string | null;
  lat: number;
  lng: number;
}

/** What somebody asks for: their words parted into what and where, with the filters by name. */
export interface Asked {
  /** What they look for, without where. */
  words: Word[];
  near: Spot | null;
  /** Not farther than so many miles from `near`; null without a spot, and where an area of the map says how far. */
  within: number | null;
  /** A county or location that was named as `near`: listings have to be in it. */
  wide: Area | null;
  /** A city or ZIP code that was named without 'near': what lies in it comes first. */
  inside: Area | null;
  unknownNear: string | null;
  asksWhere: boolean;
  category: CategoryNode | null;
  place: Area | null;
}

const WITHIN_MILES = 25;

/**
 * Reads a search. Where the words name a place it counts before `near`: it was written last.
 * @param said the words of `sought.q`, parted
 * @throws {NotFound} for a category or place that is none
 */
export function readAsked(gazetteer: Gazetteer, sought: Sought, said: Parted): Asked {
  const category = sought.category === undefined ? null : findCategory(gazetteer, sought.category);
  const place = sought.place === undefined ? null : findArea(gazetteer, sought.place);
  const point = pointOf(sought.near);
  const area = said.area ?? (point || sought.near === '' ? undefined : areaLike(gazetteer, sought.near));
  const spot = area?.isSpot ? area : said.area ? null : point;
  const unknown = said.unknown ?? (sought.near !== '' && !point && !area ? sought.near : null);
  return {
    words: said.words,
    near: spot ?? (area ? { name: area.name, path: area.path, lat: area.lat, lng: area.lng } : null),
    // Who looks at an area of the map has said how far.
    within: spot ? (sought.within ?? (sought.box ? null : WITHIN_MILES)) : null,
    wide: area && !area.isSpot ? area : null,
    inside: said.isInside && area?.isSpot ? area : null,
    unknownNear: unknown,
    asksWhere: said.here && !point && !area,
    category,
    place,
  };
}

function pointOf(near: string): Spot | null {
  const [, lat, lng] = /^(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)$/.exec(near) ?? [];
  return lat && lng ? { name: 'your location', path: null, lat: Number(lat), lng: Number(lng) } : null;
}

/** Words parted into what and where. */
export interface Parted {
  words: Word[];
  area?: Area;
  /** 'in Irvine' or 'Irvine', and not 'near Irvine': what lies in it comes first. */
  isInside?: boolean;
  unknown?: string;
  /** 'near me'. */
  here: boolean;
}

const HERE = ['near me', 'nearby', 'near by', 'near here', 'around me', 'around here', 'close to me', 'close by']
  .concat(['cerca de mi', 'cerca de aqui', 'cerca mio', 'por aqui', 'cerca', 'near'])
  .map((text) => text.split(' '));

// Before what can only be a place, and before what may be one: 'In-N-Out', 'walk in clinic'.
const BEFORE_PLACES = ['near', 'around', 'close to', 'cerca de', 'cerca del'].map((text) => text.split(' '));
const MAYBE_BEFORE_PLACES = ['in', 'en', 'at'].map((text) => text.split(' '));

/** Parts words as people mean them: 'sushi in irvine', 'panadería cerca de mí', 'bakery 92614', '92614 bakery'. */
export function partWords(gazetteer: Gazetteer, all: Word[]): Parted {
  const words = withoutState(all);
  const texts = words.map(({ text }) => text);
  const here = HERE.find((ending) => ending.every((text, i) => texts[texts.length - ending.length + i] === text));
  if (here) return { words: words.slice(0, -here.length), here: true };

  for (const [i] of words.entries()) {
    for (const opening of [...BEFORE_PLACES, ...MAYBE_BEFORE_PLACES]) {
      if (!opening.every((text, j) => texts[i + j] === text)) continue;
      const named = texts.slice(i + opening.length);
      if (named.length === 0) continue;
      const area = zipCodeOf(gazetteer, named.at(-1)) ?? areaLike(gazetteer, named.join(' '));
      if (area) return { words: words.slice(0, i), area, isInside: !BEFORE_PLACES.includes(opening), here: false };
      if (BEFORE_PLACES.includes(opening) || isOutside(named.join(' ')))
        return { words: words.slice(0, i), unknown: named.join(' '), here: false };
    }
  }
  const last = texts.at(-1) ?? '';
  const short = words.length > 1 && isShortName(last) ? areaNamed(gazetteer, last) : undefined;
  const area = zipCodeOf(gazetteer, last) ?? short;
  if (area) return { words: words.slice(0, -1), area, here: false };
  const first = zipCodeOf(gazetteer, texts[0]);
  return first ? { words: words.slice(1), area: first, here: false } : { words, here: false };
}

/**
 * Parts words that end or begin with the name of a place, with no word that says so: 'pizza irvine'. It may be part of what
 * is looked for as well ('Pasadena Antique Mall'). Undefined where there is none.
 */
export function partPlace(gazetteer: Gazetteer, words: Word[]): Parted | undefined {
  for (let length = Math.min(LONGEST_NAME, words.length - 1); length > 0; length--) {
    for (const first of [words.length - length, 0]) {
      const named = words.slice(first, first + length).map(({ text }) => text);
      const area = areaNamed(gazetteer, named.join(' '));
      if (area) return { words: words.toSpliced(first, length), area, isInside: true, here: false };
    }
  }
  return undefined;
}

/** Words of a place's name: 'East Rancho Dominguez', 'San Juan Capistrano'. */
const LONGEST_NAME = 4;

/** A region that has a page and no listings. */
const isOutside = (name: string) => OUTSIDE_REGIONS.some((region) => nameKey(region.name) === nameKey(name));

const zipCodeOf = (gazetteer: Gazetteer, word = '') => (/^\d{5}$/.test(word) ? areaNamed(gazetteer, word) : undefined);

/** All of California's listings are in California. */
function withoutState(words: Word[]) {
  const last = words.at(-1)?.text;
  return words.length > 1 && (last === 'ca' || last === 'california') ? words.slice(0, -1) : words;
}
