import type { Env } from '#server/platform/env/env.ts';

/** Storage of uploaded files. A file is written once, under a generated name, and never changed. */
export interface Storage {
  /**
   * Stores a file. Resolves when it would survive a power failure.
   * @param name lower case letters, digits and hyphens, then the extension
   * @param type its media type
   * @throws {Unavailable} when the disk or the server rejects it; nothing can be read under the name then
   */
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  /**
   * Returns null if there is no such file.
   * @throws {Unavailable} when the disk or the server does not answer
   */
  get(name: string): Promise<Buffer | null>;
  /**
   * Deletes files; missing ones are ignored.
   * @throws {Unavailable} when one of them may still exist
   */
  remove(names: string[]): Promise<void>;
  close(): Promise<void>;
}

/** The settings that select and configure the storage. */
export type StorageEnv = Pick<
  Env,
  'DATA_DIR' | 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;
