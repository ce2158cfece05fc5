import { LANGUAGE_CODES, type LanguageCode } from '#contract/i18n/language-codes.ts';
import { t } from '#contract/i18n/t.ts';
import { LOCALE } from '#web/base/i18n/language.ts';

const names = new Intl.DisplayNames(LOCALE, { type: 'language' });

// `Intl` begins names with a small letter where sentences do, and has none for the sign language in Spanish.
function getName(code: LanguageCode) {
  const name = code === 'ase' ? t('American Sign Language') : (names.of(code) ?? code);
  return name.charAt(0).toLocaleUpperCase(LOCALE) + name.slice(1);
}

/** The languages by their names, for a select. Made once: looking these up takes a fiftieth of the time of a page. */
export const LANGUAGES = LANGUAGE_CODES.map((value) => ({ value, label: getName(value) }));
