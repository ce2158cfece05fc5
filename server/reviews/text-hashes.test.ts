import { expect, it } from 'vitest';
import { hashText } from './text-hashes.ts';

const TEXT =
  'They came on time for the water heater of my mother, and explained every step. Brakes: 45 minutes, $120, and the price was what they had said.';
const share = (a: string, b: string) => {
  const others = new Set(hashText(b));
  return hashText(a).filter((hash) => others.has(hash)).length;
};

it('Texts that are much alike share hashes, others do not', () => {
  expect(share(TEXT, TEXT)).toBe(10);
  expect(share(TEXT, TEXT.toUpperCase().replaceAll(',', ' –'))).toBe(10);
  expect(share(TEXT, `Really, ${TEXT} Thanks!`)).toBeGreaterThanOrEqual(6);
  expect(share(TEXT, TEXT.replace('mother', 'landlord').replace('45', '50'))).toBeGreaterThanOrEqual(3);
  expect(
    share(TEXT, 'Friendly people, fair prices, and they swept the floor before they left the house on Sunday evening.'),
  ).toBe(0);
});

it('Any text has them, as 32-bit integers', () => {
  expect(hashText('')).toEqual([]);
  expect(hashText('!?')).toEqual([]);
  expect(hashText('Bien.')).toHaveLength(10);
  for (const hash of hashText('日本語 のテキスト です、とても良い。')) expect(hash | 0).toBe(hash);
});
