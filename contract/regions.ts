import { defineMessage } from '#contract/i18n/t.ts';

// No zod here: public pages ship this file.

/** Regions outside Southern California. Their pages have a heading and an offer, but no listings. */
export const REGIONS_OUTSIDE_CALIFORNIA: readonly { name: string; slug: string }[] = [
  { name: 'Dallas–Fort Worth', slug: 'dfw' },
  { name: defineMessage('New York City'), slug: 'nyc' },
  { name: defineMessage('San Francisco Bay Area'), slug: 'sf-bay' },
  { name: 'Chicago', slug: 'chicago' },
  { name: 'Boston', slug: 'boston' },
  { name: 'Phoenix', slug: 'phoenix' },
  { name: 'Las Vegas', slug: 'las-vegas' },
  { name: defineMessage('South Florida'), slug: 'south-florida' },
  { name: 'Seattle', slug: 'seattle' },
  { name: 'Atlanta', slug: 'atlanta' },
  { name: 'Houston', slug: 'houston' },
  { name: defineMessage('London'), slug: 'london' },
  { name: defineMessage('Ireland'), slug: 'ireland' },
];
