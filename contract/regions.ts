import { defineMessage, t } from '#contract/i18n/t.ts';

// No zod here: public pages ship this file.

const LOCATION_LABELS: Record<number, string> = {
  1: 'Los Angeles',
  2: 'San Diego',
  3: defineMessage('Orange County'),
  9: 'Riverside',
};

/** The short label of a listing's location, as cards show it (docs/product.md, Area). */
export const getLocationLabel = (locationId: number) => LOCATION_LABELS[locationId] ?? t('Southern California');

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
