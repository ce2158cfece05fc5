import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB, PasskeyChallenges } from '#server/platform/db/schema.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';

const LIFETIME_MINUTES = 5;

/** What a challenge is for, and whose passkey may answer it; null for any. */
interface ChallengeUse {
  purpose: PasskeyChallenges['purpose'];
  accountId: number | null;
}

// Nobody needs so many; each one is a row until it expires.
const RATE_LIMIT: RateLimit = { limit: 100, windowSeconds: 15 * 60 };

/**
 * A challenge of 256 random bits, valid for five minutes. Only its hash is stored.
 * @throws {TooManyRequests} after 100 of an account in 15 minutes; those for any account are limited by address
 */
export async function createChallenge(
  db: Kysely<DB>,
  { purpose, accountId }: ChallengeUse,
): Promise<Uint8Array<ArrayBuffer>> {
  if (accountId !== null) await consumeRateLimit(db, `challenges:${accountId}`, RATE_LIMIT);
  const challenge = new Uint8Array(randomBytes(32));
  await sql`
    insert into passkey_challenges (challenge_hash, purpose, account_id, expires_at)
    values (${hash(challenge)}, ${purpose}, ${accountId}, now() + make_interval(mins => ${sql.lit(LIFETIME_MINUTES)}))`.execute(
    db,
  );
  return challenge;
}

/** Whether it is such a challenge. It can be answered only once. */
export async function redeemChallenge(
  db: Kysely<DB>,
  challenge: string,
  { purpose, accountId }: ChallengeUse,
): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_challenges where challenge_hash = ${hash(Buffer.from(challenge, 'base64url'))}
      and purpose = ${purpose} and account_id is not distinct from ${accountId} and expires_at > now()
    returning purpose`.execute(db);
  return rows.length > 0;
}

const hash = (challenge: Uint8Array) => createHash('sha256').update(challenge).digest();
