import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { ALL_KEYS } from '#server/platform/db/invalidate.ts';
import { EVERYTHING_KEY } from '#server/platform/env/cdn.ts';
import { createDelayedKeys } from './delayed-keys.ts';
import { PurgeFailed, type PurgeTarget } from './purge-targets.ts';

/** The surrogate keys to purge at a proxy. */
export interface PurgeQueue {
  /** Purges these surrogate keys within milliseconds, and twice more; `*` purges everything. */
  add(keys: string[]): void;
  /** Purges the keys that are left, for at most two seconds. */
  close(): Promise<void>;
}

// So long invalidations that belong together are gathered; the other processes hear of them meanwhile.
const GATHER_MS = 20;
// What was sent before an invalidation can reach the proxy after its purge: from a process that was rendering, and from one that
// did not hear of the invalidation, which it knows after 15 s.
const REPEATS = [
  { delayMs: 700, slackMs: 100 },
  { delayMs: 20_000, slackMs: 5000 },
];
const MAX_RETRY_DELAY_MS = 30_000;
const CLOSE_TIMEOUT_MS = 2000;
/** With more keys than this everything is purged. */
const MAX_KEYS = 2000;

/**
 * Purges at one proxy whatever this process hears of. Every process does so: none of them has to be alive, and the proxies have no purge
 * that does harm twice. What fails is repeated until it succeeds.
 */
export function createPurgeQueue(
  { name, maxKeys, purge }: PurgeTarget,
  log: FastifyBaseLogger,
  repetitions = REPEATS,
): PurgeQueue {
  const due = new Set<string>();
  const closed = new AbortController();
  const repeats = repetitions.map((options) => createDelayedKeys({ ...options, maxKeys: MAX_KEYS, onDue: enqueue }));
  let running: Promise<void> | undefined;
  let failures = 0;

  function enqueue(keys: Iterable<string>) {
    for (const key of keys) due.add(key);
    if (due.size > MAX_KEYS || due.has(EVERYTHING_KEY)) {
      due.clear();
      due.add(EVERYTHING_KEY);
    }
    running ??= run().finally(() => {
      running = undefined;
    });
  }

  async function run() {
    await wait(GATHER_MS);
    while (due.size > 0 && !closed.signal.aborted) {
      const keys = take();
      try {
        await purge(keys, closed.signal);
        if (failures > 0) log.info({ proxy: name }, 'the proxy is purged again');
        failures = 0;
      } catch (error) {
        enqueue(keys);
        if (closed.signal.aborted) return;
        failures += 1;
        if (isWorthLogging(failures))
          log.warn({ err: error, proxy: name, tries: failures }, 'the proxy was not purged; it is tried again');
        await wait(getRetryDelay(failures, error));
      }
    }
  }

  function take(): string[] {
    const keys = [...due].slice(0, maxKeys);
    for (const key of keys) due.delete(key);
    return keys;
  }

  // An abort ends the wait early.
  const wait = (ms: number) => delay(ms, undefined, { signal: closed.signal }).catch(() => {});

  return {
    add(keys) {
      const names = keys.includes(ALL_KEYS) ? [EVERYTHING_KEY] : keys;
      if (names.length === 0 || closed.signal.aborted) return;
      enqueue(names);
      for (const { add } of repeats) add(names);
    },
    async close() {
      closed.abort();
      await running;
      enqueue(repeats.flatMap(({ close }) => close()));
      const timeout = AbortSignal.timeout(CLOSE_TIMEOUT_MS);
      while (due.size > 0) {
        const purged = await purge(take(), timeout).catch((error) => error as Error);
        if (purged instanceof Error) return log.warn({ err: purged, proxy: name }, 'the proxy was not purged');
      }
    },
  };
}

/** Logs the first failure, then few. */
const isWorthLogging = (failures: number) => failures === 1 || failures % 20 === 0;

function getRetryDelay(failures: number, error: unknown): number {
  const backoff = Math.min(500 * 2 ** (failures - 1), MAX_RETRY_DELAY_MS);
  return error instanceof PurgeFailed && error.retryAfterMs !== undefined
    ? Math.min(Math.max(error.retryAfterMs, backoff), 2 * MAX_RETRY_DELAY_MS)
    : backoff;
}
