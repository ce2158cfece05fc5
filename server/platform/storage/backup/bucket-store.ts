import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Bucket, createS3Client, loadS3Sdk } from '#server/platform/storage/s3-client.ts';
import type { BackupStore } from './store.ts';

// A part of 8 MB on a slow line.
const TIMEOUT_MS = 120_000;
// A file of 80 GB has 10,000 parts, which is the most.
const PART_BYTES = 8 * 1024 * 1024;

/** Backups in a bucket, below a prefix. */
export function openBucketStore(at: Bucket, prefix: string): BackupStore {
  const { bucket } = at;
  const opened = createS3Client(at, { patienceMs: TIMEOUT_MS });
  const toKey = (name: string) => `${prefix}/${name}`;
  return {
    description: `${at.endpoint}/${bucket}/${prefix}`,
    // The first file shows what is wrong.
    prepare: async () => {},
    async probe() {
      const { DeleteObjectCommand, PutObjectCommand } = await loadS3Sdk();
      const at = { Bucket: bucket, Key: toKey(`probe-${randomUUID()}`) };
      await (await opened).send(new PutObjectCommand({ ...at, Body: '' }));
      await (await opened).send(new DeleteObjectCommand(at));
    },
    async write(name, content) {
      const { Upload } = await import('@aws-sdk/lib-storage');
      const params = { Bucket: bucket, Key: toKey(name), Body: Readable.from(content, { objectMode: false }) };
      await new Upload({ client: await opened, params, partSize: PART_BYTES, queueSize: 2 }).done();
    },
    async read(name) {
      const { GetObjectCommand } = await loadS3Sdk();
      const { Body } = await (await opened).send(new GetObjectCommand({ Bucket: bucket, Key: toKey(name) }));
      return Body as Readable;
    },
    async list(start) {
      const { ListObjectsV2Command } = await loadS3Sdk();
      const names: string[] = [];
      for (let token: string | undefined, isDone = false; !isDone; isDone = token === undefined) {
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: toKey(start), ContinuationToken: token });
        const { Contents = [], NextContinuationToken } = await (await opened).send(command);
        names.push(...Contents.map(({ Key = '' }) => Key.slice(prefix.length + 1)));
        token = NextContinuationToken;
      }
      return names;
    },
    async remove(names) {
      const { DeleteObjectCommand } = await loadS3Sdk();
      for (const name of names)
        await (await opened).send(new DeleteObjectCommand({ Bucket: bucket, Key: toKey(name) }));
    },
    close: async () => (await opened).destroy(),
  };
}
