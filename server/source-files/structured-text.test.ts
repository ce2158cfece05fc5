import { expect, it } from 'vitest';
import { BLANK_FIELDS } from './rows.ts';
import { readStructured, unwrapFields } from './structured-text.ts';

it.each([
  ['["a","b"]', ['a', 'b']],
  ["['Café, Tea','Joe\\'s']", ['Café, Tea', "Joe's"]],
  [`["Women's Store", 'a "b"']`, ["Women's Store", 'a "b"']],
  [
    "{'primary': 'Harbor', 'common': None, 'n': 1.5, 'is': True}",
    { primary: 'Harbor', common: null, n: 1.5, is: true },
  ],
  ['[]', []],
  ['[solidcore]', undefined],
  ['{Curly} Salon', undefined],
  ['[1', undefined],
])('%s', (text, value) => {
  expect(readStructured(text)).toEqual(value);
});

it('structured text of a table becomes what it says', () => {
  const fields = {
    ...BLANK_FIELDS,
    name: '{"primary":"Harbor Deli","common":null}',
    address: '[{"freeform":"606 Main St","locality":"Irvine","postcode":"92614","region":"CA"}]',
    city: 'Costa Mesa',
    phone: '["+19495550160"]',
    category_raw: "['Retail > Florist']",
    website: '{}',
  };
  unwrapFields(fields);
  expect(fields).toMatchObject({
    ...{ name: 'Harbor Deli', address: '606 Main St', city: 'Costa Mesa', state: 'CA', zip: '92614' },
    ...{ phone: '+19495550160', category_raw: 'Retail > Florist', website: '' },
  });
});
