import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { isKnownDevice } from '#server/accounts/devices/known-devices.ts';
import type { SignInOrigin } from '#server/accounts/sign-in-limits.ts';
import { emailKey } from '#server/accounts/unique-keys.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { LIFETIME_MINUTES } from './email-tokens.ts';

const HOUR_SECONDS = 60 * 60;
const EMAIL_RATE_LIMIT = { limit: 5, windowSeconds: HOUR_SECONDS };
// Several people can share an IP address.
const IP_RATE_LIMIT = { limit: 20, windowSeconds: HOUR_SECONDS };
// The window is as long as the links work: while a stranger has used up the limit, the owner has links that work.
const STRANGER_RATE_LIMIT = { limit: 3, windowSeconds: LIFETIME_MINUTES['reset-password'] * 60 };

/** Of emailed links by address. Their tokens have 256 bits, so this only limits the load. */
export const LINK_RATE_LIMIT: RateLimit = { limit: 60, windowSeconds: 60 * 60 };

/** Of confirmation links that are sent again, by address. */
export const RESEND_RATE_LIMIT: RateLimit = { limit: 20, windowSeconds: HOUR_SECONDS };

/**
 * Counts an email to an account.
 * @throws {TooManyRequests} after 5 in an hour
 */
export function consumeEmailRateLimit(db: Kysely<DB>, accountId: number): Promise<void> {
  return consumeRateLimit(db, `mail:${accountId}`, EMAIL_RATE_LIMIT);
}

/**
 * Counts a request for a password reset, whether or not an account has that email. Requests from a device on which the account
 * has signed in are counted apart, so that a stranger cannot use up the owner's emails.
 * @throws {TooManyRequests} after 5 in an hour from a known device; from others after 3 for an email in half an hour, and 20 from
 *   an IP address in an hour, and by its network
 */
export async function consumeResetRateLimit(
  db: Kysely<DB>,
  email: string,
  { address, device }: SignInOrigin,
): Promise<void> {
  const key = emailKey(email);
  const who = createHash('sha256').update(key).digest('base64url');
  if (device && (await isKnownDevice(db, device, { emailKey: key })))
    return consumeRateLimit(db, `reset-device:${device.toString('base64url')}:${who}`, EMAIL_RATE_LIMIT);
  await consumeAddressRateLimit(db, 'reset-from', address, IP_RATE_LIMIT);
  await consumeRateLimit(db, `reset:${who}`, STRANGER_RATE_LIMIT);
}
