import { expect, test } from 'vitest';
import { getInitials } from './initials.ts';

test.each([
  ['Whole Foods Market', 'WF'],
  ['The Home Depot', 'HD'],
  ['7-Eleven #1234', '7E'],
  ['Ralphs #080', 'R'],
  ['Trader Joe’s', 'TJ'],
  ['Salt & Sons', 'SS'],
  ['café', 'C'],
  ['Panadería El Águila', 'PÁ'],
  ['The', 'T'],
  ['محل الزهور', 'ما'],
  ['𝔅ig 𝔖hop', '𝔅𝔖'],
  ['★★★', ''],
  ['', ''],
])('the initials of %s are %s', (name, initials) => expect(getInitials(name)).toBe(initials));
