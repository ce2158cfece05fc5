import { queryOptions, useQuery } from '@tanstack/react-query';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { ApiError, getJson } from '#web/base/api/api.ts';

const USER_PATH = '/api/user';

/** The signed-in user, or null. */
export const userQuery = queryOptions<User | null, ApiError>({ queryKey: [USER_PATH], queryFn: fetchUser });

/**
 * The signed-in user: `user` is null for an anonymous visitor, and undefined until it is known, always so on the server and
 * in the first render of the browser. Sends a request only if the `signed-in` cookie hints at a session. `error` is set when
 * the request failed; `retry` repeats it.
 */
export function useUser() {
  const { data: user, isPending, error, refetch } = useQuery(userQuery);
  return { user, isPending, error, retry: refetch };
}

async function fetchUser({ signal }: { signal?: AbortSignal }): Promise<User | null> {
  if (!/(?:^|;\s*)(?:__Host-)?signed-in=1(?:;|$)/.test(document.cookie)) return null;
  try {
    return (await getJson(USER_PATH, signal)) as User;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) throw new ApiError(error.status, t('Failed to fetch user data'));
    deleteSessionHint();
    return null;
  }
}

/** Deletes the cookie that hints at a session, under its names with and without TLS. */
export function deleteSessionHint(): void {
  for (const cookie of ['__Host-signed-in=; Secure', 'signed-in=']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that people use.
    document.cookie = `${cookie}; Path=/; Max-Age=0`;
  }
}
