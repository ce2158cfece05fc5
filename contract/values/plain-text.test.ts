import { expect, it } from 'vitest';
import { toCellText, toPlainText } from './plain-text.ts';

it.each([
  ['９２６１４', '92614'],
  ['9\u200b26\u00ad14\ufeff', '92614'],
  ['\u202e92614\u202c', '92614'],
  ['949–555‑0100', '949-555-0100'],
  ['\u00a0 949\u2003555\t\n0100 ', '949 555 0100'],
  ['−5', '-5'],
  ['', ''],
])('%j is %j as a keyboard writes it', (typed, plain) => expect(toPlainText(typed)).toBe(plain));

it.each([
  ['="92614"', '92614'],
  ["'92614", '92614'],
  ['"92614"', '92614'],
  ['=92614', '92614'],
  ["' 92614 '", '92614'],
  ['＝"92614"', '92614'],
  ["92614's", "92614's"],
])('The cell %s says %s', (cell, text) => expect(toCellText(cell)).toBe(text));
