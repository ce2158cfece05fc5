import { expect, it } from 'vitest';
import { splitFullAddress } from './full-address.ts';

it.each([
  ['320 E 4th St, Santa Ana, CA 92701', ['320 E 4th St', 'Santa Ana', 'CA', '92701']],
  [
    '320 E 4th St, Ste 5, Santa Ana, California 92701-1234, USA',
    ['320 E 4th St, Ste 5', 'Santa Ana', 'California', '92701-1234'],
  ],
  ['320 E 4th St, Santa Ana, CA', ['320 E 4th St', 'Santa Ana', 'CA', '']],
  ['320 E 4th St, Santa Ana, 92701', ['320 E 4th St', 'Santa Ana', '', '92701']],
  ['320 E 4th St', ['320 E 4th St', '', '', '']],
  ['', ['', '', '', '']],
])('%s', (text, parts) => {
  expect(Object.values(splitFullAddress(text))).toEqual(parts);
});
