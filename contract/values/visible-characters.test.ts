import { expect, test } from 'vitest';
import { countCharacters, hasVisible, takeCharacters, toVisible } from './visible-characters.ts';

const FAMILY = '👨‍👩‍👧‍👦';
const WALES = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}';

test.each([
  ['plain text', 'Joe’s Café', 'Joe’s Café'],
  ['letters and their accents become one character', 'Cafe\u0301', 'Café'],
  ['what has no width goes', 'Ad\u200bmin\u00ad\u2060\ufeff', 'Admin'],
  ['direction controls go', '\u202eevil\u202c \u2066Bar\u2069\u200f', 'evil Bar'],
  ['an emoji keeps its joiners', `${FAMILY} Diner`, `${FAMILY} Diner`],
  ['a heart on fire too, with its selector', '❤️‍🔥 Tacos', '❤️‍🔥 Tacos'],
  ['Persian keeps its joiners', 'نان\u200cخانه', 'نان\u200cخانه'],
  ['Hindi too', 'क्\u200dष', 'क्\u200dष'],
  ['a joiner between Latin letters goes', 'Ca\u200dfe\u200c\u0301', 'Café'],
  ['joiners alone go', '\u200c\u200d', ''],
  ['the flag of Wales stays', `${WALES} Pasties`, `${WALES} Pasties`],
  ['tags elsewhere go', 'Pasties\u{e0067}\u{e007f}', 'Pasties'],
])('Of a text that is stored, %s', (_what, text, stored) => {
  expect(toVisible(text)).toBe(stored);
  expect(toVisible(toVisible(text))).toBe(toVisible(text));
});

test.each([
  ['Al Co', 5],
  ['Al      Co', 5],
  ['Café', 4],
  [FAMILY.repeat(3), 3],
  ['नमस्ते', 3],
  ['🇺🇸🇲🇽', 2],
  ['\u200b\u200b\u200b\u200b\u200b', 0],
  ['\u3164\u3164\u3164\u3164\u3164', 0],
  ['\u2800\u2800\u2800\u2800\u2800', 0],
  ['\uffa0\u115f\u1160\u034f\ufe0f', 0],
  ['\u0301\u0301', 0],
  ['\ue000\ue001', 0],
  ['a\u3164\u3164\u3164b', 2],
  [' \t\n ', 0],
])('of %j a person sees %i characters', (text, count) => {
  expect([hasVisible(text, count), hasVisible(text, count + 1)]).toEqual([true, false]);
});

test('characters are counted as they are stored, without space around them', () => {
  expect(countCharacters('  Cafe\u0301\r\n\u200b🍞 ')).toBe(6);
  expect(countCharacters(FAMILY)).toBe(7);
});

test('the beginning of a text has whole emoji and accented letters', () => {
  expect(takeCharacters('Bakery', 4)).toBe('Bake');
  expect(takeCharacters(`A${FAMILY}B`, 7)).toBe('A');
  expect(takeCharacters(`A${FAMILY}B`, 8)).toBe(`A${FAMILY}`);
  expect(takeCharacters(`a${'\u0301\u0302'.repeat(9)}`, 4)).toHaveLength(4);
});
