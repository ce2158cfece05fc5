import { describe, expect, it } from 'vitest';
import { LISTING_FIELD_NAMES } from '#contract/listing-fields/listing-fields.ts';
import { findFaultyScreen, SCREENS } from './screens.ts';

describe('The screens of the form', () => {
  it('have every field once', () => {
    const fields = SCREENS.flatMap((screen) => screen.fields);
    expect(fields.toSorted()).toEqual(LISTING_FIELD_NAMES.toSorted());
  });

  it('ask what and where first, and have photos first on the second, with all hours', () => {
    expect(SCREENS[0]?.fields).toEqual(
      expect.arrayContaining(['title', 'translations', 'zipCode', 'pin', 'categoryId', 'locationId']),
    );
    expect(SCREENS[1]?.fields.slice(0, 2)).toEqual(['logo', 'photos']);
    expect(SCREENS[1]?.fields).toEqual(expect.arrayContaining(['hours', 'specialHours', 'holidayNote']));
  });

  it('lead back to the first one with an invalid field', () => {
    expect(findFaultyScreen((name) => name === 'tags' || name === 'hours')).toBe(1);
    expect(findFaultyScreen(() => false)).toBe(-1);
  });
});
