import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '#tests/support/long-run.ts';
import { printAddress, readAddress, toStreetLine } from './address.ts';

const read = (typed: string) => {
  const { units, ...parts } = readAddress(typed);
  return { ...parts, units: units.map(({ value }) => value) };
};
const NOTHING = { number: null, street: null, units: [], box: null, mailbox: null };

describe('An address', () => {
  it.each<[string, Partial<ReturnType<typeof read>>]>([
    ['4255 Campus Dr', { number: '4255', street: 'Campus Dr' }],
    ['3800 W Sunflower Ave, Suite 210', { number: '3800', street: 'W Sunflower Ave', units: ['210'] }],
    ['2701C Harbor Blvd #D102', { number: '2701C', street: 'Harbor Blvd', units: ['D102'] }],
    ['39-000 Bob Hope Dr', { number: '39-000', street: 'Bob Hope Dr' }],
    ['123 1/2 Main St', { number: '123 1/2', street: 'Main St' }],
    ['One Civic Center Plaza', { number: 'One', street: 'Civic Center Plaza' }],
    ['N 750 IMPERIAL AVE', { number: '750', street: 'N IMPERIAL AVE' }],
    ['4077 5th Ave', { number: '4077', street: '5th Ave' }],
    ['57590 29 Palms Hwy', { number: '57590', street: '29 Palms Hwy' }],
    ['30250 Highway 78', { number: '30250', street: 'Highway 78' }],
    ['17401 Ventura Blvd Ste 250 Unit 359', { number: '17401', street: 'Ventura Blvd', units: ['250', '359'] }],
    ['355 S Grand Ave Fl 28', { number: '355', street: 'S Grand Ave', units: ['28'] }],
    ['355 S Grand Ave, 28th Floor', { number: '355', street: 'S Grand Ave', units: ['28'] }],
    ['505 #B Bear Mountain Blvd', { number: '505', street: 'Bear Mountain Blvd', units: ['B'] }],
    ['3590 Tyler Street Ste. B (105)', { number: '3590', street: 'Tyler Street', units: ['B'] }],
    ['99 Building Materials Way', { number: '99', street: 'Building Materials Way' }],
    ['Wilson Park, 2400 Jefferson St., Torrance', { number: '2400', street: 'Jefferson St.' }],
    ['4255 Campus Dr, Irvine, CA 92614', { number: '4255', street: 'Campus Dr' }],
    ['PO Box 4126', { box: '4126' }],
    ['P.O. Box 4126', { box: '4126' }],
    ['Post Office Box 4126', { box: '4126' }],
    ['POB 4126', { box: '4126' }],
    ['Apartado Postal 12', { box: '12' }],
    ['100 Main St, PO Box 4126', { number: '100', street: 'Main St', box: '4126' }],
    ['100 Main St PMB 120', { number: '100', street: 'Main St', mailbox: '120' }],
    ['PMB #120, 100 Main St', { number: '100', street: 'Main St', mailbox: '120' }],
    ['N. Figueroa St. & Avenue 58', { street: 'N. Figueroa St. & Avenue 58' }],
    ['Adams and Vermont', { street: 'Adams and Vermont' }],
    ['Fashion Island', { street: 'Fashion Island' }],
    ['By appointment only', {}],
    ['Mobile service throughout Orange County', {}],
    ['Call for address', {}],
    ['Call 949-555-0100', {}],
    ['Online only', {}],
    ['Open 24 hours', {}],
    ['Con cita', {}],
    ['N/A', {}],
    ['2-Mar', {}],
    ['Suite 200', { units: ['200'] }],
    ['100 Main St (by appointment only)', { number: '100', street: 'Main St' }],
    ['', {}],
  ])('%j has its parts', (typed, parts) => expect(read(typed)).toEqual({ ...NOTHING, ...parts }));

  it.each([
    ['3800 W Sunflower Ave, Suite 210', '3800 W Sunflower Ave'],
    ['Fashion Island', 'Fashion Island'],
    ['PO Box 4126', null],
    ['By appointment only', null],
    ['Suite 200', null],
  ])('%j leads a map to %s', (typed, line) => expect(toStreetLine(readAddress(typed))).toBe(line));

  it('reads what it printed as the same', () => {
    const optional = (...texts: string[]) => fc.constantFrom('', ...texts);
    const parts = fc.tuple(
      optional('12', '39-000', '2701C', '123 1/2', 'One', 'N 750', 'Wilson Park, 5'),
      optional('N', 'West', 'S.'),
      optional('Main', '5th', 'Campus', 'E', 'Highway 78', 'La Cañada', 'Main St &'),
      optional('St', 'Dr.', 'AVENUE', 'Blvd'),
      optional(', Ste 250', ' #A-1', ' Fl 28', ', Bldg F', ' 2nd Floor', ' Unit 4\u20135'),
      optional(' Unit 359', ' #B', ', Room C'),
      optional(', PO Box 4126', ' PMB #12', ', P.O. BOX 7', ' (rear)'),
      optional(', Irvine', ', CA 92614', ' by appointment only'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          parts.map((all) => all.join(' ')),
        ),
        (text) => {
          const printed = printAddress(readAddress(text));
          expect(printAddress(readAddress(printed))).toBe(printed);
        },
      ),
      { numRuns: repetitions(3_000, 100_000) },
    );
  });

  it('has parts whatever the text', () => {
    const word = fc.constantFrom(
      ...'Main,St,PO,Box,PMB,Ste,#,Unit,Fl,Floor,Highway,One,5th,12,39-000,1/2,(,only,-,2-Mar'.split(','),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => void readAddress(words.join(' '))),
      { numRuns: repetitions(1_000, 100_000) },
    );
  });
});
