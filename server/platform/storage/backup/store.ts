import type { Readable } from 'node:stream';

/** Where backups are. A file is written once and never changed. */
export interface BackupStore {
  /** Names the place in messages. */
  description: string;
  /**
   * Makes the place ready for a backup.
   * @throws {StartupError} when nothing can be written there
   */
  prepare(): Promise<void>;
  /**
   * Finds out whether something can be written there, and leaves nothing.
   * @throws {Error} when it cannot
   */
  probe(): Promise<void>;
  /** Resolves when the file is complete; nothing has the name before. */
  write(name: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** @throws {Error} when there is no such file */
  read(name: string): Promise<Readable>;
  /** The names that begin so, in no order. */
  list(prefix: string): Promise<string[]>;
  remove(names: string[]): Promise<void>;
  close(): Promise<void>;
}
