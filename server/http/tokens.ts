import { createHash, randomBytes } from 'node:crypto';

/** A random token of 256 bits for a cookie or an emailed link. Only its hash is stored. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** The hash of a token, as stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whether a text has the form of a token. */
export const isToken = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '');
