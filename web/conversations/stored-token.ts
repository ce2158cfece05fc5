import { useEffect, useState } from 'react';
import { useLinkToken } from '../session/link-token.ts';

/**
 * The token of the link that led to a page, which stays in the tab while it is open: the address holds it no longer. Null without one,
 * undefined on the server.
 * @param key of what the link is about, as `conversation-12`
 */
export function useStoredToken(key: string): string | null | undefined {
  const linkToken = useLinkToken();
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    if (linkToken) storeToken(key, linkToken);
    setToken(linkToken ?? readToken(key));
  }, [key, linkToken]);
  return token;
}

/** Keeps a token for another page of this tab. Without storage that needs the link again. */
export function storeToken(key: string, token: string | null): void {
  if (token === null) return;
  try {
    sessionStorage.setItem(key, token);
  } catch {}
}

function readToken(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
