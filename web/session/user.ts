import { queryOptions, useQuery } from '@tanstack/react-query';
import type { User } from '#contract/accounts.ts';
import { ApiError, getJson } from '../app/api.ts';

const USER_PATH = '/api/user';

/** Who is signed in, as far as this browser was told; null when nobody is. */
export const userQuery = queryOptions<User | null, ApiError>({ queryKey: [USER_PATH], queryFn: fetchUser });

/**
 * Who is signed in: `user` is undefined until that is known, which it never is on the server or in the first render of
 * the browser, and null when nobody is. Asks the API only when a cookie hints at a session. `error` says that it could
 * not be found out; `retry` asks again.
 */
export function useUser() {
  const { data: user, isPending, error, refetch } = useQuery(userQuery);
  return { user, isPending, error, retry: refetch };
}

async function fetchUser({ signal }: { signal?: AbortSignal }): Promise<User | null> {
  if (!/(?:^|;\s*)signed-in=1(?:;|$)/.test(document.cookie)) return null;
  try {
    return (await getJson(USER_PATH, signal)) as User;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) throw new ApiError(error.status, 'Failed to fetch user data');
    deleteSessionHint();
    return null;
  }
}

/** Forgets the cookie that hints at a session. */
export function deleteSessionHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that people use.
  document.cookie = 'signed-in=; Path=/; Max-Age=0';
}
