import type { S3Client } from '@aws-sdk/client-s3';
import { type Bucket, createS3Client, loadS3Sdk } from './s3-client.ts';
import type { Storage } from './storage.ts';

// Separates our files from others in a shared bucket.
const KEY_PREFIX = 'uploads/';

/** Files in an S3 bucket. */
export function openS3Storage(at: Bucket, options?: { patienceMs: number }): Storage {
  const { bucket } = at;
  let opened: Promise<S3Client> | undefined;
  const client = () => {
    opened ??= createS3Client(at, options);
    return opened;
  };
  const toObjectKey = (name: string) => ({ Bucket: bucket, Key: `${KEY_PREFIX}${name}` });

  return {
    async put(name, bytes, type) {
      const { PutObjectCommand } = await loadS3Sdk();
      await (await client()).send(new PutObjectCommand({ ...toObjectKey(name), Body: bytes, ContentType: type }));
    },
    async get(name) {
      const { GetObjectCommand, NoSuchKey } = await loadS3Sdk();
      try {
        const { Body } = await (await client()).send(new GetObjectCommand(toObjectKey(name)));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(names) {
      const { DeleteObjectCommand } = await loadS3Sdk();
      // One request per file, because servers disagree about the checksum of a request that deletes several.
      for (const name of names) await (await client()).send(new DeleteObjectCommand(toObjectKey(name)));
    },
    async close() {
      (await opened)?.destroy();
    },
  };
}
