import { randomBytes } from 'node:crypto';

let lastTime = 0;

/**
 * A name for a letter, `<time>-<random>`: fit for a file and for a Message-ID (RFC 5322), and sorted by when it was given.
 * No two are of the same time, so that letters of one millisecond keep their order.
 */
export function createEmailId(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return `${new Date(lastTime).toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`;
}
