import { expect, it } from 'vitest';
import { splitPlace } from './combined-place.ts';
import { BLANK_FIELDS } from './rows.ts';

type Fields = Partial<typeof BLANK_FIELDS>;

it.each<[Fields, Fields]>([
  [{ city: 'Santa Ana, CA 92701' }, { city: 'Santa Ana', state: 'CA', zip: '92701' }],
  [{ city: 'Santa Ana CA 92701-1234' }, { city: 'Santa Ana', zip: '92701-1234' }],
  [{ city: 'SANTA ANA / CA / 92701' }, { city: 'SANTA ANA', state: 'CA', zip: '92701' }],
  [{ city: 'Santa Ana, California' }, { city: 'Santa Ana', state: 'California', zip: '' }],
  [{ city: 'Santa Ana 92701' }, { city: 'Santa Ana', zip: '92701' }],
  [{ city: 'Reno, NV 89501' }, { city: 'Reno', state: 'NV', zip: '89501' }],
  [
    { city: 'Santa Ana, CA', zip: '92701' },
    { city: 'Santa Ana', zip: '92701' },
  ],
  [
    { city: 'Santa Ana, CA 92705', zip: '92701' },
    { city: 'Santa Ana', zip: '92701' },
  ],
  [
    { city: 'Santa Ana', state: 'CA 92701' },
    { city: 'Santa Ana', state: 'CA', zip: '92701' },
  ],
  // A whole address, of which the columns of city and ZIP code say nothing.
  [
    { address: '320 E 4th St, Ste 5, Santa Ana, CA 92701' },
    { address: '320 E 4th St, Ste 5', city: 'Santa Ana', state: 'CA', zip: '92701' },
  ],
  [
    { address: '320 E 4th St, Santa Ana, CA 92701', city: '320 E 4th St, Santa Ana, CA 92701' },
    { address: '320 E 4th St', city: 'Santa Ana', zip: '92701' },
  ],
  // Nothing to divide.
  [{ city: 'EAST LA' }, { city: 'EAST LA', state: '' }],
  [{ city: 'La Cañada Flintridge' }, { city: 'La Cañada Flintridge' }],
  [{ city: '29 Palms' }, { city: '29 Palms', zip: '' }],
  [{ address: '320 E 4th St, Santa Ana', city: 'Santa Ana' }, { address: '320 E 4th St, Santa Ana' }],
])('%j', (cells, expected) => {
  const fields = { ...BLANK_FIELDS, ...cells };
  splitPlace(fields);
  expect(fields).toMatchObject(expected);
});
