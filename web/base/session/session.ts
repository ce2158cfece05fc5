import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#contract/accounts.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { removeBrowserData } from './browser-data.ts';
import { deleteSessionHint, userQuery } from './user.ts';

/** After signing in: drops what another account could read, and reads the user again. */
export function startSession(client: QueryClient, user: User): void {
  removePrivateQueries(client);
  setCachedUser(client, user);
  void invalidateUser(client);
}

/** Puts the user that the API answered into the cache, instead of reading it again. */
export function setCachedUser(client: QueryClient, user: User): void {
  client.setQueryData(userQuery.queryKey, user);
}

/** After signing out: drops the user and everything that only they could read. */
export function clearUser(client: QueryClient): void {
  deleteSessionHint();
  removeBrowserData();
  removePrivateQueries(client);
  client.setQueryData(userQuery.queryKey, null);
}

/** Reads again who is signed in, after the API refused a request or an account changed. The promise never rejects. */
export function invalidateUser(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: userQuery.queryKey, exact: true });
}

/** Reads again who is signed in after a 401 or 403; the page then shows what that visitor may see. */
export function invalidateUserOnAuthError(client: QueryClient, error: ApiError): void {
  if (error.status === 401 || error.status === 403) void invalidateUser(client);
}

/** Drops what only who is or was signed in, or opened a link, could read. */
export function removePrivateQueries(client: QueryClient): void {
  client.removeQueries({
    predicate: ({ queryKey: [path] }) =>
      /^\/api\/(user\/|admin|conversations|quotes|receipt-codes|ads\/\d+\/(analytics|review$))/.test(path as string),
  });
}
