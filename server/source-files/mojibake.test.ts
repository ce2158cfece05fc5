import { expect, it } from 'vitest';
import { repairMojibake } from './mojibake.ts';

it.each([
  ['CafÃ© PeÃ±asco', 'Café Peñasco'],
  ['Joeâ€™s â€œDeliâ€\u009d', 'Joe’s “Deli”'],
  ['ÃÁÂ', 'ÃÁÂ'],
  ['Café Peñasco', 'Café Peñasco'],
  ['São Paulo Grill', 'São Paulo Grill'],
  // Beside what is right, and broken twice or three times.
  ['CafÃ© and Peñasco', 'Café and Peñasco'],
  ['寿司 CafÃ©', '寿司 Café'],
  ['PanaderÃƒÂ\u00ada LÃ³pez', 'Panadería López'],
  ['PanaderÃƒÂ\u00ada LÃƒÂ³pez', 'Panadería López'],
  ['CafÃƒÆ’Ã‚Â©', 'Café'],
  ['Joeâ€™s Peñasco', 'Joe’s Peñasco'],
  ['Ångström & Ærø', 'Ångström & Ærø'],
  ['Plain', 'Plain'],
])('%s is %s', (text, repaired) => {
  expect(repairMojibake(text)).toBe(repaired);
});
