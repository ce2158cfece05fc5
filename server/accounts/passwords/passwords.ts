import { hash, verify } from '@node-rs/argon2';
import { t } from '#contract/i18n/t.ts';
import { Unavailable } from '#server/platform/http/errors.ts';

// OWASP's first choice for argon2id: 19 MiB, 2 passes (Password Storage Cheat Sheet).
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each hash takes 19 MiB and one of the four threads of Node's pool.
const MAX_CONCURRENT = 4;
const MAX_QUEUED = 400;
const RETRY_AFTER_SECONDS = 5;

/** The hash of a random password, so that a check for a missing account takes as long as any other. Exported for its test. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$HFXhZDmui0M5KaXOI02bBw$S5cq8uvmu+W7kJ7Hf1PujlkkifpMV83diXGg5+su/+I';

let running = 0;
const queue: (() => void)[] = [];

/**
 * Hashes a password with argon2id, in the PHC string format. At most four run at once.
 * @throws {Unavailable} when 400 calls are waiting
 */
export function hashPassword(password: string): Promise<string> {
  return withConcurrencyLimit(() => hash(normalizePassword(password), ARGON2ID));
}

/**
 * Whether a password is the one that was hashed.
 * @param passwordHash null if there is no such account: returns false after the same time
 * @throws {Unavailable} when 400 calls are waiting
 */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await withConcurrencyLimit(() => verify(passwordHash ?? DUMMY_HASH, normalizePassword(password)));
  return matches && passwordHash !== null;
}

// Keyboards produce the same character in different Unicode forms (NIST SP 800-63B, 3.1.1.2).
const normalizePassword = (password: string) => password.normalize('NFKC');

async function withConcurrencyLimit<Result>(task: () => Promise<Result>): Promise<Result> {
  if (running < MAX_CONCURRENT) running += 1;
  else if (queue.length < MAX_QUEUED) await new Promise<void>((begin) => queue.push(begin));
  else throw new Unavailable(t('The site is busy. Please try again in a moment.'), RETRY_AFTER_SECONDS);
  try {
    return await task();
  } finally {
    // The longest waiting call is next.
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}
