import { expect, test } from 'vitest';
import type { Language } from '#contract/i18n/languages.ts';
import { importInLanguage } from '#tests/support/import-in-language.ts';

const importIn = (language: Language) => importInLanguage(language, () => import('./filter-options.ts'));

test('in English the filter of spoken languages is not the first, and begins with English', async () => {
  const { IS_LANGUAGE_FIRST, languageOptions } = await importIn('en');
  expect(IS_LANGUAGE_FIRST).toBe(false);
  expect(languageOptions('Any').slice(0, 3)).toMatchObject([{ value: '' }, { value: 'en' }, { value: 'es' }]);
});

test('in Spanish the filter of spoken languages is the first, and begins with Spanish', async () => {
  const { IS_LANGUAGE_FIRST, languageOptions } = await importIn('es');
  expect(IS_LANGUAGE_FIRST).toBe(true);
  const options = languageOptions('Cualquiera');
  expect(options.slice(0, 3)).toMatchObject([{ value: '' }, { value: 'es', label: 'Español' }, { value: 'en' }]);
  expect(new Set(options.map((option) => 'value' in option && option.value)).size).toBe(options.length);
});
