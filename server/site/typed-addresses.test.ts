import { expect, it } from 'vitest';
import { findTypedAddress } from './typed-addresses.ts';

it.each([
  ['/login', '/auth'],
  ['/es/login', '/es/auth'],
  ['/sign-in?from=mail', '/auth'],
  ['/signup', '/auth?register=true'],
  ['/es/register', '/es/auth?register=true'],
  ['/admin/login', '/admin'],
  ['/irvine', undefined],
  ['/login/again', undefined],
])('%s, as people type it, leads to %s', (address, page) => {
  expect(findTypedAddress(address)).toBe(page);
});
