import { defineMessage } from './t.ts';

// No zod here: public pages ship this file.

/** The names of the eight counties by slug. */
export const COUNTY_NAMES: Readonly<Record<string, string>> = {
  'imperial-county': defineMessage('Imperial County'),
  'kern-county': defineMessage('Kern County'),
  'los-angeles-county': defineMessage('Los Angeles County'),
  'orange-county': defineMessage('Orange County'),
  'riverside-county': defineMessage('Riverside County'),
  'san-bernardino-county': defineMessage('San Bernardino County'),
  'san-diego-county': defineMessage('San Diego County'),
  'ventura-county': defineMessage('Ventura County'),
};
