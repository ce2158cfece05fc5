import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';

/** What is done again and again, by its name. */
export type ScheduledTasks = Record<string, { everyMinutes: number; work: () => Promise<unknown> }>;

/** The queue of what is due, as pg-boss knows it. What a process that died was doing is done again a quarter later. */
export const SCHEDULED_TASK_QUEUE = { name: 'tasks', retryLimit: 2, expireInSeconds: 900, deleteAfterSeconds: 86_400 };

const ENQUEUE_INTERVAL_MS = 60_000;
// What another process asked for and did not live to do.
const POLLING_INTERVAL_SECONDS = 600;
// All that are due at once; they are done in turn.
const BATCH_SIZE = 100;

/** Does each task once in each of its stretches of time, in whichever process asks for it first. */
export async function startScheduler(boss: PgBoss, tasks: ScheduledTasks, log: FastifyBaseLogger) {
  const { name } = SCHEDULED_TASK_QUEUE;
  const options = { batchSize: BATCH_SIZE, pollingIntervalSeconds: POLLING_INTERVAL_SECONDS };
  const worker = await boss.work<{ task: string }>(name, options, async (jobs) => {
    for (const { task } of jobs.map(({ data }) => data)) {
      // Another release, whose database this is too, may know other tasks.
      await tasks[task]?.work().catch((error) => log.error({ err: error }, `${task} failed`));
    }
  });

  // The database takes a task once for each stretch of the clock.
  const dueJobs = Object.entries(tasks).map(([task, { everyMinutes }]) => ({
    data: { task },
    singletonKey: task,
    singletonSeconds: everyMinutes * 60,
  }));
  const timer = setInterval(async () => {
    const inserted = await boss.insert(name, dueJobs, { returnId: true }).catch((error) => {
      log.error({ err: error }, 'what is due could not be asked for');
      return null;
    });
    if (inserted) boss.notifyWorker(worker);
  }, ENQUEUE_INTERVAL_MS).unref();
  return { close: () => clearInterval(timer) };
}
