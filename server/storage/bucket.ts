import type { S3Client } from '@aws-sdk/client-s3';
import type { Storage } from './storage.ts';

/** A bucket of an S3 server, and who we are there. */
interface Bucket {
  endpoint: string;
  bucket: string;
  keyId: string;
  secret: string;
}

const PATIENCE_MS = 10_000;
// Keeps our files apart from others' in a bucket that is shared.
const FOLDER = 'uploads/';

/** Files in a bucket, by the S3 protocol as every server of it speaks it: path-style, and nothing newer than it needs. */
export function openBucket(
  { endpoint, bucket, keyId, secret }: Bucket,
  { patienceMs }: { patienceMs: number } = { patienceMs: PATIENCE_MS },
): Storage {
  // Loaded at the first need: it is large, and most sites have no bucket.
  const sdk = () => import('@aws-sdk/client-s3');
  let opened: Promise<S3Client> | undefined;
  async function open(): Promise<S3Client> {
    const { S3Client } = await sdk();
    return new S3Client({
      endpoint,
      // What servers without regions take, and what signatures need.
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
  const at = (name: string) => ({ Bucket: bucket, Key: `${FOLDER}${name}` });

  return {
    async put(name, bytes, type) {
      const { PutObjectCommand } = await sdk();
      await (await client()).send(new PutObjectCommand({ ...at(name), Body: bytes, ContentType: type }));
    },
    async get(name) {
      const { GetObjectCommand, NoSuchKey } = await sdk();
      try {
        const { Body } = await (await client()).send(new GetObjectCommand(at(name)));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async remove(names) {
      const { DeleteObjectCommand } = await sdk();
      // One by one: for removing several at once servers disagree about the checksum.
      for (const name of names) await (await client()).send(new DeleteObjectCommand(at(name)));
    },
    async close() {
      (await opened)?.destroy();
    },
  };
}
