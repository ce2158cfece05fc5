import { z } from '#contract/zod.ts';

/** A web address that may be empty. Only http and https: other schemes could execute a script. */
export const optionalUrl = (message: string) =>
  z
    .string(message)
    // Phones capitalize the first letter that is typed.
    .overwrite((text) => text.trim().replace(/^https?:/i, (scheme) => scheme.toLowerCase()))
    .max(2000, message)
    .refine((text) => text === '' || isPublicWebUrl(text), message)
    .default('');

function isPublicWebUrl(text: string): boolean {
  // `URL.parse` accepts characters that cannot be stored or shown as they are: spaces, backslashes, lone surrogates.
  const url = /^https?:\/\/[^\s\\\p{Cc}\p{Cs}]+$/u.test(text) ? URL.parse(text) : null;
  // A host without a dot is not on the public web.
  return url !== null && /^[^.]+(\.[^.]+)+$/.test(url.hostname);
}
