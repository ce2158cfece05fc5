import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { readBounded } from '#server/platform/http/bounded-body.ts';

const TIMEOUT_MS = 1500;
// A range has about 1,000 lines of 40 characters, with padding 1,600.
const MAX_RESPONSE_BYTES = 512 * 1024;
const PREFIX_LENGTH = 5;

/** Whether a password is known from a breach. Returns false if the service does not say. */
export type BreachCheck = (password: string) => Promise<boolean>;

/**
 * Asks a service with the range API of Have I Been Pwned, which receives the first five hexadecimal digits of the password's
 * SHA-1 only. Within 1.5 s or not at all: without a usable response the password is accepted and a line is logged, because
 * nobody should be unable to register while another company's service is down.
 * See https://haveibeenpwned.com/API/v3#PwnedPasswords.
 * @param url of the ranges, without the prefix; undefined if no service is asked
 */
export function createBreachCheck(
  url: string | undefined,
  log: Pick<FastifyBaseLogger, 'warn'>,
  timeoutMs = TIMEOUT_MS,
): BreachCheck {
  if (url === undefined) return async () => false;
  return async (password) => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const range = await fetchRange(`${url}/${digest.slice(0, PREFIX_LENGTH)}`, AbortSignal.timeout(timeoutMs));
      return isInRange(range, digest.slice(PREFIX_LENGTH));
    } catch (error) {
      log.warn({ err: error }, 'a password was not compared with breaches: the service did not respond');
      return false;
    }
  };
}

async function fetchRange(url: string, signal: AbortSignal): Promise<string> {
  // With padding the size of an encrypted response does not tell which range was asked for.
  const response = await fetch(url, { signal, redirect: 'error', headers: { 'add-padding': 'true' } });
  if (!response.ok || !response.body) throw new Error(`The service responded with status ${response.status}.`);
  const range = await readBounded(response.body, MAX_RESPONSE_BYTES, tooLong);
  return range.toString('latin1');
}

const tooLong = () => new Error('The response of the service is too long.');

/** Lines are `SUFFIX:COUNT`; those that were added as padding have the count 0. */
const isInRange = (range: string, suffix: string) =>
  range.split('\n').some((line) => {
    const [found, count] = line.split(':');
    return found?.toUpperCase() === suffix && Number(count) > 0;
  });
