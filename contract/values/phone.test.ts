import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repetitions } from '#tests/support/long-run.ts';
import { printPhone, readPhone, toTel } from './phone.ts';
import { MAX_PHONE_LENGTH } from './phone-parts.ts';

const read = (typed: string) => {
  const phone = readPhone(typed);
  return 'fault' in phone ? phone.fault : printPhone(phone);
};
const dial = (typed: string) => {
  const phone = readPhone(typed);
  return 'fault' in phone ? null : toTel(phone);
};

describe('A telephone number', () => {
  it.each([
    '9495550100',
    '(949) 555-0100',
    '(949)555-0100',
    '949.555.0100',
    '949/555-0100',
    '949 5550100',
    '949–555–0100',
    '949\u2011555\u20110100',
    '949 · 555 · 0100',
    '1 (949) 555 - 0100',
    '+1 949 555 0100',
    '+1-949-555-0100',
    '011 1 949 555 0100',
    '9495550100.0',
    '(949) 555-0100.0',
    '9,495,550,100',
    '="9495550100"',
    "'+1 949 555 0100",
    '=9495550100',
    'Tel. 949 555 0100',
    'tel:+19495550100',
    '（９４９）５５５-０１００',
    '949\u200b555\u200b0100',
  ])('%j is (949) 555-0100', (typed) => {
    expect(read(typed)).toBe('(949) 555-0100');
    expect(dial(typed)).toBe('tel:+19495550100');
  });

  it.each([
    ['(949) 555-0100 x12', '(949) 555-0100 x12', 'tel:+19495550100;ext=12'],
    ['9495550100x12', '(949) 555-0100 x12', 'tel:+19495550100;ext=12'],
    ['949.555.0100, ext. 7', '(949) 555-0100 x7', 'tel:+19495550100;ext=7'],
    ['949 555 0100 (extension 7)', '(949) 555-0100 x7', 'tel:+19495550100;ext=7'],
    ['949 555 0100 #4', '(949) 555-0100 x4', 'tel:+19495550100;ext=4'],
    ['949-555-0100 Local 212', '(949) 555-0100 x212', 'tel:+19495550100;ext=212'],
    ['tel:+19495550100;ext=12', '(949) 555-0100 x12', 'tel:+19495550100;ext=12'],
    ['Office: (949) 555-0100', '(949) 555-0100 (Office)', 'tel:+19495550100'],
    ['Text or call 949-555-0100', '(949) 555-0100 (Text or call)', 'tel:+19495550100'],
    ['Cell 949 555 0100 (Ana)', '(949) 555-0100 (Cell, Ana)', 'tel:+19495550100'],
    ['24 hours: 949 555 0100', '(949) 555-0100 (24 hours)', 'tel:+19495550100'],
    ['949 555 0100 24hr', '(949) 555-0100 (24hr)', 'tel:+19495550100'],
    ['(949) 555-0100 24/7', '(949) 555-0100 (24/7)', 'tel:+19495550100'],
    ['24/7 949-555-0100', '(949) 555-0100 (24/7)', 'tel:+19495550100'],
    ['(949) 555-0100 8am-5pm', '(949) 555-0100 (8am-5pm)', 'tel:+19495550100'],
    ['949-555-O100', '(949) 555-0100', 'tel:+19495550100'],
    ['949-555-0100 o 949-555-0199', '(949) 555-0100 / (949) 555-0199', 'tel:+19495550100'],
    ['949 555 0100 Ana Maria', '(949) 555-0100 (Ana Maria)', 'tel:+19495550100'],
    ['(949) 555-0100 / (949) 555-0199', '(949) 555-0100 / (949) 555-0199', 'tel:+19495550100'],
    ['949-555-0100; 949-555-0199', '(949) 555-0100 / (949) 555-0199', 'tel:+19495550100'],
    ['949-555-0100, 949-555-0199', '(949) 555-0100 / (949) 555-0199', 'tel:+19495550100'],
    ['949 555 0100 949 555 0199', '(949) 555-0100 / (949) 555-0199', 'tel:+19495550100'],
    ['9495550100/9495550199', '(949) 555-0100 / (949) 555-0199', 'tel:+19495550100'],
    ['949-555-0100 or 0199', '(949) 555-0100 / (949) 555-0199', 'tel:+19495550100'],
    ['949-555-0100/0199', '(949) 555-0100 / (949) 555-0199', 'tel:+19495550100'],
    ['949-555-0100 / 556-0199', '(949) 555-0100 / (949) 556-0199', 'tel:+19495550100'],
    ['949-555-0100, 949-555-0100', '(949) 555-0100', 'tel:+19495550100'],
    ['1-800-FLOWERS', '1-800-FLOWERS', 'tel:+18003569377'],
    ['800-FLOWERS', '800-FLOWERS', 'tel:+18003569377'],
    ['1-800-Go-Plumber', '1-800-GO-PLUMBER', 'tel:+18004675862'],
    ['1 800 GO FEDEX', '1-800-GO-FEDEX', 'tel:+18004633339'],
    ['1-888-9-DENTAL', '1-888-9-DENTAL', 'tel:+18889336825'],
    ['949-555-CAKE', '949-555-CAKE', 'tel:+19495552253'],
    ['949-555-0100-ANA', '(949) 555-0100 (ANA)', 'tel:+19495550100'],
    ['+52 664 634 1234', '+52 664 634 1234', 'tel:+526646341234'],
    ['+52 1 664 634 1234', '+52 664 634 1234', 'tel:+526646341234'],
    ['011 52 664 634 1234', '+52 664 634 1234', 'tel:+526646341234'],
    ['52 664 634 1234', '+52 664 634 1234', 'tel:+526646341234'],
    ['01 664 634 1234', '+52 664 634 1234', 'tel:+526646341234'],
    ['(664) 634-1234', '+52 664 634 1234', 'tel:+526646341234'],
    ['(55) 1234-5678', '+52 55 1234 5678', 'tel:+525512345678'],
    ['+44 20 7946 0000 x5', '+44 20 7946 0000 x5', 'tel:+442079460000;ext=5'],
    ['+49 (0)30 901820', '+49 30 901820', 'tel:+4930901820'],
  ])('%j is %s, dialed %s', (typed, shown, tel) => {
    expect(read(typed)).toBe(shown);
    expect(dial(typed)).toBe(tel);
    expect([read(shown), dial(shown)]).toEqual([shown, tel]);
  });

  it.each([
    ['', 'none'],
    ['none', 'none'],
    ['#REF!', 'none'],
    ['555-0100', 'incomplete'],
    ['(555) 010-0', 'incomplete'],
    ['555-0100 ext 1234', 'incomplete'],
    ['949-PIZZAS', 'incomplete'],
    ['800 Main Street', 'incomplete'],
    ['(949) 155-0100', 'unassigned'],
    ['111-222-3333', 'unassigned'],
    ['94955501000', 'unassigned'],
    ['949 555 0100 5', 'unassigned'],
    ['949555010094955501991', 'unassigned'],
    ['9.4955501E+09', 'scientific'],
    ['9.495550161E+09', 'scientific'],
    ['9,49555E9', 'scientific'],
  ])('is none in %j: %s', (typed, fault) => expect(read(typed)).toBe(fault));

  it('reads what it printed as the same, whatever the text', () => {
    const part = fc.oneof(
      fc.stringMatching(/^\d{1,10}$/),
      fc.constantFrom(
        '+',
        '(',
        ')',
        '-',
        ' ',
        '/',
        ';',
        ',',
        '.',
        '#',
        'x',
        'ext',
        'or',
        'Office',
        'FLOWERS',
        'GO',
        'é',
        '\u200b',
        '=',
        "'",
      ),
      fc.constantFrom('949', '555', '0100', '800', '9495550100', '+52', '664'),
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const phone = readPhone(text);
        if ('fault' in phone) return;
        const printed = printPhone(phone);
        expect(printed.length).toBeLessThanOrEqual(MAX_PHONE_LENGTH);
        expect(toTel(phone)).toMatch(/^tel:\+\d{7,15}(;ext=\d{1,7})?$/);
        expect([read(printed), dial(printed)]).toEqual([printed, toTel(phone)]);
      }),
      { numRuns: repetitions(3_000, 100_000) },
    );
  });
});
