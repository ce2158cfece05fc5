import { t } from '#contract/i18n/t.ts';
import { isCountySlug } from './county-slug.ts';

/** Guesses a name from a slug, for use until the name is loaded: 'orange-county' → 'Orange County'. */
export function slugToName(slug: string): string {
  if (isCountySlug(slug)) return t('{county} County', { county: slugToName(slug.replace(/-county$/, '')) });
  return slug.replaceAll('-', ' ').replace(/(?<!\S)\S/g, (letter) => letter.toUpperCase());
}
