import type { S3Client } from '@aws-sdk/client-s3';
import type { Storage } from './storage.ts';

/** A bucket of an S3 server and its credentials. */
interface S3Options {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const TIMEOUT_MS = 10_000;
// Separates our files from others in a shared bucket.
const KEY_PREFIX = 'uploads/';

/** Files in an S3 bucket, with path-style URLs and only those features that all S3 servers support. */
export function openS3Storage(
  { endpoint, bucket, accessKeyId: keyId, secretAccessKey: secret }: S3Options,
  { patienceMs }: { patienceMs: number } = { patienceMs: TIMEOUT_MS },
): Storage {
  // Loaded on first use, because the SDK is large and most sites have no bucket.
  const sdk = () => import('@aws-sdk/client-s3');
  let opened: Promise<S3Client> | undefined;
  async function open(): Promise<S3Client> {
    const { S3Client } = await sdk();
    return new S3Client({
      endpoint,
      // Signatures need a region; servers without regions accept this one.
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: keyId, secretAccessKey: secret },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: patienceMs, requestTimeout: patienceMs, throwOnRequestTimeout: true },
    });
  }
  const client = () => {
    opened ??= open();
    return opened;
  };
  const toObjectKey = (name: string) => ({ Bucket: bucket, Key: `${KEY_PREFIX}${name}` });

  return {
    async put(name, bytes, type) {
      const { PutObjectCommand } = await sdk();
      await (await client()).send(new PutObjectCommand({ ...toObjectKey(name), Body: bytes, ContentType: type }));
    },
    async get(name) {
      const { GetObjectCommand, NoSuchKey } = await sdk();
      try {
        const { Body } = await (await client()).send(new GetObjectCommand(toObjectKey(name)));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(names) {
      const { DeleteObjectCommand } = await sdk();
      // One request per file, because servers disagree about the checksum of a request that deletes several.
      for (const name of names) await (await client()).send(new DeleteObjectCommand(toObjectKey(name)));
    },
    async close() {
      (await opened)?.destroy();
    },
  };
}
