import type { S3Client } from '@aws-sdk/client-s3';
import { type Bucket, createS3Client, loadS3Sdk, READING } from './s3-client.ts';
import type { Storage } from './storage.ts';

// Separates our files from others in a shared bucket.
const KEY_PREFIX = 'uploads/';

/** Files in an S3 bucket. A read is tried once, and given up when it takes more than three seconds, because visitors wait for it. */
export function openS3Storage(at: Bucket, options?: { patienceMs: number }): Storage {
  const { bucket } = at;
  const reading = { ...READING, ...options };
  let opened: { reader: Promise<S3Client>; writer: Promise<S3Client> } | undefined;
  const clients = () => {
    opened ??= { reader: createS3Client(at, reading), writer: createS3Client(at, options) };
    return opened;
  };
  const toObjectKey = (name: string) => ({ Bucket: bucket, Key: `${KEY_PREFIX}${name}` });

  return {
    async put(name, bytes, type) {
      const { PutObjectCommand } = await loadS3Sdk();
      await (await clients().writer).send(
        new PutObjectCommand({ ...toObjectKey(name), Body: bytes, ContentType: type }),
      );
    },
    async get(name) {
      const { GetObjectCommand, NoSuchKey } = await loadS3Sdk();
      try {
        const reader = await clients().reader;
        // The timeouts of the client end when the response begins.
        const abortSignal = AbortSignal.timeout(reading.patienceMs);
        const { Body } = await reader.send(new GetObjectCommand(toObjectKey(name)), { abortSignal });
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(names) {
      const { DeleteObjectCommand } = await loadS3Sdk();
      // One request per file, because servers disagree about the checksum of a request that deletes several.
      for (const name of names) await (await clients().writer).send(new DeleteObjectCommand(toObjectKey(name)));
    },
    async close() {
      (await opened?.reader)?.destroy();
      (await opened?.writer)?.destroy();
    },
  };
}
