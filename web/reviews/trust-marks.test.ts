import { expect, it } from 'vitest';
import { toTrustMarks } from './trust-marks.ts';

const text = (html: string) => html.replaceAll(/<[^>]*>/g, '').trim();

it('are the stars and their number, also for who hears them', () => {
  const html = toTrustMarks({ rating: { average: 4, count: 12 }, answerMinutes: null });
  expect(text(html)).toBe('4.0 stars (12 reviews)');
  expect(toTrustMarks({ rating: null, answerMinutes: null })).toBe('');
});

it.each([
  [0, 'within an hour'],
  [44, 'within an hour'],
  [45, 'in about 1 hour'],
  [150, 'in about 3 hours'],
  [449, 'in about 7 hours'],
  [450, 'in about 1 business day'],
  [960, 'in about 2 business days'],
])('say how soon the business answers: %d minutes', (answerMinutes, time) => {
  expect(text(toTrustMarks({ rating: null, answerMinutes }))).toBe(`Answers ${time}`);
});
