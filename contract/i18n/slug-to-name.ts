import { COUNTY_NAMES } from './county-names.ts';

/** Guesses a name from a slug, for use until the name is loaded: 'orange-county' → 'Orange County'. */
export const slugToName = (slug: string): string =>
  COUNTY_NAMES[slug] ?? slug.replaceAll('-', ' ').replace(/(?<!\S)\S/g, (letter) => letter.toUpperCase());
