/** The slugs of the eight counties. */
export const COUNTY_SLUGS = [
  'los-angeles-county',
  'orange-county',
  'san-diego-county',
  'ventura-county',
  'riverside-county',
  'san-bernardino-county',
  'imperial-county',
  'kern-county',
] as const;
export type CountySlug = (typeof COUNTY_SLUGS)[number];

/** Whether a slug is that of one of the eight counties. */
export const isCounty = (slug: string): slug is CountySlug => (COUNTY_SLUGS as readonly string[]).includes(slug);
