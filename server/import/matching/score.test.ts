import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CategoryNode } from '#server/places/gazetteer.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { type Business, toComparable } from './comparable.ts';
import { DOUBTFUL, SAME, score } from './score.ts';
import { createWordWeights } from './word-weights.ts';

const topCategories: Record<string, string> = {
  'farmers-markets': 'food-grocery',
  'grocery-stores': 'food-grocery',
  'coffee-tea': 'food-grocery',
  'hospitals-urgent-care': 'health-medical',
  'department-stores': 'shopping',
  plumbers: 'home-services',
};
const toCategory = (key: string) => ({ key, parent: { key: topCategories[key] } }) as CategoryNode;

type Side = Partial<Business> & { kind?: string };
function getPoints(first: Side, second: Side) {
  const [a, b] = [first, second].map(({ kind = 'plumbers', ...columns }, index) => {
    const business: Business = {
      ...{
        business_name: 'Golden Hour Plumbing',
        description: '',
        address: '100 Main St',
        city: 'Irvine',
        zip: '92614',
      },
      ...{ phone: null, website: null, lat: 33.68, lng: -117.83, source: `Source ${index}`, ...columns },
    };
    return toComparable(business, toCategory(kind));
  }) as [ReturnType<typeof toComparable>, ReturnType<typeof toComparable>];
  return score(a, b, createWordWeights());
}

function compare(first: Side, second: Side) {
  const points = getPoints(first, second);
  return points >= SAME ? 'same' : points >= DOUBTFUL ? 'doubtful' : 'different';
}

it.each(['800', '833', '844', '855', '866', '877', '888'])(
  'a number that begins with %s is that of a chain',
  (prefix) => {
    const local = '(949) 555-0100';
    const renamed = 'Bluebird Rooter';
    for (const phone of [`(${prefix}) 555-0100`, `1-${prefix}-555-0100`])
      expect(compare({ phone }, { phone, business_name: renamed })).toBe('different');
    expect(compare({ phone: local }, { phone: local, business_name: renamed })).toBe('doubtful');
  },
);

const kaiser = { business_name: 'Kaiser Permanente Irvine', kind: 'hospitals-urgent-care' };
const vons = { business_name: 'Vons', kind: 'grocery-stores' };
const sameSource = { source: 'One' };

it.each<[string, string, Side, Side]>([
  ['one business in two sources', 'same', {}, {}],
  ['a name in capitals with its legal form', 'same', {}, { business_name: 'GOLDEN HOUR PLUMBING, INC.' }],
  ['words written as one', 'same', { business_name: 'DollarTree' }, { business_name: 'Dollar Tree' }],
  [
    'a street written as two words',
    'same',
    { ...vons, address: '151 West Base Line Ave' },
    { ...vons, address: '151 W Baseline Rd' },
  ],
  ['an address written otherwise', 'same', { address: '2400 East 4TH ST Ste 5' }, { address: '2400 Fourth Street #5' }],
  ['a hospital and the market on its grounds', 'different', kaiser, { ...kaiser, kind: 'farmers-markets' }],
  ['a store and the counter that names it', 'different', vons, { ...vons, business_name: 'Tasty Wok - Vons Irvine' }],
  ['a store and a shop at its number', 'different', vons, { business_name: 'Ralphs', kind: 'grocery-stores' }],
  ['two branches in a street', 'different', vons, { ...vons, address: '950 Main St' }],
  ['one number of two streets', 'different', vons, { ...vons, address: '100 Alton Pkwy', lat: 33.683 }],
  [
    'two suites of a building',
    'doubtful',
    { ...vons, address: '100 Main St Ste 5' },
    { ...vons, address: '100 Main St Ste 9' },
  ],
  [
    'two units of a suite',
    'doubtful',
    { ...vons, address: '100 Main St Ste 250 Unit 359' },
    { ...vons, address: '100 Main St Ste 250 Unit 360' },
  ],
  [
    'a floor and its suite',
    'same',
    { ...vons, address: '100 Main St Fl 28' },
    { ...vons, address: '100 Main St Ste 2800' },
  ],
  [
    'one telephone, with an extension and a second number',
    'same',
    { address: null, phone: '(949) 555-0100 x12' },
    { address: null, phone: '(949) 555-0199 / (949) 555-0100' },
  ],
  ['two names in one source', 'different', sameSource, { ...sameSource, business_name: 'Golden Hour Plumbing Supply' }],
  [
    'two telephone numbers in one source',
    'doubtful',
    { ...sameSource, ...vons, phone: '(949) 555-0100' },
    { ...sameSource, ...vons, phone: '(949) 555-0101' },
  ],
  ['a store that one source has twice', 'same', { ...sameSource, ...vons }, { ...sameSource, ...vons }],
  ['one name and address of two kinds', 'same', { kind: 'plumbers' }, { kind: 'department-stores' }],
  [
    'a floor and its suite',
    'same',
    { ...vons, address: '100 Main St Fl 28' },
    { ...vons, address: '100 Main St Ste 2800' },
  ],
  [
    'a street that is a letter or a direction',
    'same',
    { ...vons, address: '275 E St' },
    { ...vons, address: '275 E Street' },
  ],
  ['one name and point, the neighbor’s number', 'same', vons, { ...vons, address: '104 Main St' }],
  ['one name and point, the cross street', 'same', vons, { ...vons, address: '100 Alton Pkwy' }],
  // A renamed business.
  [
    'another name, the same address and telephone',
    'doubtful',
    { phone: '(949) 555-0100' },
    { phone: '(949) 555-0100', business_name: 'Bluebird Rooter' },
  ],
  [
    'another name in the same source',
    'different',
    { ...sameSource, phone: '(949) 555-0100' },
    { ...sameSource, phone: '(949) 555-0100', business_name: 'Bluebird Rooter' },
  ],
  ...(
    [
      ['Green House', 'Green Maya Coffee', 'coffee-tea'],
      ['Salgado’s Little Kitchen', 'Salgados Produce', 'grocery-stores'],
      ['Dollar Tree', 'Family Dollar', 'department-stores'],
      ['Bentley Westlake', 'Westlake Hyundai', 'department-stores'],
    ] as const
  ).map(([name, other, kind]): [string, string, Side, Side] => [
    `${name} and ${other}`,
    'doubtful',
    { business_name: name, kind, phone: '(949) 555-0100' },
    { business_name: other, kind, phone: '(949) 555-0100' },
  ]),
  // One name within the other one, at one address.
  ...(
    [
      ['Brea Bowl', 'Brea Bowling Center', 'doubtful'],
      ['Olive Tree Cafe', 'Olive Tree Mediterranean Grill', 'doubtful'],
      ['Irvine Plaza Dental', 'Irvine Plaza Nails', 'different'],
      ['Irvine Nails', 'Irvine Florist', 'different'],
    ] as const
  ).map(([name, other, verdict]): [string, string, Side, Side] => [
    `${name} and ${other}, with two telephones`,
    verdict,
    {
      business_name: name,
      phone: '(949) 555-0100',
      lat: null,
      address: '1700 E Imperial Hwy',
      city: name.startsWith('Brea') ? 'Brea' : 'Irvine',
    },
    {
      business_name: other,
      phone: '(949) 555-0177',
      lat: null,
      address: '1700 E Imperial Hwy',
      city: name.startsWith('Brea') ? 'Brea' : 'Irvine',
    },
  ]),
  ['two days of a market', 'different', { description: 'Open Sundays.' }, { description: 'Open Tuesdays from 8 am.' }],
  [
    'a market at two corners of a block',
    'same',
    { kind: 'farmers-markets', business_name: 'Irvine Farmers Market', address: '3rd St' },
    { kind: 'farmers-markets', business_name: 'Irvine CFM', address: '200 Oak Ave', lat: 33.682 },
  ],
])('%s: %s', (_, verdict, a, b) => {
  expect(compare(a, b)).toBe(verdict);
  expect(compare(b, a)).toBe(verdict);
});

it('a pair has the same score from both sides', () => {
  const streets = [
    '100 Main St',
    '100 Main St Ste 5',
    '100 Main St Ste 5 Unit 2',
    '104 Main St',
    '950 Main St',
    '100 Oak Ave',
  ];
  const phones = ['(949) 555-0100', '(714) 555-0101', '(800) 555-0102', '(949) 555-0100 / (800) 555-0102'];
  const names = [
    'Golden Hour Plumbing',
    'Golden Hour',
    'Golden Hour Plumbing #12',
    'Bluebird Rooter',
    'Irvine Plumbing',
    'Vons',
  ];
  const side = fc.record({
    business_name: fc.constantFrom(...names, 'Irvine Farmers Market Sunday', 'Irvine Farmers Market'),
    description: fc.constantFrom('', 'Branch: North', 'Store 12', 'On Saturdays.'),
    address: fc.constantFrom(...streets, 'Main St & Oak Ave', null),
    zip: fc.constantFrom('92614', '92618'),
    phone: fc.constantFrom(...phones, null),
    website: fc.constantFrom('https://golden.example', 'https://golden.example/irvine', 'https://other.example', null),
    lat: fc.constantFrom(33.68, 33.6803, 33.683, 33.7, null),
    source: fc.constantFrom('One', 'Two', null),
    kind: fc.constantFrom(...Object.keys(topCategories)),
  });
  fc.assert(
    fc.property(side, side, (a, b) => {
      expect(getPoints(a, b)).toBeCloseTo(getPoints(b, a), 9);
    }),
    { numRuns: repetitions(200, 20_000) },
  );
});
