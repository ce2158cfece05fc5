import { isDeepStrictEqual } from 'node:util';

/** Few rows that a process has in memory, because most requests need them. */
export interface WatchedRows<Rows> {
  /** The rows as they were when they were read last. */
  current: Rows;
  /** Reads them anew, after they changed in the database. */
  reload(): Promise<void>;
  close(): void;
}

// In case an invalidation is lost.
const INTERVAL_MS = 30_000;

/**
 * Reads rows, and again every half a minute.
 * @param options.changed called after they changed
 * @param options.failed called when they could not be read: the former ones stay until the next time
 */
export async function watchRows<Rows>(
  read: () => Promise<Rows>,
  { changed, failed }: { changed: (rows: Rows) => void; failed: (error: unknown) => void },
): Promise<WatchedRows<Rows>> {
  const watched = { current: await read(), reload, close: () => clearInterval(timer) };
  let reading: Promise<void> = Promise.resolve();
  const timer = setInterval(reload, INTERVAL_MS).unref();
  return watched;

  /** One after the other: an earlier read must not overwrite a later one. */
  function reload() {
    reading = reading.then(readAgain);
    return reading;
  }

  async function readAgain() {
    try {
      const rows = await read();
      if (isDeepStrictEqual(rows, watched.current)) return;
      watched.current = rows;
      changed(rows);
    } catch (error) {
      failed(error);
    }
  }
}
