import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '#contract/accounts.ts';
import { ApiError, readByFetch, send } from '../api.ts';
import { toast } from '../ui/toast.tsx';

const PATH = '/api/user';

/** Who is signed in, as far as this browser was told; null when nobody is. */
export const userQuery = queryOptions<User | null, ApiError>({ queryKey: [PATH], queryFn: readUser });

/**
 * Who is signed in: `user` is undefined until that is known, which it never is on the server or in the first render of
 * the browser, and null when nobody is. Asks the API only when a cookie hints at a session. `error` says that it could
 * not be found out; `retry` asks again.
 */
export function useUser() {
  const { data: user, isPending, error, refetch } = useQuery(userQuery);
  return { user, isPending, error, retry: refetch };
}

/** Signs out of this browser and says so; `busy` while the API is asked. */
export function useSignOut() {
  const client = useQueryClient();
  const { mutate, isPending: busy } = useMutation<unknown, ApiError>({
    mutationFn: () => send('POST', '/api/logout').catch(unlessSignedOut),
    onSuccess: () => {
      forgetUser(client);
      toast({ title: 'Logged out', description: 'You have been successfully logged out.', tone: 'success' });
    },
    onError: () => toast({ title: 'Logout failed', description: 'Logout failed', tone: 'danger' }),
  });
  return { signOut: () => mutate(), busy };
}

/** Somebody has just signed in: nothing that another could read is kept, and the API is asked anew. */
export function beginSession(client: QueryClient, user: User): void {
  forgetPrivate(client);
  rememberUser(client, user);
  askUserAgain(client);
}

/** Keeps what the API said about the user, in place of asking again. */
export function rememberUser(client: QueryClient, user: User): void {
  client.setQueryData(userQuery.queryKey, user);
}

/** Nobody is signed in any more: drops the user and everything that only they could read. */
export function forgetUser(client: QueryClient): void {
  dropHint();
  forgetPrivate(client);
  client.setQueryData(userQuery.queryKey, null);
}

/** Asks anew who is signed in, because the API refused something or another account may have come. */
export function askUserAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: userQuery.queryKey, exact: true });
}

async function readUser({ signal }: { signal?: AbortSignal }): Promise<User | null> {
  if (!/(?:^|;\s*)signed-in=1(?:;|$)/.test(document.cookie)) return null;
  try {
    return (await readByFetch(PATH, signal)) as User;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) throw new ApiError(error.status, 'Failed to fetch user data');
    dropHint();
    return null;
  }
}

function unlessSignedOut(error: ApiError): void {
  if (error.status !== 401) throw error;
}

function dropHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that people use.
  document.cookie = 'signed-in=; Path=/; Max-Age=0';
}

function forgetPrivate(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => /^\/api\/(user|admin)\//.test(String(queryKey[0])) });
}
