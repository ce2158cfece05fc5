import { expect, it } from 'vitest';
import { LISTING_FIELD_NAMES } from '#contract/listing-fields/listing-fields.ts';
import { SECTIONS } from './sections.ts';

it('the sections have every field that the specified ones and their choices leave out, once', () => {
  const optional = Object.values(SECTIONS).flatMap(({ fields }): string[] => [...fields]);
  expect(new Set(optional).size).toBe(optional.length);
  const specified = LISTING_FIELD_NAMES.filter((name) => !optional.includes(name));
  expect(specified).toEqual([
    'title',
    'description',
    'businessName',
    'address',
    'city',
    'state',
    'zipCode',
    'phone',
    'email',
    'emailShown',
    'website',
    'categoryId',
    'moreCategoryIds',
    'locationId',
    'imageUrl',
    'premium',
    'serviceAreaOnly',
  ]);
});
