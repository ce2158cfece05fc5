import { describe, expect, test } from 'vitest';
import { checkPrices, fillPrices, namesAmounts } from './price-placeholders.ts';
import { readReleaseTexts } from './release-texts.ts';

const monthly = {
  id: 'monthly',
  name: '',
  level: 'premium',
  months: 1,
  priceCents: 12_050,
  discountPercent: 0,
} as const;
const annual = { ...monthly, id: 'annual', months: 12, priceCents: 90_000, discountPercent: 38 } as const;

test.each([
  ['{price:monthly} a month', '$120.50 a month'],
  ['{price:annual}, {discount:annual} less', '$900, 38% less'],
  ['{price:enhanced} a month', '(not on sale) a month'],
  ['{site} and {prices}', '{site} and {prices}'],
])('%s', (text, filled) => {
  expect(fillPrices(text, [monthly, annual])).toBe(filled);
});

test.each([
  ['a known plan', '{price:monthly} {discount:annual}', []],
  ['an unknown plan', 'One.\n\nFrom {price:premium}', [3]],
  ['no plan', '{price:}\n{discount:basic}', [1, 2]],
])('a placeholder of %s', (_, markdown, lines) => {
  expect(checkPrices(markdown).map(({ line }) => line)).toEqual(lines);
});

describe('an amount in figures', () => {
  test.each([
    ['Premium starts at $100 a month.', true],
    ['Three months cost 10 % less.', true],
    ['Doce meses cuestan 25% menos.', true],
    ['Premium starts at {price:monthly} a month.', false],
    ['Premium lasts 12 months.', false],
    ['Diagnosis $95, credited to the repair.', false],
  ])('%s', (markdown, expected) => {
    expect(namesAmounts({ fields: {}, markdown })).toBe(expected);
    expect(namesAmounts({ fields: { subline: markdown }, markdown: '' })).toBe(expected);
  });

  test('is in no text of the release', () => {
    const texts = [...readReleaseTexts(() => true)];
    expect(texts.filter(([, { source }]) => namesAmounts(source)).map(([key]) => key)).toEqual([]);
  });
});
