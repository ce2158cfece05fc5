import { splitLocalPath, toLocalPath } from '#contract/i18n/languages.ts';

const SIGN_IN = '/auth';
const REGISTER = '/auth?register=true';

/** What people type who look for a page, because other sites have it there, with the address of that page here. */
const TYPED_ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['/login', SIGN_IN],
  ['/log-in', SIGN_IN],
  ['/signin', SIGN_IN],
  ['/sign-in', SIGN_IN],
  ['/signup', REGISTER],
  ['/sign-up', REGISTER],
  ['/register', REGISTER],
  ['/admin/login', '/admin'],
]);

/** The page to which an address leads that shows nothing, in the same language. */
export function findTypedAddress(address: string): string | undefined {
  const { path, language } = splitLocalPath(address.split('?', 1)[0] ?? '');
  const page = TYPED_ADDRESSES.get(path);
  return page && toLocalPath(page, language);
}
