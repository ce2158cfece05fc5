import { REGIONS_OUTSIDE_CALIFORNIA } from '#contract/regions.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { toNameKey } from '#server/places/places.ts';
import { type Area, findAreaByName, findSimilarArea, isShortName } from './areas.ts';
import type { Word } from './tokenize.ts';

/** Words split into what and where. */
export interface LocationSplit {
  words: Word[];
  area?: Area;
  /** True for 'in Irvine' and 'Irvine', false for 'near Irvine': results in the area come first. */
  prefersArea?: boolean;
  /** Whether the name of the place is misspelled. */
  isSimilar?: boolean;
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
const AMBIGUOUS_PREPOSITIONS = [
  'in',
  'en',
  'at',
  'por',
  'by',
  'next to',
  'beside',
  'across from',
  'junto a',
  'junto al',
  'frente a',
  'frente al',
].map((text) => text.split(' '));

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
  if (area)
    return { words: removePlaceName(gazetteer, removeState(gazetteer, words.slice(0, -1))), area, isNearMe: false };
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
  for (const length of [2, 1].filter((length) => length < words.length)) {
    const named = words
      .slice(-length)
      .map(({ text }) => text)
      .join(' ');
    const area = named.length >= MIN_SIMILAR_LETTERS ? findSimilarArea(gazetteer, named) : undefined;
    if (area) return { words: words.slice(0, -length), area, prefersArea: true, isSimilar: true, isNearMe: false };
  }
  return undefined;
}

/** Shorter names resemble too many words. */
const MIN_SIMILAR_LETTERS = 6;

/** The longest place names have three words ('San Juan Capistrano'); one more for safety. */
const MAX_PLACE_NAME_WORDS = 4;

/** The words without the city before a ZIP code: 'dentist irvine' of 'dentist Irvine, CA 92614'. */
function removePlaceName(gazetteer: Gazetteer, words: Word[]): Word[] {
  const texts = words.map(({ text }) => text);
  const from = texts.findIndex(
    (_, i) => texts.length - i <= MAX_PLACE_NAME_WORDS && findAreaByName(gazetteer, texts.slice(i).join(' ')),
  );
  return from < 0 ? words : words.slice(0, from);
}

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
