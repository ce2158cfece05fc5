import { join } from 'node:path';
import { t } from '#contract/i18n/t.ts';
import { Unavailable } from '#server/platform/http/errors.ts';
import { openFolderStorage } from './folder-storage.ts';
import { toBucket } from './s3-client.ts';
import { openS3Storage } from './s3-storage.ts';
import type { Storage, StorageEnv } from './storage.ts';

const NAME_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]{1,5}$/;
const MAX_NAME_LENGTH = 100;
const RETRY_SECONDS = 60;

/**
 * The bucket of the `S3_…` variables; without them the folder `DATA_DIR/uploads`.
 * @param options.patienceMs the timeout of each request to the bucket's server
 */
export function openStorage(env: StorageEnv, options?: { patienceMs: number }): Storage {
  const bucket = toBucket(env);
  const backend = bucket ? openS3Storage(bucket, options) : openFolderStorage(join(env.DATA_DIR, 'uploads'));
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

/** Rejects any other name, so that no path and no key leads elsewhere. */
function assertName(name: string) {
  if (name.length > MAX_NAME_LENGTH || !NAME_PATTERN.test(name)) throw new Error('This is no name of a file.');
}

function throwUnavailable(error: unknown): never {
  throw new Unavailable(t('Photos are unavailable right now. Please try again later.'), RETRY_SECONDS, error);
}
