const DEFAULT_PATH = '/account';
const MAX_LENGTH = 2000;

/**
 * The path to open after signing in: the `next` parameter if it is a page of this site other than those of signing in, else
 * `/account`. Rejects every form that some browser, proxy or router might interpret as another site.
 */
export function nextPath(value: string | null | undefined): string {
  if (!value || value.length > MAX_LENGTH || !isSafePath(value)) return DEFAULT_PATH;
  const [path = ''] = value.split(/[?#]/, 1);
  if (path !== '/auth/confirm' && /^\/(auth|api)(\/|$)/i.test(path)) return DEFAULT_PATH;
  // The URL parser of the browser must leave the path unchanged.
  const url = new URL(value, 'https://site.invalid');
  return url.origin === 'https://site.invalid' && url.pathname === path
    ? url.pathname + url.search + url.hash
    : DEFAULT_PATH;
}

/** One slash first, and after it printable ASCII only; in its path no backslash, dot segment or doubled slash, encoded or not. */
function isSafePath(value: string): boolean {
  if (!/^\/[!-~]*$/.test(value)) return false;
  const [path = ''] = value.split(/[?#]/, 1);
  return !/\\|\/\/|%(25|2f|5c|0|1|7f)|[@:;]|(^|\/)(\.|%2e)/i.test(path) && !value.includes('\\');
}
