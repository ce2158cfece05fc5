import type { Language } from '#contract/i18n/languages.ts';
import { LOCALE } from './language.ts';

const names = new Intl.DisplayNames(LOCALE, { type: 'language' });

/** The name of a language in a sentence of these pages: 'Spanish', 'español'. */
export const nameLanguage = (language: Language): string => names.of(language) ?? language;
