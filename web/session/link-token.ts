import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The `token` of a link that was mailed, or null. It is taken out of the address at once, so that it gets neither into
 * the history nor to anybody who is told what page is shown.
 */
export function useLinkToken(): string | null {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get('token'));
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token;
}
