import { randomBytes } from 'node:crypto';

let lastTime = 0;

/**
 * A new email id, `<time>-<random>`: valid as a file name and in a Message-ID (RFC 5322), and sorted by time of creation.
 * No two ids of a process have the same time, so that emails of the same millisecond stay in order.
 */
export function createEmailId(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return `${new Date(lastTime).toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`;
}
