import { join } from 'node:path';
import type { Env } from '#server/env.ts';
import { Unavailable } from '#server/http/errors.ts';
import { openFolderStorage } from './folder-storage.ts';
import { openS3Storage } from './s3-storage.ts';

/** Where uploaded files are kept. A file is written once, under a name that we made up, and never changed. */
export interface Storage {
  /**
   * Keeps a file: done when it would survive a loss of power.
   * @param name lower case letters, digits and hyphens, then the extension
   * @param type its media type
   * @throws {Unavailable} when the disk or the server does not take it; nothing can be read under the name then
   */
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  /**
   * Answers null when there is no such file.
   * @throws {Unavailable} when the disk or the server does not answer
   */
  get(name: string): Promise<Buffer | null>;
  /**
   * Removes files; those that are not there are fine.
   * @throws {Unavailable} when one of them may still be there
   */
  remove(names: string[]): Promise<void>;
  close(): Promise<void>;
}

/** The settings that decide where files are kept. */
export type StorageEnv = Pick<
  Env,
  'DATA_DIR' | 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

const NAME_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]{1,5}$/;
const MAX_NAME_LENGTH = 100;
const RETRY_SECONDS = 60;

/**
 * The bucket that the `S3_…` variables name; without them the folder `DATA_DIR/uploads`.
 * @param options.patienceMs how long the bucket's server may keep us waiting for each answer
 */
export function openStorage(env: StorageEnv, options?: { patienceMs: number }): Storage {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret } = env;
  const backend =
    endpoint && bucket && keyId && secret
      ? openS3Storage({ endpoint, bucket, accessKeyId: keyId, secretAccessKey: secret }, options)
      : openFolderStorage(join(env.DATA_DIR, 'uploads'));
  return {
    put: async (name, bytes, type) => {
      assertName(name);
      await backend.put(name, bytes, type).catch(throwUnavailable);
    },
    get: async (name) => {
      assertName(name);
      return backend.get(name).catch(throwUnavailable);
    },
    remove: async (names) => {
      for (const name of names) assertName(name);
      await backend.remove(names).catch(throwUnavailable);
    },
    close: () => backend.close(),
  };
}

/** No path and no key is ever made of something else, whatever the caller was told. */
function assertName(name: string) {
  if (name.length > MAX_NAME_LENGTH || !NAME_PATTERN.test(name)) throw new Error('This is no name of a file.');
}

function throwUnavailable(error: unknown): never {
  throw new Unavailable('Pictures are out of reach for the moment. Please try again later.', RETRY_SECONDS, error);
}
