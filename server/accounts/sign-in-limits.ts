import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Device, isKnownDevice } from '#server/accounts/devices/known-devices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { toNetworkPrefix } from '#server/platform/http/client-address.ts';
import { consumeRateLimit, type RateLimit, refundRateLimit, resetRateLimit } from '#server/platform/http/rate-limit.ts';

const QUARTER_HOUR_SECONDS = 15 * 60;
const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Where an attempt to sign in comes from. */
export interface SignInOrigin {
  /** As `getClientAddress` returns it. */
  address: string;
  device: Device | null;
}

/** An attempt to sign in that was counted and may look at the password. */
export interface SignInAttempt {
  /** Uncounts the attempt: only failures are limited. */
  refund(): Promise<void>;
  /** Forgets the failures of this account on this device, or from this address. */
  reset(db: Kysely<DB>): Promise<void>;
}

/**
 * Counts an attempt before the password is looked at. A device on which the account has signed in before is limited by
 * itself. All other attempts are limited by address, by network (/24 of IPv4, /48 of IPv6, which one customer can rotate through),
 * and for the account wherever they come from: at most 150 a day. So strangers can keep an owner from signing in on a new device,
 * until they open a reset link, but never on a known one.
 * @param usernameKey also of a username that no account has
 * @throws {TooManyRequests} see docs/product.md, Accounts
 */
export async function countSignInAttempt(
  db: Kysely<DB>,
  usernameKey: string,
  { address, device }: SignInOrigin,
): Promise<SignInAttempt> {
  const who = toDigest(usernameKey);
  const isKnown = await isKnownDevice(db, device, { usernameKey });
  const limits = isKnown && device ? deviceLimits(who, device) : strangerLimits(who, address);
  // The narrowest limits are first: what they refuse does not count for the whole account.
  for (const [key, limit] of limits) await consumeRateLimit(db, key, limit);
  return {
    async refund() {
      for (const [key] of limits) await refundRateLimit(db, key);
    },
    reset: (trx) => resetRateLimit(trx, limits[0]?.[0] as string),
  };
}

/** Forgets the failures of an account that are counted wherever they came from. */
export async function resetSignInLimits(db: Kysely<DB>, usernameKey: string): Promise<void> {
  const who = toDigest(usernameKey);
  await resetRateLimit(db, `sign-in:${who}`);
  await resetRateLimit(db, `sign-in:${who}:day`);
}

/** So that a username of any length fits and none is stored. */
const toDigest = (usernameKey: string) => createHash('sha256').update(usernameKey).digest('base64url');

const deviceLimits = (who: string, device: Device): [string, RateLimit][] => {
  const key = `sign-in-device:${device.toString('base64url')}:${who}`;
  return [
    [key, { limit: 10, windowSeconds: QUARTER_HOUR_SECONDS }],
    [`${key}:day`, { limit: 50, windowSeconds: DAY_SECONDS }],
  ];
};

const strangerLimits = (who: string, address: string): [string, RateLimit][] => {
  const network = toNetworkPrefix(address);
  return [
    [`sign-in:${who}:${address}`, { limit: 10, windowSeconds: QUARTER_HOUR_SECONDS }],
    [`sign-in:${who}:${network}`, { limit: 30, windowSeconds: HOUR_SECONDS }],
    // Password spraying: one password tried with many usernames.
    [`sign-in-from:${address}`, { limit: 300, windowSeconds: QUARTER_HOUR_SECONDS }],
    [`sign-in-from:${network}`, { limit: 1000, windowSeconds: QUARTER_HOUR_SECONDS }],
    [`sign-in:${who}`, { limit: 50, windowSeconds: HOUR_SECONDS }],
    [`sign-in:${who}:day`, { limit: 150, windowSeconds: DAY_SECONDS }],
  ];
};
