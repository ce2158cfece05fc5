import { readAddress } from '#contract/values/address.ts';

/** A street address in the parts by which two addresses are compared. */
export interface AddressParts {
  /** Without leading zeros and letters: '2701' of '2701C', '39000' of '39-000'. */
  number: string | null;
  /** The words of the street without direction and, unless the name is a number, without type: 'fourth'. */
  street: string[];
  /** Of suites, units, spaces and mailboxes: '250' and '359' of 'Ste 250 Unit 359'. A floor is none: 'Fl 28' may be 'Ste 2800'. */
  units: string[];
}

/** Splits an address: '2400 East 4TH ST Suite 5' and '2400 E. Fourth Street #5' are the same. */
export function parseAddress(address: string | null): AddressParts {
  const { number, street, units, mailbox } = readAddress(address ?? '');
  const words = toPlainLetters(street ?? '')
    .replace(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => NUMERALS.get(word) ?? word.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1'));
  const isNamed = (word: string) => !DIRECTIONS.has(word) && !ROUTES.has(word);
  // Of 'E Street' and '1 North East St' the last direction is the name.
  const named = words.filter((word) => isNamed(word) && !STREET_TYPES.has(word));
  const direction = words.findLast((word) => DIRECTIONS.has(word));
  return {
    number: number && toNumberKey(number),
    street: named.length > 0 ? named : direction ? [direction] : words.filter(isNamed),
    units: [
      ...units.filter(({ word }) => word !== 'Floor').map(({ value }) => value),
      ...(mailbox ? [mailbox] : []),
    ].map(toUnitKey),
  };
}

const toPlainLetters = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function toNumberKey(number: string) {
  if (/^one$/i.test(number)) return '1';
  const [, digits = ''] = /^(\d+)/.exec(number.replace(/^(\d{2})-(\d{3})\b/, '$1$2')) ?? [];
  return digits.replace(/^0+(?=.)/, '');
}

const toUnitKey = (unit: string) =>
  toPlainLetters(unit)
    .replace(/[^a-z0-9]/g, '')
    .replace(/^0+(?=.)/, '');

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
