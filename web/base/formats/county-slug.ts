/** Whether a slug is that of a county, or of the location 'Orange County'. */
export const isCountySlug = (slug: string) => slug.endsWith('-county');
