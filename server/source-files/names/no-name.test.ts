import { expect, it } from 'vitest';
import { isNoName } from './no-name.ts';

it.each([
  ...['', '???', '-', 'N/A', '#NAME?', '=1+1', '=HYPERLINK("http://evil.example";"Click")', 'DO NOT USE', "Don't use"],
  ...[
    'ACME PLUMBING - DO NOT USE',
    'test',
    'Test Record',
    'DELETE ME',
    'Duplicate',
    'Total: 9',
    'Grand total 1,204',
    'vacant',
  ],
  ...['DBA', 'd/b/a', 'NONE', 'UNKNOWN', 'TBD', 'SAME', 'Same as above', 'SAME AS LEGAL NAME'],
  ...['{"primary":"Harbor Deli"}', "{'primary': 'Harbor Deli'}", '["Harbor Deli"]', '[]', '(unnamed)'],
])('%s is no name', (text) => {
  expect(isNoName(text)).toBe(true);
});

it.each([
  ...[
    'LAUSD',
    '7-11',
    '24',
    '=1+1 Tutors',
    'Test Prep Academy',
    'Total Wine & More',
    'The Void VR',
    'Delete Tattoo Removal',
  ],
  ...[
    ...['[solidcore]', 'Same Day Printing', 'DBA Auto Parts', 'Same'.concat('ness Cafe')],
    '{Curly} Salon',
    'None of the Above Books',
    'Vacant Lot Brewing',
    'Used Cars',
    'Do Not Disturb Spa',
    'Contest Café',
  ],
])('%s is a name', (text) => {
  expect(isNoName(text)).toBe(false);
});
