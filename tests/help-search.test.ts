import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { HelpSection } from '#contract/content.ts';
import { compileTexts, HELP_WORDS_FILE } from '#web/build/compile-texts.ts';
import { searchAnswers } from '#web/content/search-answers.ts';
import { HELP_QUESTIONS } from './help-questions.ts';

const folder = new URL('../content/', import.meta.url);
const files = [HELP_WORDS_FILE, ...readdirSync(new URL('help/', folder)).map((name) => `help/${name}`)];
const texts = compileTexts(new Map(files.map((file) => [file, readFileSync(new URL(file, folder), 'utf8')])));
const { sections } = texts.get('/texts/help.json') as { sections: HelpSection[] };

test.each(HELP_QUESTIONS)('the help understands “%s”', (typed, first) => {
  const [best] = searchAnswers(typed, sections);
  expect(first.length > 0 ? first : [undefined]).toContain(best?.id);
});

test('each question has words of its own, and words of an unknown question are refused', () => {
  const questions = sections.flatMap((section) => section.questions);
  expect(questions.filter(({ words }) => !words)).toEqual([]);
  const sources = new Map([[HELP_WORDS_FILE, 'no-such-question: word']]);
  expect(() => compileTexts(sources)).toThrow("no question 'no-such-question'");
});
