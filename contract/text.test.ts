import { expect, test } from 'vitest';
import { firstSentence } from './text.ts';

test('the first sentence ends at a mark before a space, whatever the lines, and a long one has an ellipsis', () => {
  expect(firstSentence('Fresh bread daily.\nOpen at 6 a.m. on Sundays.')).toBe('Fresh bread daily.');
  expect(firstSentence('Since 1987\nyour 3.5-ton\ttow truck! Call us.')).toBe('Since 1987 your 3.5-ton tow truck!');
  expect(firstSentence('St. Mary’s bakes. Every day.')).toBe('St. Mary’s bakes.');
  expect(firstSentence('No mark at all')).toBe('No mark at all');
  expect(firstSentence('🍞'.repeat(200))).toBe(`${'🍞'.repeat(159)}…`);
});
