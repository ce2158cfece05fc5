import type { AdminCategory } from '#contract/admin/categories.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';

/** The name of a category in the language of the page. */
export const shownName = ({ name, names }: Pick<AdminCategory, 'name' | 'names'>): string => names[LANGUAGE] ?? name;
