import { readAddress } from '#contract/values/address.ts';
import { readStreetName, toHouseNumber, toPlainLetters } from '#contract/values/street-name.ts';

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
  return {
    number: number && toHouseNumber(number),
    street: readStreetName(street ?? '').words,
    units: [
      ...units.filter(({ word }) => word !== 'Floor').map(({ value }) => value),
      ...(mailbox ? [mailbox] : []),
    ].map(toUnitKey),
  };
}

const toUnitKey = (unit: string) =>
  toPlainLetters(unit)
    .replace(/[^a-z0-9]/g, '')
    .replace(/^0+(?=.)/, '');
