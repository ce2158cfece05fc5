import { beforeEach, expect, test, vi } from 'vitest';
import { toast } from '../ui/toast.tsx';
import { ApiError } from './api.ts';
import { isTokenFailure, runMutation } from './run-mutation.ts';

// Other files of this worker have loaded the true one.
vi.hoisted(() => vi.resetModules());
vi.mock('../ui/toast.tsx', () => ({ toast: vi.fn() }));
beforeEach(() => vi.mocked(toast).mockReset());

const refused = (status: number, message: string, issues?: { path: string; message: string }[]) =>
  runMutation(
    'Login failed',
    () => Promise.reject(new ApiError(status, message, issues)),
    'Failed to login. Please check your credentials.',
  );

test('what succeeds is no refusal, and says nothing by itself', async () => {
  expect(await runMutation('Login failed', async () => 'done')).toBe(undefined);
  expect(toast).not.toHaveBeenCalled();
});

test.each([
  ['in the words of the API', 401, 'Invalid username or password', 'Login failed', 'Invalid username or password'],
  ['by its title where the API has none', 502, '', 'Login failed', 'Login failed'],
  [
    'as an error where the API was not reached',
    0,
    'No net.',
    'Error',
    'Failed to login. Please check your credentials.',
  ],
])('a failure is told %s', async (_how, status, message, title, description) => {
  expect(await refused(status, message)).toEqual({ status, message: message || title, issues: [] });
  expect(toast).toHaveBeenCalledExactlyOnceWith({ title, description, tone: 'danger' });
});

test('the fault of a field is told rather than that there is one', async () => {
  const issues = [{ path: 'username', message: 'This username is taken' }];
  expect((await refused(400, 'Invalid input', issues))?.issues).toEqual(issues);
  expect(toast).toHaveBeenCalledWith(expect.objectContaining({ description: 'This username is taken' }));
});

test('a fault of our own is not passed off as a refusal', async () => {
  await expect(runMutation('Login failed', () => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug');
});

test('a link is at fault when it is old, used or cut short, and not for what was typed or how often', () => {
  const refusal = { status: 400, message: 'No', issues: [] };
  expect(isTokenFailure(refusal)).toBe(true);
  expect(isTokenFailure({ ...refusal, issues: [{ path: 'token', message: 'Cut short' }] })).toBe(true);
  expect(isTokenFailure({ ...refusal, issues: [{ path: 'password', message: 'Too short' }] })).toBe(false);
  expect(isTokenFailure({ ...refusal, status: 429 })).toBe(false);
  expect(isTokenFailure({ ...refusal, status: 503 })).toBe(false);
  expect(isTokenFailure({ ...refusal, status: 0 })).toBe(false);
});
