import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { MailRefused } from './inbound-mail.ts';

const FIRST_BYTES = 64 * 1024;
// Five times as many as a slow network makes of the largest email. The LMTP server makes one of each line that begins with a dot.
const MAX_CHUNKS = 20_000;

/**
 * Reads a stream to its end, in one buffer whatever the size of its chunks. It is hashed as it arrives, because the hash of all of it would
 * take a long turn of the event loop.
 * @returns the bytes and their SHA-256
 * @throws {MailRefused} as soon as there are more than `maxBytes`, or too many chunks: the rest is not read
 */
export async function collect(stream: Readable, maxBytes: number): Promise<{ bytes: Buffer; hash: string }> {
  const hash = createHash('sha256');
  let buffer = Buffer.alloc(0);
  let length = 0;
  let chunks = 0;
  // The stream stays open, because its end can be that of the connection, over which we answer.
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const needed = length + chunk.length;
    if (needed > maxBytes) throw new MailRefused('too-large');
    if (++chunks > MAX_CHUNKS) throw new MailRefused('unreadable');
    if (needed > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(needed, 2 * buffer.length, FIRST_BYTES)));
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    chunk.copy(buffer, length);
    hash.update(chunk);
    length = needed;
  }
  return { bytes: buffer.subarray(0, length), hash: hash.digest('hex') };
}
