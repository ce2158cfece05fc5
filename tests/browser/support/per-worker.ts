/** Something that has to be closed at the end of a worker. */
interface Closeable {
  close(): unknown;
}

/** Returns what the tests of a worker share under a key; `start` is called by the first test that needs it. */
export type GetPerWorker = <T extends Closeable>(key: string, start: () => Promise<T>) => Promise<T>;

/** Creates a `GetPerWorker`, and a function that closes all that was started. */
export function createPerWorker(): { getPerWorker: GetPerWorker; closeAll: () => Promise<void> } {
  const started = new Map<string, Promise<Closeable>>();
  return {
    getPerWorker<T extends Closeable>(key: string, start: () => Promise<T>) {
      const shared = started.get(key) ?? start();
      started.set(key, shared);
      return shared as Promise<T>;
    },
    async closeAll() {
      for (const shared of started.values()) await (await shared).close();
    },
  };
}
