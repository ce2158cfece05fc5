import { expect, it } from 'vitest';
import { repairMojibake } from './mojibake.ts';

it.each([
  ['CafÃ© PeÃ±asco', 'Café Peñasco'],
  ['Joeâ€™s â€œDeliâ€\u009d', 'Joe’s “Deli”'],
  ['ÃÁÂ', 'ÃÁÂ'],
  ['Café Peñasco', 'Café Peñasco'],
  ['São Paulo Grill', 'São Paulo Grill'],
  ['CafÃ© and Peñasco', 'CafÃ© and Peñasco'],
  ['寿司 CafÃ©', '寿司 CafÃ©'],
  ['Plain', 'Plain'],
])('%s is %s', (text, repaired) => {
  expect(repairMojibake(text)).toBe(repaired);
});
