import { expect, test } from 'vitest';
import type { TextsByKind } from '#server/content/compile-text.ts';
import { assembleHelp } from '#server/content/help.ts';
import { type ReleaseText, readReleaseTexts } from '#server/content/release-texts.ts';
import { searchAnswers } from '#web/content/search-answers.ts';
import { HELP_QUESTIONS } from './help-questions.ts';

const texts = readReleaseTexts(() => true);
const words = texts.get('help-words')?.compiled as TextsByKind['words'];
const parts = [...texts].filter(([key]) => key.startsWith('help/')) as [string, ReleaseText][];
const { sections } = assembleHelp(
  parts.map(([, { compiled }]) => compiled as TextsByKind['help']),
  words,
);
const questions = sections.flatMap((section) => section.questions);

test.each(HELP_QUESTIONS)('the help understands “%s”', (typed, first) => {
  const [best] = searchAnswers(typed, sections);
  expect(first.length > 0 ? first : [undefined]).toContain(best?.id);
});

test('each question has words of its own, and no words are of an unknown question', () => {
  expect(questions.filter(({ words }) => !words)).toEqual([]);
  expect(Object.keys(words).filter((id) => !questions.some((question) => question.id === id))).toEqual([]);
});
