import { expect, it } from 'vitest';
import { LISTING_FIELD_NAMES } from '#contract/listing-fields/listing-fields.ts';
import { findSections, SECTION_NAMES, SECTIONS } from './sections.ts';

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

it('a listing without a street has no pin', () => {
  expect(findSections({ serviceAreaOnly: false })).toEqual(SECTION_NAMES);
  expect(findSections({ serviceAreaOnly: true })).toEqual(SECTION_NAMES.filter((name) => name !== 'pin'));
});
