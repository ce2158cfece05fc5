import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { MutationFailure } from '../app/run-mutation.ts';

/**
 * The `token` parameter of an emailed link, or null. It is removed from the URL at once, so that it is neither in the
 * history nor sent to third parties with the URL of the page.
 */
export function useLinkToken(): string | null {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get('token'));
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}

/** The message of a failure whose cause is the token of an emailed link (expired, used or truncated); otherwise undefined. */
export function getTokenError({ status, message, issues = [] }: MutationFailure): string | undefined {
  const isRefused = status >= 400 && status < 500 && status !== 429 && issues.every(({ path }) => path === 'token');
  return isRefused ? (issues[0]?.message ?? message) : undefined;
}
