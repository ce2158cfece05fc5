import fc from 'fast-check';
import { expect, it } from 'vitest';
import { repetitions } from '#tests/support/long-run.ts';
import { readCode } from './code.ts';

it.each([
  ['SUMMER25', 'SUMMER25'],
  [' summer 25 ', 'SUMMER25'],
  ['ＳＵＭＭＥＲ２５', 'SUMMER25'],
  ['SUM\u200bMER\u00ad25', 'SUMMER25'],
  ['summer–25', 'SUMMER-25'],
  ['ab12', 'AB12'],
  ['------', ''],
  ['a-b-c-', ''],
  ['\u200b\u200b\u200b\u200b', ''],
  ['', ''],
])('The code %j is %j', (typed, code) => expect(readCode(typed)).toBe(code));

it('reads what it made of a text as the same', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'aZ09-– \u200bＡ２é') }));
  fc.assert(
    fc.property(texts, (text) => {
      const code = readCode(text);
      expect(readCode(code)).toBe(code);
      expect(code).not.toMatch(/[\s\p{Cf}a-z]/u);
    }),
    { numRuns: repetitions(3_000, 100_000) },
  );
});
