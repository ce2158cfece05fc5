import { join } from 'node:path';
import type { Env } from '#server/env.ts';
import { Unavailable } from '#server/http/errors.ts';
import { openBucket } from './bucket.ts';
import { openFolder } from './folder.ts';

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

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]{1,5}$/;
const MOST_NAME = 100;
const RETRY_SECONDS = 60;

/**
 * The bucket that the `S3_…` variables name; without them the folder `DATA_DIR/uploads`.
 * @param options.patienceMs how long the bucket's server may keep us waiting for each answer
 */
export function openStorage(env: StorageEnv, options?: { patienceMs: number }): Storage {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret } = env;
  const place =
    endpoint && bucket && keyId && secret
      ? openBucket({ endpoint, bucket, keyId, secret }, options)
      : openFolder(join(env.DATA_DIR, 'uploads'));
  return {
    put: async (name, bytes, type) => {
      check(name);
      await place.put(name, bytes, type).catch(outOfReach);
    },
    get: async (name) => {
      check(name);
      return place.get(name).catch(outOfReach);
    },
    remove: async (names) => {
      for (const name of names) check(name);
      await place.remove(names).catch(outOfReach);
    },
    close: () => place.close(),
  };
}

/** No path and no key is ever made of something else, whatever the caller was told. */
function check(name: string) {
  if (name.length > MOST_NAME || !NAME.test(name)) throw new Error('This is no name of a file.');
}

function outOfReach(error: unknown): never {
  throw new Unavailable('Pictures are out of reach for the moment. Please try again later.', RETRY_SECONDS, error);
}
