import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Zip, ZipDeflate } from 'fflate';

// Sizes in the zip have 32 bits.
const MAX_ARCHIVE_BYTES = 2 ** 32 - 2 ** 24;

/** A zip that is written to a stream as it grows: no more of it is in memory than the stream has not taken yet. */
export function openZip(stream: Writable) {
  let failure: Error | undefined;
  stream.on('error', (error) => {
    failure = error;
  });
  let bytes = 0;
  const zip = new Zip((error, chunk, isLast) => {
    if (error) failure = error;
    bytes += chunk?.length ?? 0;
    if (bytes > MAX_ARCHIVE_BYTES) failure = new Error('the zip is larger than 4 GB');
    if (chunk && !failure) stream.write(chunk);
    if (isLast) stream.end();
  });
  const drain = async () => {
    if (stream.writableNeedDrain && !stream.destroyed) {
      // Whoever reads it may leave.
      const settled = new AbortController();
      const { signal } = settled;
      await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]).finally(() =>
        settled.abort(),
      );
    }
    if (failure) throw failure;
    if (stream.destroyed) throw new Error('nobody reads the zip any more');
  };
  return {
    async add(name: string, parts: AsyncIterable<string | Buffer> | Iterable<string | Buffer>) {
      const entry = new ZipDeflate(name, { level: 6 });
      zip.add(entry);
      for await (const part of parts) {
        entry.push(typeof part === 'string' ? Buffer.from(part) : part);
        await drain();
      }
      entry.push(new Uint8Array(), true);
      await drain();
    },
    async end(): Promise<number> {
      zip.end();
      await finished(stream);
      if (failure) throw failure;
      return bytes;
    },
    /** The file can be deleted after that. */
    async destroy() {
      zip.terminate();
      stream.destroy();
      if (!stream.closed) await once(stream, 'close');
    },
  };
}
