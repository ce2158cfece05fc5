import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '../db/schema.ts';
import { consumeRateLimit } from '../http/rate-limit.ts';
import { emailKey } from './unique-keys.ts';

const HOUR_SECONDS = 60 * 60;
const EMAIL_RATE_LIMIT = { limit: 5, windowSeconds: HOUR_SECONDS };
// Several people can share an IP address.
const IP_RATE_LIMIT = { limit: 20, windowSeconds: HOUR_SECONDS };

/**
 * Counts an email to an account.
 * @throws {TooManyRequests} after 5 in an hour
 */
export function consumeEmailRateLimit(db: Kysely<DB>, accountId: number): Promise<void> {
  return consumeRateLimit(db, `mail:${accountId}`, EMAIL_RATE_LIMIT);
}

/**
 * Counts a request for a password reset, whether or not an account has that email.
 * @throws {TooManyRequests} after 5 for an email, or 20 from an IP address, in an hour
 */
export async function consumeResetRateLimit(db: Kysely<DB>, email: string, ipAddress: string): Promise<void> {
  await consumeRateLimit(db, `reset-from:${ipAddress}`, IP_RATE_LIMIT);
  await consumeRateLimit(
    db,
    `reset:${createHash('sha256').update(emailKey(email)).digest('base64url')}`,
    EMAIL_RATE_LIMIT,
  );
}
