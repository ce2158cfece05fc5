/** A street address in the parts by which two addresses are compared. */
export interface AddressParts {
  /** Without leading zeros and letters: '2701' of '2701C', '39000' of '39-000'. */
  number: string | null;
  /** The words of the street without direction and, unless the name is a number, without type: 'fourth'. */
  street: string[];
  /** The suite, unit or space. */
  unit: string | null;
}

/** Splits an address: '2400 East 4TH ST Suite 5' and '2400 E. Fourth Street #5' are the same. */
export function parseAddress(address: string | null): AddressParts {
  let unit: string | null = null;
  const text = (address ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(UNIT, (_, marked?: string) => {
      unit ??= marked?.replace(/[^a-z0-9]/g, '').replace(/^0+(?=.)/, '') ?? null;
      return ' ';
    });
  // What follows a comma describes the corner or repeats the city.
  const words = (text.split(',').find((part) => /\d|\p{L}{3}/u.test(part)) ?? '')
    .replace(/['’.]/g, '')
    .replace(/\b(\d{2})-(\d{3})\b/g, '$1$2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const at = words.findIndex((word) => /^\d+[a-d]?$/.test(word) || word === 'one');
  const number = at < 0 ? null : words[at] === 'one' ? '1' : (words[at]?.replace(/^0+(?=.)|[a-d]$/g, '') ?? null);
  const street = words
    .filter((word, index) => index !== at && !DIRECTIONS.has(word) && !ROUTES.has(word))
    .map((word) => NUMERALS.get(word) ?? word.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1'));
  const named = street.filter((word) => !STREET_TYPES.has(word));
  return { number, street: named.length > 0 ? named : street, unit };
}

const UNIT =
  /(?:\b(?:suite|ste|unit|apt|apartment|space|spc|bldg|building|dept|floor|fl|room|rm|lot|box|no)\b\.?\s*#?|#)\s*([a-z0-9-]+)\b.*$/;

const DIRECTIONS = new Set('n s e w ne nw se sw north south east west'.split(' '));
const ROUTES = new Set('us ca sr state route rte hwy highway'.split(' '));
const STREET_TYPES = new Set(
  `aly alley ave av avenue blvd boulevard cir circle court ct dr drive expy expressway fwy freeway ln lane lp loop pkwy pky parkway pl
  place plz plaza rd road row sq square st str street ter terrace tr trl trail walk way wy`.split(/\s+/),
);
const NUMERALS = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'
    .split(' ')
    .map((word, index): [string, string] => [word, `${index + 1}`]),
).set('twentynine', '29');
