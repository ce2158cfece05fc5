import type { QueryClient, QueryKey } from '@tanstack/react-query';
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

/** Before signing out: stops reading what only the user may read, so that no answer comes too late to be allowed. */
export function cancelPrivateQueries(client: QueryClient): Promise<void> {
  return client.cancelQueries({ predicate: isPrivate });
}

/** After a failed sign-out: reads again what was stopped. */
export function resumePrivateQueries(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: (query) => isPrivate(query) && query.state.data === undefined,
  });
}

/**
 * After signing out: drops the user and everything that only they could read. The promise resolves when no page shows that any more:
 * one that did would read again what was dropped.
 */
export async function clearUser(client: QueryClient): Promise<void> {
  deleteSessionHint();
  removeBrowserData();
  await cancelPrivateQueries(client);
  client.setQueryData(userQuery.queryKey, null);
  // Pages are told in a task of its own (React Query's `notifyManager`), and this one comes after it.
  await new Promise((resolve) => setTimeout(resolve));
  removePrivateQueries(client);
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
  client.removeQueries({ predicate: isPrivate });
}

const isPrivate = ({ queryKey: [path] }: { queryKey: QueryKey }) =>
  /^\/api\/(user\/|admin|conversations|quotes|receipt-codes|ads\/\d+\/(analytics|review$))/.test(path as string);
