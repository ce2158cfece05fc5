/** The slugs of the eight counties, in the order in which their pictures are kept. */
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

/** Whether a slug is one of the eight counties'. */
export const isCounty = (slug: string): slug is CountySlug => (COUNTY_SLUGS as readonly string[]).includes(slug);
