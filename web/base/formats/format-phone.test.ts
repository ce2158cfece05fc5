import { expect, test } from 'vitest';
import { formatPhone } from './format-phone.ts';

test('North American phone numbers in any notation have one format', () => {
  for (const phone of ['6195782311', '619-578-2311', '+1 (619) 578 2311', '1.619.578.2311']) {
    expect(formatPhone(phone)).toBe('(619) 578-2311');
  }
});

test('other numbers, letters and extensions are shown as typed', () => {
  for (const phone of ['+44 20 7946 0000', '1-800-FLOWERS', '(949) 555-0100 x12'])
    expect(formatPhone(phone)).toBe(phone);
});
