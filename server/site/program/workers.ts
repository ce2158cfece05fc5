import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { answerMetrics, type MetricsQuestion } from '#server/platform/metrics/worker-metrics.ts';
import type { Program } from './program.ts';

/** What a worker says: that it listens, or why it does not. */
export type WorkerMessage = { port: number } | { failure: string };

// A worker that ended sooner is started again with a delay, which doubles.
const STABLE_AFTER_MS = 60_000;
const RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;
// Less than the program has for stopping, which then stops the database.
const STOP_TIMEOUT_MS = 6500;

/**
 * The program in several processes, which share its port. One that ends is replaced.
 * See docs/decisions/0084-memory-of-a-process.md.
 * @param options.connection of the database, which this process keeps open
 * @param options.progress called with messages, one line at a time
 */
export function createWorkers({
  count,
  connection,
  progress,
}: {
  count: number;
  connection: pg.ClientConfig;
  progress: (line: string) => void;
}): Program {
  // Workers accept connections themselves: one that this process has handed to a worker that is killed meanwhile would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'worker.child.ts'), args: [] });
  const stopped = new AbortController();

  /** Starts a worker, and another one whenever it ends. The first has been started already. */
  async function keepWorker(first?: StartedWorker) {
    let failures = 0;
    for (let worker = first; !stopped.signal.aborted; worker = undefined) {
      const begun = performance.now();
      worker ??= startWorker(connection);
      const reason = await worker.ended;
      if (stopped.signal.aborted) return;
      progress(`${reason}; another one takes its place`);
      failures = performance.now() - begun > STABLE_AFTER_MS ? 0 : failures + 1;
      // An abort ends the wait early.
      await delay(getRestartDelay(failures), undefined, { signal: stopped.signal }).catch(() => {});
    }
  }

  return {
    async listen() {
      // What keeps one from starting keeps all, and is to be said once.
      const first = startWorker(connection);
      const port = await first.listening;
      for (let i = 0; i < count; i++) void keepWorker(i === 0 ? first : undefined);
      return port;
    },
    async close() {
      stopped.abort();
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isDead() === false);
      const signalAll = (signal: NodeJS.Signals) => {
        for (const worker of workers) worker?.process.kill(signal);
      };
      const ended = workers.map((worker) => once(worker as Worker, 'exit'));
      signalAll('SIGTERM');
      const timer = setTimeout(signalAll, STOP_TIMEOUT_MS, 'SIGKILL');
      await Promise.all(ended);
      clearTimeout(timer);
    },
  };
}

/** The delay before a worker is replaced: none after the first failure. */
const getRestartDelay = (failures: number) =>
  failures < 2 ? 0 : Math.min(RESTART_DELAY_MS * 2 ** (failures - 2), MAX_RESTART_DELAY_MS);

interface StartedWorker {
  /** Resolves with the port. */
  listening: Promise<number>;
  /** Resolves with the reason. */
  ended: Promise<string>;
}

function startWorker(connection: pg.ClientConfig): StartedWorker {
  const worker = cluster.fork();
  const listening = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<string>();
  let failure: string | undefined;
  worker.once('online', () => worker.send({ connection }));
  worker.on('message', (message: WorkerMessage | MetricsQuestion) => {
    if ('port' in message) listening.resolve(message.port);
    if ('failure' in message) failure = message.failure;
    if ('asksForMetrics' in message) void answerMetrics(worker);
  });
  worker.once('exit', (code, signal) => {
    const reason = failure ?? `Process ${worker.process.pid} ended with ${signal ?? code}`;
    listening.reject(new StartupError(reason));
    ended.resolve(reason);
  });
  // Only the first is waited for.
  listening.promise.catch(() => {});
  return { listening: listening.promise, ended: ended.promise };
}
