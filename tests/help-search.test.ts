import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#contract/i18n/languages.ts';
import type { TextsByKind } from '#server/content/compile-text.ts';
import { assembleHelp } from '#server/content/help.ts';
import { readReleaseTexts } from '#server/content/release-texts.ts';
import { findKind, splitTextKey, toTextKey } from '#server/content/text-keys.ts';
import { importInLanguage } from '#tests/support/import-in-language.ts';
import { SPANISH_HELP_QUESTIONS } from './help-questions.es.ts';
import { HELP_QUESTIONS } from './help-questions.ts';

const QUESTIONS = { en: HELP_QUESTIONS, es: SPANISH_HELP_QUESTIONS };

const texts = readReleaseTexts(() => true);

function readHelp(language: Language) {
  const words = texts.get(toTextKey('help-words', language))?.compiled as TextsByKind['words'];
  const parts = [...texts].filter(([key]) => findKind(key) === 'help' && splitTextKey(key).language === language);
  const compiled = parts.map(([, part]) => part.compiled as TextsByKind['help']);
  return { words, ...assembleHelp(compiled, words) };
}

/** The search of the pages in a language. */
async function loadSearch(language: Language) {
  const { searchAnswers } = await importInLanguage(language, () => import('#web/content/search-answers.ts'));
  return searchAnswers;
}

describe.each(LANGUAGES)('In the language %s', async (language) => {
  const { sections, words } = readHelp(language);
  const searchAnswers = await loadSearch(language);

  test.each(QUESTIONS[language])('the help understands “%s”', (typed, first) => {
    const [best] = searchAnswers(typed, sections);
    expect(first.length > 0 ? first : [undefined]).toContain(best?.id);
  });

  test('each question has words of its own, and no words are of an unknown question', () => {
    const questions = sections.flatMap((section) => section.questions);
    expect(questions.filter((question) => !question.words)).toEqual([]);
    expect(Object.keys(words.words).filter((id) => !questions.some((question) => question.id === id))).toEqual([]);
  });
});
