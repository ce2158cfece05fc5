import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { t } from '#contract/i18n/t.ts';
import { getFreeBytes } from '#server/import/uploads/files.ts';
import { ImportError } from '#server/source-files/rows.ts';

/**
 * Unpacks a file in its place if it is compressed with gzip.
 * @throws {ImportError} when it is damaged, or larger than the disk has room for
 */
export async function unpack(path: string, folder: string): Promise<void> {
  const handle = await open(path);
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0).finally(() => handle.close());
  if (buffer.readUInt16BE(0) !== 0x1f8b) return;
  const free = await getFreeBytes(folder);
  let bytes = 0;
  await pipeline(
    createReadStream(path),
    createGunzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > free) throw new ImportError(t('The server’s disk has no room for the unpacked file.'));
        yield chunk;
      }
    },
    createWriteStream(`${path}.unpacked`, { mode: 0o600 }),
  ).catch((error: NodeJS.ErrnoException) => {
    if (!error.code?.startsWith('Z_')) throw error;
    throw new ImportError(t('The compressed file is damaged ({fault}).', { fault: error.message }));
  });
  await rename(`${path}.unpacked`, path);
}
