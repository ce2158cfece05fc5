import { expect, test } from 'vitest';
import type { HelpSection } from '#contract/content.ts';
import { filterQuestions } from './filter-questions.ts';

const sections: HelpSection[] = [
  {
    id: 'payments',
    title: 'Payments',
    questions: [
      { id: 'pay', question: 'How can I pay?', answer: '<p>By <strong>card</strong>.</p>' },
      { id: 'back', question: 'Can I get my money back?', answer: '<p>Within 7 days, to the card.</p>' },
    ],
  },
  {
    id: 'accounts',
    title: 'Accounts',
    questions: [{ id: 'new', question: 'How do I begin?', answer: '<p>Here.</p>' }],
  },
];
const findIds = (query: string) =>
  filterQuestions(query, sections).map(({ questions }) => questions.map(({ id }) => id));

test('a question matches if all words are in its question or answer, ignoring case', () => {
  expect(findIds('card')).toEqual([['pay', 'back']]);
  expect(findIds('CARD  money')).toEqual([['back']]);
  expect(findIds('begin')).toEqual([['new']]);
  expect(findIds('card begin')).toEqual([]);
});

test('HTML tags are not searched', () => {
  expect(findIds('strong')).toEqual([]);
});

test('an empty query matches all questions', () => {
  expect(findIds('  ')).toEqual([['pay', 'back'], ['new']]);
});
