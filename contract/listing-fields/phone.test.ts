import { expect, it } from 'vitest';
import { parsePhone, toTel } from './phone.ts';

it.each([
  ['800-FLOWERS', '8003569377', undefined],
  ['1-800-Go-Plumber', '8004675862', undefined],
  ['(949) 555-0100', '9495550100', undefined],
  ['+1 949 555 0100', '9495550100', undefined],
  ['(949) 555-0100 x12', '9495550100', '12'],
  ['949.555.0100, ext. 7', '9495550100', '7'],
  ['+44 20 7946 0000', '442079460000', undefined],
  ['FLOWERS', '3569377', undefined],
  ['555-0100 ext 1234', '5550100', '1234'],
])("'%s' is dialed as %s, extension %s", (typed, digits, extension) => {
  expect(parsePhone(typed)).toMatchObject({ digits, extension });
});

it('a phone number in any notation has one tel: URL; letters are dialed by their keys, an extension after it', () => {
  for (const phone of ['6195782311', '619-578-2311', '+1 (619) 578 2311', '1.619.578.2311']) {
    expect(toTel(phone)).toBe('tel:+16195782311');
  }
  expect(toTel('+44 20 7946 0000')).toBe('tel:+442079460000');
  expect(toTel('1-800-FLOWERS')).toBe('tel:+18003569377');
  expect(toTel('+44 20 7946 0000 x5')).toBe('tel:+442079460000;ext=5');
  expect(toTel('(949) 555-0100 x12')).toBe('tel:+19495550100;ext=12');
});
