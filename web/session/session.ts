import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/accounts.ts';
import type { ApiError } from '../app/api.ts';
import { send } from '../app/send.ts';
import { toast } from '../ui/toast.tsx';
import { deleteSessionHint, userQuery } from './user.ts';

/** Signs out of this browser and says so; `busy` while the API is asked. */
export function useSignOut() {
  const client = useQueryClient();
  const { mutate, isPending: busy } = useMutation<unknown, ApiError>({
    mutationFn: () => send('POST', '/api/logout').catch(ignoreSignedOut),
    onSuccess: () => {
      clearUser(client);
      toast({ title: 'Logged out', description: 'You have been successfully logged out.', tone: 'success' });
    },
    onError: () => toast({ title: 'Logout failed', description: 'Logout failed', tone: 'danger' }),
  });
  return { signOut: () => mutate(), busy };
}

/** Somebody has just signed in: nothing that another could read is kept, and the API is asked anew. */
export function startSession(client: QueryClient, user: User): void {
  removePrivateQueries(client);
  setCachedUser(client, user);
  void invalidateUser(client);
}

/** Keeps what the API said about the user, in place of asking again. */
export function setCachedUser(client: QueryClient, user: User): void {
  client.setQueryData(userQuery.queryKey, user);
}

/** Nobody is signed in any more: drops the user and everything that only they could read. */
export function clearUser(client: QueryClient): void {
  deleteSessionHint();
  removePrivateQueries(client);
  client.setQueryData(userQuery.queryKey, null);
}

/** Reads again who is signed in, after the API refused a request or an account changed. The promise never rejects. */
export function invalidateUser(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: userQuery.queryKey, exact: true });
}

/** Finds out who is signed in when the API no longer takes them for who they were: the page then follows. */
export function invalidateUserOnAuthError(client: QueryClient, error: ApiError): void {
  if (error.status === 401 || error.status === 403) void invalidateUser(client);
}

function ignoreSignedOut(error: ApiError): void {
  if (error.status !== 401) throw error;
}

function removePrivateQueries(client: QueryClient): void {
  client.removeQueries({
    predicate: ({ queryKey }) => /^\/api\/(user\/|admin\/|ads\/\d+\/analytics)/.test(String(queryKey[0])),
  });
}
