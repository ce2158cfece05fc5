import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import { fromKysely, type JobResult, type JobWithMetadata, type PgBoss, type Queue } from 'pg-boss';
import type { DB } from '../db/schema.ts';

/** What is to be done, kept in the database until it was. */
export interface WorkQueue<Data extends object> {
  /** Adds work if, and only if, the transaction commits: done within a second then, or after `at`. */
  add(trx: Transaction<DB>, work: Data[], options?: { at?: Date }): Promise<void>;
  /** Looks no more for new work. */
  close(): void;
}

/** How a queue is worked: its options as pg-boss knows them, and how many are done at once. */
export interface QueueHandler<Data extends object> {
  queue: Queue;
  concurrency: number;
  /** @throws whatever failed: it is done again as often as the queue says */
  work(data: Data): Promise<unknown>;
  /** Whether a failure would only come again. */
  isPermanentFailure?(error: unknown): boolean;
  /** What a failure is called in the log: 'a mail was not sent'. */
  failureMessage: string;
  /** What of it may stand in the log. */
  toLogFields(data: Data): object;
}

// What retries come due by, and how soon another process takes over; what is new is looked for at once.
const POLLING_INTERVAL_SECONDS = 10;
// New work is there when its transaction has committed, which nobody tells us: look soon, and again.
const POLL_DELAYS_MS = [30, 300, 1500];

/** Does what is in a queue, at least once each, in any of the processes; what was given up is in the log. */
export async function startWorker<Data extends object>(
  boss: PgBoss,
  {
    queue,
    concurrency: atOnce,
    work,
    isPermanentFailure: isHopeless = () => false,
    failureMessage: failed,
    toLogFields: logged,
  }: QueueHandler<Data>,
  log: FastifyBaseLogger,
): Promise<WorkQueue<Data>> {
  type Job = JobWithMetadata<Data>;

  async function attempt({ id, data, retryCount, retryLimit }: Job): Promise<JobResult> {
    try {
      await work(data);
      return { id, status: 'completed' };
    } catch (error) {
      const fields = { err: error, ...logged(data), tries: retryCount + 1 };
      const isPermanent = isHopeless(error);
      if (isPermanent || retryCount >= retryLimit) log.error(fields, `${failed}, and is given up`);
      else log.warn(fields, `${failed}; it is tried again`);
      return { id, status: isPermanent ? 'deadletter' : 'failed' };
    }
  }

  const worker = await boss.work(
    queue.name,
    {
      batchSize: atOnce,
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

  return {
    async add(trx, all, { at } = {}) {
      const jobs = all.map((data) => ({ data, ...(at && { startAfter: at }) }));
      await boss.insert(queue.name, jobs, { db: fromKysely(trx) });
      if (!at && timers.size < POLL_DELAYS_MS.length) POLL_DELAYS_MS.forEach(pollAfter);
    },
    close() {
      timers.forEach(clearTimeout);
    },
  };
}
