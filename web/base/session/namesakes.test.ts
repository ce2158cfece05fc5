import { expect, test } from 'vitest';
import { toOptionLabel } from './namesakes.ts';

const listing = (title: string, street: string | null, city = 'Irvine', zipCode: string | null = '92614') => ({
  title,
  street,
  city,
  zipCode,
});

test.each([
  ['Taco Stand', 'one of its name', [listing('Taco Stand', '18 Main St'), listing('Taco Shop', '20 Main St')]],
  [
    'Taco Stand (18 Main St, Irvine)',
    'a namesake on another street',
    [listing('Taco Stand', '18 Main St'), listing('taco stand ', '4 Harbor Blvd')],
  ],
  [
    'Taco Stand (Irvine 92614)',
    'a namesake without a street',
    [listing('Taco Stand', null), listing('Taco Stand', '4 Harbor Blvd')],
  ],
  [
    'Taco Stand (Irvine)',
    'a namesake without a street or ZIP code',
    [listing('Taco Stand', null, 'Irvine', null), listing('Taco Stand', null, 'Tustin')],
  ],
])('%s is the option of %s', (label, _case, listings) => {
  expect(toOptionLabel(listings[0] as (typeof listings)[number], listings)).toBe(label);
});
