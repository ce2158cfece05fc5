// Emails have the secrets of their links in the fragment. Those of releases before December 2026 have them in the query, and cards of receipt
// codes too: reading that can go when the last of those links has expired, 400 days later (docs/decisions/0055-tokens-are-created-when-an-email-is-sent.md).
const NAMES = ['token', 'code'] as const;

type Secret = { path: string } & Partial<Record<(typeof NAMES)[number] | 'email', string>>;

let captured: Secret | undefined;

// When a page of links is loaded: before the router or anything else reads the address, and without weight for other pages.
if (typeof location !== 'undefined') captureToken();

/** Takes the secret of an emailed link out of the address, so that neither the history nor third parties get it with the address of the page. */
export function captureToken(): void {
  const url = new URL(location.href);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const found = NAMES.filter((name) => fragment.has(name) || url.searchParams.has(name));
  if (found.length === 0) return;
  captured = { path: url.pathname };
  for (const name of found) {
    captured[name] = fragment.get(name) ?? url.searchParams.get(name) ?? '';
    url.searchParams.delete(name);
  }
  // To whom an invitation is.
  captured.email = fragment.get('email') ?? '';
  url.hash = '';
  history.replaceState(history.state, '', url);
}

/** The secret that the address of this page had, or the email address beside it; null without one. */
export const readToken = (name: (typeof NAMES)[number] | 'email'): string | null =>
  (captured?.path === location.pathname && captured[name]) || null;

/** Calls `onChange` for a link that is opened in the tab of its own page, which loads nothing. @returns what ends that */
export function onLinkOpened(onChange: () => void): () => void {
  const listener = () => {
    captureToken();
    onChange();
  };
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}
