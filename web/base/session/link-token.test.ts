import { expect, test } from 'vitest';
import { getTokenError } from './link-token.ts';

test('getTokenError returns the message for an expired, used or truncated token, and for no other failure', () => {
  const failure = { status: 400, message: 'No', issues: [] };
  expect(getTokenError(failure)).toBe('No');
  expect(getTokenError({ ...failure, issues: [{ path: 'token', message: 'Cut short' }] })).toBe('Cut short');
  expect(getTokenError({ ...failure, issues: [{ path: 'password', message: 'Too short' }] })).toBeUndefined();
  expect(getTokenError({ ...failure, status: 429 })).toBeUndefined();
  expect(getTokenError({ ...failure, status: 503 })).toBeUndefined();
  expect(getTokenError({ ...failure, status: 0 })).toBeUndefined();
});
