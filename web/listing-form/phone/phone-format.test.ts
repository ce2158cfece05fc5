import { describe, expect, test } from 'vitest';
import { deleteDigit, deletesOnlyPunctuation, formatPhone } from './phone-format.ts';

/** A text with a bar where the caret stands. */
const read = (shown: string) => ({ text: shown.replace('|', ''), caret: shown.indexOf('|') });
const written = ({ text, caret }: { text: string; caret: number }) => `${text.slice(0, caret)}|${text.slice(caret)}`;

describe('A phone number takes its form', () => {
  test.each([
    // As it is typed
    ['9|', '(9|'],
    ['(949|', '(949|'],
    ['(9495|', '(949) 5|'],
    ['(949) 5550|', '(949) 555-0|'],
    ['(949) 555-0100|', '(949) 555-0100|'],
    // With marks typed along
    ['(949)|', '(949) |'],
    ['949-|', '(949) |'],
    ['(949) 555.|', '(949) 555-|'],
    // Pasted or filled in
    ['9495550100|', '(949) 555-0100|'],
    ['949.555.0100|', '(949) 555-0100|'],
    [' 1 (949) 555 0100|', '(949) 555-0100|'],
    ['19495550100|', '(949) 555-0100|'],
    // With an extension
    ['9495550100 |', '(949) 555-0100 |'],
    ['949-555-0100 x12|', '(949) 555-0100 x12|'],
    ['949-555-0100 x|12', '(949) 555-0100 x|12'],
    ['9495550100 ext. 5|', '(949) 555-0100 ext. 5|'],
    // In the middle
    ['(9419|) 555-0100', '(941) 9|55-50100'],
    ['(94|) 555-0100', '(94|5) 550-100'],
    ['(949) 55|-0100', '(949) 55|0-100'],
    ['|(949) 555-0100', '(|949) 555-0100'],
    // Deleted
    ['(949) |', '(949) |'],
    ['(949) 555-|', '(949) 555-|'],
    ['(94|', '(94|'],
  ])('%s is shown as %s', (typed, shown) => {
    expect(written(formatPhone(read(typed).text, read(typed).caret))).toBe(shown);
  });

  test.each(['|', '(|', '+|', '+44 20 7946 0958|', '+1 949 555| 0100', '800-FLOWERS|', '(800) FLOW|ERS', 'call us|'])(
    '%s stays as it is',
    (typed) => {
      expect(written(formatPhone(read(typed).text, read(typed).caret))).toBe(typed);
    },
  );

  test('what has its form already keeps it', () => {
    for (const shown of ['(949) 555-0100', '(949) 555-0100 x12', '(949) 5', '(9']) {
      expect(formatPhone(shown).text).toBe(shown);
    }
  });
});

describe('A key that met only punctuation deletes the digit beyond it', () => {
  test.each([
    ['Backspace', 'before', '(949)|', '(94|'],
    ['Backspace', 'before', '(949)|555-0100', '(94|5) 550-100'],
    ['Backspace', 'before', '(949) 555|0100', '(949) 55|0-100'],
    ['Delete', 'after', '(949| 555-0100', '(949|) 550-100'],
    ['Delete', 'after', '(949) 555|0100', '(949) 555|-100'],
  ] as const)('%s, %s: %s becomes %s', (_key, where, left, shown) => {
    expect(written(deleteDigit(read(left), where))).toBe(shown);
  });

  test.each([
    ['(949) 555-0100', '(949)|555-0100', true],
    ['(949) ', '(949)|', true],
    ['(949) 555-0100', '(949) 55|-0100', false],
    ['(949) 555-0100 x12', '(949) 555-0100|x12', false],
    ['+44 20', '+44|20', false],
    ['(800) FLOWERS', '(800) FLOWER|', false],
  ])('of %s, %s was left: %o', (former, left, onlyMarks) => {
    expect(deletesOnlyPunctuation(former, read(left))).toBe(onlyMarks);
  });
});
