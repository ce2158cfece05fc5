import { expect, test } from 'vitest';
import type { Language } from '#contract/i18n/languages.ts';
import { importInLanguage } from '#tests/support/import-in-language.ts';

const importIn = (language: Language) =>
  importInLanguage(language, async () => ({
    ...(await import('./filter-options.ts')),
    ...(await import('./language-filter.tsx')),
  }));

test('in English the filter of spoken languages is not the first, and begins with English', async () => {
  const { IS_LANGUAGE_FIRST, languageOptions } = await importIn('en');
  expect(IS_LANGUAGE_FIRST).toBe(false);
  expect(languageOptions('Any', undefined, undefined).slice(0, 3)).toMatchObject([
    { value: '' },
    { value: 'en' },
    { value: 'es' },
  ]);
});

test('in Spanish the filter of spoken languages is the first, and begins with Spanish', async () => {
  const { IS_LANGUAGE_FIRST, languageOptions } = await importIn('es');
  expect(IS_LANGUAGE_FIRST).toBe(true);
  const options = languageOptions('Cualquiera', undefined, undefined);
  expect(options.slice(0, 3)).toMatchObject([{ value: '' }, { value: 'es', label: 'Español' }, { value: 'en' }]);
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
});

test('filters that leave no result are not offered, and the others have numbers', async () => {
  const { languageOptions, offersLanguages, openOptions, toggleOptions, TOGGLE_FILTERS } = await importIn('en');
  const counts = { open: 12, website: 3, photos: 1000, es: 2 };
  expect(openOptions(counts).map(({ label }) => label)).toEqual(['Open now', 'Open late']);
  expect(openOptions(counts, '24h').map(({ label }) => label)).toEqual(['Open now', 'Open late', 'Open 24 hours']);
  const toggles = toggleOptions(TOGGLE_FILTERS, counts, {});
  expect(toggles.map(({ label }) => label)).toEqual(['Has a website (3)', 'Has photos']);
  expect(toggleOptions(TOGGLE_FILTERS, {}, { photos: 'true' })).toMatchObject([{ label: 'Has photos' }]);
  expect(languageOptions('Any', counts, undefined)).toMatchObject([{ label: 'Any' }, { label: 'Spanish (2)' }]);
  expect([offersLanguages(counts, undefined), offersLanguages({}, undefined), offersLanguages({}, 'es')]).toEqual([
    true,
    false,
    true,
  ]);
});
