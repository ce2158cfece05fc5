import { EVERYTHING_KEY } from '#server/platform/env/cdn.ts';

/** Keys that are due some time after they were added the last time. */
interface DelayedKeys {
  add(keys: string[]): void;
  /** Stops, and returns the keys that were not due yet. */
  close(): string[];
}

/**
 * @param options.slackMs so much earlier a key can become due, together with others
 * @param options.maxKeys more keys than these are everything
 */
export function createDelayedKeys({
  delayMs,
  slackMs,
  maxKeys,
  onDue,
}: {
  delayMs: number;
  slackMs: number;
  maxKeys: number;
  onDue: (keys: string[]) => void;
}): DelayedKeys {
  // The keys in the order of their times.
  const dueAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  function release() {
    const until = performance.now() + slackMs;
    const keys: string[] = [];
    for (const [key, at] of dueAt) {
      if (at > until) break;
      keys.push(key);
      dueAt.delete(key);
    }
    timer = undefined;
    waitForFirst();
    if (keys.length > 0) onDue(keys);
  }

  function waitForFirst() {
    const [first] = dueAt.values();
    if (first !== undefined) timer ??= setTimeout(release, first - performance.now()).unref();
  }

  return {
    add(keys) {
      const at = performance.now() + delayMs;
      for (const key of keys) {
        dueAt.delete(key);
        dueAt.set(key, at);
      }
      if (dueAt.size > maxKeys) {
        dueAt.clear();
        dueAt.set(EVERYTHING_KEY, at);
        onDue([EVERYTHING_KEY]);
      }
      waitForFirst();
    },
    close() {
      clearTimeout(timer);
      const keys = [...dueAt.keys()];
      dueAt.clear();
      return keys;
    },
  };
}
