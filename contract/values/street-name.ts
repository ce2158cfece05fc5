/** The parts of a street's name by which two are compared: 'N. Harbor Blvd' and 'North Harbor Boulevard' are the same. */
export interface StreetName {
  /** The words without direction and, unless the name is a number, without type: ['harbor'], ['4'] of 'Fourth St'. */
  words: string[];
  /** 'n', 'sw'; null without one, and where it is the name: 'E Street'. */
  direction: string | null;
  /** 'blvd'; null without one. */
  type: string | null;
}

/** Reads the name of a street in any spelling, as `readAddress` returns it. */
export function readStreetName(street: string): StreetName {
  const words = toPlainLetters(street)
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => NUMERALS.get(word) ?? word.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1'));
  const isNamed = (word: string) => !DIRECTIONS.has(word) && !ROUTES.has(word);
  // Of 'E Street' and '1 North East St' the last direction is the name.
  const named = words.filter((word) => isNamed(word) && !STREET_TYPES.has(word));
  const direction = words.findLast((word) => DIRECTIONS.has(word));
  const type = words.findLast((word) => STREET_TYPES.has(word));
  const isDirectionName = named.length === 0 && direction !== undefined;
  return {
    words: named.length > 0 ? named : isDirectionName ? [direction] : words.filter(isNamed),
    direction: isDirectionName || direction === undefined ? null : (DIRECTIONS.get(direction) ?? null),
    type: type === undefined ? null : (STREET_TYPES.get(type) ?? null),
  };
}

/** The number of a house without letters, leading zeros and the hyphen of the desert: '2701' of '2701C', '39000' of '39-000'. */
export function toHouseNumber(number: string): string {
  if (/^one$/i.test(number)) return '1';
  const [, digits = ''] = /^(\d+)/.exec(number.replace(/^(\d{2})-(\d{3})\b/, '$1$2')) ?? [];
  return digits.replace(/^0+(?=.)/, '');
}

/** In lower case, without accents. */
export const toPlainLetters = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Words by each spelling of them: a line has the short form first. */
const toSpellings = (lines: string) =>
  new Map(
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const spellings = line.trim().split(' ');
        return spellings.map((spelling): [string, string] => [spelling, spellings[0] as string]);
      }),
  );

const DIRECTIONS = toSpellings(`
  n north
  s south so
  e east
  w west
  ne
  nw
  se
  sw`);
const ROUTES = new Set('us ca sr state route rte hwy highway'.split(' '));
const STREET_TYPES = toSpellings(`
  aly alley
  ave av avenue
  blvd boulevard blv bl
  cir circle
  ct court
  dr drive
  expy expressway
  fwy freeway
  ln lane
  loop lp
  pkwy pky parkway
  pl place
  plz plaza
  rd road
  row
  sq square
  st str street
  ter terrace
  trl tr trail
  walk
  way wy`);
const NUMERALS = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'
    .split(' ')
    .map((word, index): [string, string] => [word, `${index + 1}`]),
).set('twentynine', '29');
