import { beforeEach, expect, test, vi } from 'vitest';
import { toast } from '#web/base/ui/toast.tsx';
import { ApiError } from './api.ts';
import { runMutation } from './run-mutation.ts';

// Other files of this worker have loaded the true one.
vi.hoisted(() => vi.resetModules());
vi.mock('#web/base/ui/toast.tsx', () => ({ toast: vi.fn() }));
beforeEach(() => vi.mocked(toast).mockReset());

const runFailing = (status: number, message: string, issues?: { path: string; message: string }[]) =>
  runMutation(
    'Login failed',
    () => Promise.reject(new ApiError(status, message, issues)),
    'Failed to login. Please check your credentials.',
  );

test('a success returns undefined and shows no toast', async () => {
  expect(await runMutation('Login failed', async () => 'done')).toBe(undefined);
  expect(toast).not.toHaveBeenCalled();
});

test.each([
  ['with the message of the API', 401, 'Invalid username or password', 'Login failed', 'Invalid username or password'],
  ['with its title when the API sends no message', 502, '', 'Login failed', 'Login failed'],
  [
    'with the given text when the API was not reached',
    0,
    'No net.',
    'Error',
    'Failed to login. Please check your credentials.',
  ],
])('a failure shows a toast %s', async (_case, status, message, title, description) => {
  expect(await runFailing(status, message)).toEqual({ status, message: message || title, issues: [] });
  expect(toast).toHaveBeenCalledExactlyOnceWith({ title, description, tone: 'danger' });
});

test('the toast shows the message of the first field rather than the general message', async () => {
  const issues = [{ path: 'username', message: 'This username is taken' }];
  expect((await runFailing(400, 'Invalid input', issues))?.issues).toEqual(issues);
  expect(toast).toHaveBeenCalledWith(expect.objectContaining({ description: 'This username is taken' }));
});

test('an error that is not an ApiError is thrown', async () => {
  await expect(runMutation('Login failed', () => Promise.reject(new TypeError('bug')))).rejects.toThrow('bug');
});
