import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

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
