import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import { fromKysely, type JobResult, type JobWithMetadata, type PgBoss, type Queue } from 'pg-boss';
import { truncate } from '#contract/text.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** A queue of jobs, stored in the database until they are done. */
export interface WorkQueue<Data extends object> {
  /** Adds one or more jobs if and only if the transaction commits. They run within a second after it, or after `at`. */
  add(trx: Transaction<DB>, work: Data | Data[], options?: { at?: Date }): Promise<void>;
  /** Stops looking for jobs. */
  close(): void;
}

/** A queue's pg-boss options and its worker. */
export interface QueueHandler<Data extends object> {
  queue: Queue;
  /** What the queue was called in earlier releases: what waits there is moved at the start. */
  formerName?: string;
  concurrency: number;
  /** Whether its jobs run in a restored copy too: only if they concern nobody and nothing outside of the database. */
  runsInCopies?: boolean;
  /** An error makes the job run again, up to the queue's retry limit. */
  work(data: Data): Promise<unknown>;
  /** Whether a retry would fail in the same way. */
  isPermanentFailure?(error: unknown): boolean;
  /** Whether an error was logged where it occurred. */
  isLogged?(error: unknown): boolean;
  /** The log message of a failure, such as 'a mail was not sent'. */
  failureMessage: string;
  /** The fields of a job that may be logged. */
  toLogFields(data: Data): object;
}

// The interval of checks for retries and for jobs of other processes. New jobs of this process start a check at once.
const POLLING_INTERVAL_SECONDS = 10;
// A new job is visible when its transaction has committed, which is not signaled: check after these delays.
const POLL_DELAYS_MS = [30, 300, 1500];
const MAX_ERROR_LENGTH = 500;

/** Runs the jobs of a queue, each at least once in any of the processes. Jobs without further retries are logged. */
export async function startWorker<Data extends object>(
  boss: PgBoss,
  {
    queue,
    concurrency,
    work,
    isPermanentFailure = () => false,
    isLogged = () => false,
    failureMessage,
    toLogFields,
  }: QueueHandler<Data>,
  log: FastifyBaseLogger,
): Promise<WorkQueue<Data>> {
  type Job = JobWithMetadata<Data>;

  async function attempt({ id, data, retryCount, retryLimit }: Job): Promise<JobResult> {
    try {
      await work(data);
      return { id, status: 'completed' };
    } catch (error) {
      const fields = { err: error, ...toLogFields(data), tries: retryCount + 1 };
      const isPermanent = isPermanentFailure(error);
      if (isLogged(error)) log.debug(fields, failureMessage);
      else if (isPermanent || retryCount >= retryLimit) log.error(fields, `${failureMessage}, and is given up`);
      else log.warn(fields, `${failureMessage}; it is tried again`);
      return { id, status: isPermanent ? 'deadletter' : 'failed', output: { message: toMessage(error) } };
    }
  }

  const worker = await boss.work(
    queue.name,
    {
      batchSize: concurrency,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: POLLING_INTERVAL_SECONDS,
      includeMetadata: true,
      perJobResults: true,
    },
    (jobs: Job[]) => Promise.all(jobs.map(attempt)),
  );

  const timers = new Set<NodeJS.Timeout>();
  function pollAfter(ms: number) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      boss.notifyWorker(worker);
    }, ms);
    timers.add(timer.unref());
  }

  const add = createAdd<Data>(boss, queue.name);
  return {
    async add(trx, data, options = {}) {
      await add(trx, data, options);
      if (!options.at && timers.size < POLL_DELAYS_MS.length) POLL_DELAYS_MS.forEach(pollAfter);
    },
    close() {
      timers.forEach(clearTimeout);
    },
  };
}

/** What the administrator reads of a job that was given up. */
const toMessage = (error: unknown) =>
  truncate(error instanceof Error ? error.message : String(error), MAX_ERROR_LENGTH);

/** Makes `add` of a queue that no worker of this process watches. */
export const createAdd =
  <Data extends object>(boss: PgBoss, name: string): WorkQueue<Data>['add'] =>
  async (trx, work, { at } = {}) => {
    const all = Array.isArray(work) ? work : [work];
    const jobs = all.map((data: Data) => ({ data, ...(at && { startAfter: at }) }));
    await boss.insert(name, jobs, { db: fromKysely(trx) });
  };
