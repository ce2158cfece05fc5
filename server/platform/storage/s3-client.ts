import type { S3Client } from '@aws-sdk/client-s3';

/** Where a bucket of an S3 server is, and the credentials for it. */
export interface Bucket {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 3;
/** How a client reads what a visitor waits for. */
export const READING = { patienceMs: 3000, maxAttempts: 1 };

/** Loads the SDK on first use, because it is large and most sites have no bucket. */
export const loadS3Sdk = () => import('@aws-sdk/client-s3');

/** Creates a client with path-style URLs, which uses only what all S3 servers support. */
export async function createS3Client(
  { endpoint, accessKeyId, secretAccessKey }: Bucket,
  { patienceMs = TIMEOUT_MS, maxAttempts = MAX_ATTEMPTS }: { patienceMs?: number; maxAttempts?: number } = {},
): Promise<S3Client> {
  const { S3Client } = await loadS3Sdk();
  return new S3Client({
    endpoint,
    // Signatures need a region; servers without regions accept this one.
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: patienceMs, requestTimeout: patienceMs, throwOnRequestTimeout: true },
  });
}

/** The bucket of the `S3_…` variables, which are all set or none; null without them. */
export function toBucket(env: {
  S3_ENDPOINT?: string;
  S3_BUCKET?: string;
  S3_ACCESS_KEY_ID?: string;
  S3_SECRET_ACCESS_KEY?: string;
}): Bucket | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret } = env;
  return endpoint && bucket && keyId && secret
    ? { endpoint, bucket, accessKeyId: keyId, secretAccessKey: secret }
    : null;
}
