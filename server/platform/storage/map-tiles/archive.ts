import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Bucket, createS3Client, loadS3Sdk, READING } from '#server/platform/storage/s3-client.ts';

/** A file that is read in parts, and whose bytes never change: reading fails once they would be others than at the start. */
export interface Archive {
  /** The size in bytes. */
  size: number;
  /** Streams the bytes from `start` to `end`, both included. @throws when the disk or the bucket does not answer. */
  read(start: number, end: number): Promise<Readable>;
  close(): Promise<void>;
}

/** Opens a file. @throws if there is none, or it cannot be read */
export async function openFile(path: string): Promise<Archive> {
  const file = await open(path);
  const opened = await file.stat();
  if (!opened.isFile()) throw new Error('is not a file');
  return {
    size: opened.size,
    async read(start, end) {
      const { size, mtimeMs } = await file.stat();
      if (size !== opened.size || mtimeMs !== opened.mtimeMs)
        throw new Error(`${path} was changed. Restart the program.`);
      return Readable.from(readParts(file, start, end), { objectMode: false });
    },
    close: () => file.close(),
  };
}

// A slow client takes no more memory than this.
const CHUNK_BYTES = 64 * 1024;

/** Not a stream of the file, which would close it at the end. */
async function* readParts(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at <= end; at += CHUNK_BYTES) {
    const length = Math.min(CHUNK_BYTES, end + 1 - at);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead < length) throw new Error('The file is shorter than at the start.');
    yield buffer;
  }
}

/** Opens an object in a bucket. @throws if there is none, or the bucket does not answer */
export async function openObject(bucket: Bucket, key: string): Promise<Archive> {
  const client = await createS3Client(bucket, READING);
  const { GetObjectCommand, HeadObjectCommand } = await loadS3Sdk();
  const object = { Bucket: bucket.bucket, Key: key };
  const { ContentLength: size = 0, ETag } = await client.send(new HeadObjectCommand(object));
  return {
    size,
    async read(start, end) {
      const part = await client.send(new GetObjectCommand({ ...object, Range: `bytes=${start}-${end}` }));
      const body = part.Body as Readable;
      if (part.ETag === ETag) return body;
      body.destroy();
      throw new Error(`${key} was replaced. Restart the program.`);
    },
    async close() {
      client.destroy();
    },
  };
}
