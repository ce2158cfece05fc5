import fc from 'fast-check';
import { expect, it } from 'vitest';
import { repetitions } from '#tests/support/long-run.ts';
import { readZipCode } from './zip-code.ts';

it.each([
  '92614',
  ' 92614 ',
  '92614-1234',
  '92614 1234',
  '92614–1234',
  '92614 - 1234',
  '926141234',
  '92614-',
  '="92614"',
  "'92614",
  '"92614"',
  '92,614',
  '92614.0',
  '92614.',
  '926141234.0',
  '926,141,234',
  '9.2614E4',
  '9.2614E+04',
  '9,2614E+04',
  '９２６１４',
  '92\u200b614',
  'CA 92614',
  'CA92614-1234',
  'California 92614',
  'US-92614',
  '92614 USA',
  'ZIP: 92614',
  'C.P. 92614',
  '#92614',
])('%j is the ZIP code 92614', (typed) => expect(readZipCode(typed)).toBe('92614'));

it.each([
  '',
  '2614',
  '9261',
  '92614-12',
  '92614-12345',
  '9261 4',
  '926144',
  '9.3E+04',
  '9.261E4',
  '9.2614E5',
  '92614/92612',
  '92614, 92612',
  '-92614',
  '92614.5',
  ...['19.2614E4', '9.2614E44', '92,6141', '192,614', '1926,141,234', '926,141,2345', 'x92,614.0'],
  'V6B 1A1',
  '1234 Main St',
  'Irvine',
])('%j is none: nothing is made up for it', (typed) => expect(readZipCode(typed)).toBeUndefined());

it('is five digits of the text, whatever the text', () => {
  const characters = fc.constantFrom(...'0123456789.,-\'"=E+ CA\u200b９–');
  const digits = fc
    .stringMatching(/^\d{4,9}$/)
    .chain((text) => fc.tuple(fc.constantFrom('', '=', "'"), fc.constant(text)));
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: characters }),
    digits.map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const zip = readZipCode(text);
      if (zip === undefined) return;
      expect(zip).toMatch(/^\d{5}$/);
      expect(text.normalize('NFKC').replace(/\D/g, '')).toContain(zip);
      expect(readZipCode(zip)).toBe(zip);
    }),
    { numRuns: repetitions(3_000, 100_000) },
  );
});
