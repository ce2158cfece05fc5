import type { FastifyBaseLogger } from 'fastify';
import type { JobResult, PgBoss } from 'pg-boss';

/** Recurring tasks by name. */
export type ScheduledTasks = Record<string, { everyMinutes: number; work: () => Promise<unknown> }>;

/** The options of the queue of due tasks in pg-boss. The task of a process that died runs again after a quarter of an hour. */
export const SCHEDULED_TASK_QUEUE = { name: 'tasks', retryLimit: 2, expireInSeconds: 900, deleteAfterSeconds: 86_400 };

const ENQUEUE_INTERVAL_MS = 60_000;
// The interval of checks for tasks that another process queued and did not run.
const POLLING_INTERVAL_SECONDS = 600;
// Enough for all due tasks, which run one after another.
const BATCH_SIZE = 100;

/**
 * Runs each task once in each of its intervals, in the process that queues it first. What has not begun when the scheduler closes is left to
 * the next process that looks for tasks.
 */
export async function startScheduler(boss: PgBoss, tasks: ScheduledTasks, log: FastifyBaseLogger) {
  const { name } = SCHEDULED_TASK_QUEUE;
  const options = { batchSize: BATCH_SIZE, pollingIntervalSeconds: POLLING_INTERVAL_SECONDS, perJobResults: true };
  let isClosed = false;

  async function run(task: string): Promise<JobResult['status']> {
    if (isClosed) return 'failed';
    // Another release that uses the same database can have other tasks.
    await tasks[task]?.work().catch((error) => {
      // The connections end while it runs, if it takes longer than the program waits.
      if (isClosed) log.info({ err: error }, `${task} was interrupted`);
      else log.error({ err: error }, `${task} failed`);
    });
    return 'completed';
  }

  const worker = await boss.work<{ task: string }>(name, options, async (jobs) => {
    const results: JobResult[] = [];
    for (const { id, data } of jobs) results.push({ id, status: await run(data.task) });
    return results;
  });

  // The unique key admits a task once per interval.
  const dueJobs = Object.entries(tasks).map(([task, { everyMinutes }]) => ({
    data: { task },
    singletonKey: task,
    singletonSeconds: everyMinutes * 60,
  }));
  const timer = setInterval(async () => {
    const inserted = await boss.insert(name, dueJobs, { returnId: true }).catch((error) => {
      log.error({ err: error }, 'due tasks could not be queued');
      return null;
    });
    if (inserted) boss.notifyWorker(worker);
  }, ENQUEUE_INTERVAL_MS).unref();
  return {
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}
