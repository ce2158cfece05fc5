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

test('answers are found by all the words of a search, in question or answer, whatever their case', () => {
  expect(findIds('card')).toEqual([['pay', 'back']]);
  expect(findIds('CARD  money')).toEqual([['back']]);
  expect(findIds('begin')).toEqual([['new']]);
  expect(findIds('card begin')).toEqual([]);
});

test('what only the markup says is not found', () => {
  expect(findIds('strong')).toEqual([]);
});

test('without words there is everything', () => {
  expect(findIds('  ')).toEqual([['pay', 'back'], ['new']]);
});
