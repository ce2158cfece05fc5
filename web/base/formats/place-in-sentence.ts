import { t } from '#contract/i18n/t.ts';
import { isCountySlug } from './county-slug.ts';

/** The name of a place as it follows a preposition: in Spanish a county has an article, 'en el Condado de Orange'. */
export const placeInSentence = ({ name, slug = '' }: { name: string; slug?: string }): string =>
  isCountySlug(slug) ? t('{county}', { county: name }, 'after a preposition') : name;
