import { resolve } from 'node:path';

/**
 * Resolves the path of a folder that a setting names.
 * @param expected what messages say that it must be
 * @throws {Error} when it looks like an address, or begins with ~: a folder of that name would be made in the current one
 */
export function resolveFolder(path: string, expected = 'must be a folder'): string {
  // Only a shell replaces ~.
  if (/^[^/]*:|^~/.test(path)) throw new Error(`${expected}, not ${hideCredentials(path)}`);
  return resolve(path);
}

/** An address as messages may show it. */
export const hideCredentials = (address: string): string => address.replace(/\/\/[^@/]*@/, '//');
