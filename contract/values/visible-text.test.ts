import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions } from '#tests/support/long-run.ts';
import { countCharacters } from './visible-characters.ts';
import { multiLine, singleLine } from './visible-text.ts';

const limits = { min: 3, tooShort: 'short', max: 10, tooLong: 'long' };
const line = singleLine(limits);
const lines = multiLine(limits);
const read = (schema: typeof line, text: string) => {
  const { data, error } = schema.safeParse(text);
  return data ?? error?.issues.map(({ message }) => message).join(', ');
};

test.each([
  ['trims a line', line, '  Taco\u00a0\u200b ', 'Taco'],
  ['keeps a line break in a text', lines, 'One\r\nTwo', 'One\nTwo'],
  ['refuses one in a line', line, 'One\nTwo', 'You can’t use control characters here'],
  ['refuses a zero byte', lines, 'One\0Two', 'You can’t use control characters here'],
  ['refuses blanks', line, '\u3164\u3164\u3164\u3164', 'short'],
  ['refuses one emoji of seven code points', line, '👨‍👩‍👧‍👦', 'short'],
  ['counts code points, not code units', line, '🍞'.repeat(10), '🍞'.repeat(10)],
  ['counts letters with their accents once', line, 'e\u0301'.repeat(10), 'é'.repeat(10)],
  ['refuses one character too many', line, '🍞'.repeat(11), 'long'],
  ['refuses a huge text before it is normalized', line, 'e\u0301'.repeat(1e6), 'long'],
])('A schema %s', (_what, schema, text, result) => {
  expect(read(schema, text)).toBe(result);
});

test('nothing that can be seen is nothing where a text is optional', () => {
  expect(singleLine({ max: 5, tooLong: '' }).parse('\u2800\u200b')).toBe('');
});

test('what a schema accepts it accepts again, unchanged, and no text throws', () => {
  const schema = multiLine({ max: 50, tooLong: 'long' });
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const { data } = schema.safeParse(text);
      if (data === undefined) return;
      expect(schema.parse(data)).toBe(data);
      expect(countCharacters(text)).toBe([...data].length === 0 ? countCharacters(text) : [...data].length);
    }),
    { numRuns: repetitions(2000, 100_000) },
  );
});
