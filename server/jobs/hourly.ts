import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';

/** What is done every hour, by its name. */
export type HourlyTasks = Record<string, () => Promise<unknown>>;

/** The queue of what is due, as pg-boss knows it. What a process that died was doing is done again a quarter later. */
export const HOURLY_QUEUE = { name: 'hourly', retryLimit: 2, expireInSeconds: 900, deleteAfterSeconds: 86_400 };

const HOUR_SECONDS = 3600;
const ASK_EVERY_MS = 60_000;
// What another process asked for and did not live to do.
const POLL_SECONDS = 600;
// All that an hour brings at once; they are done in turn.
const BATCH = 100;

/** Does each task once an hour, in whichever process asks for it first in that hour. */
export async function workHourly(boss: PgBoss, tasks: HourlyTasks, log: FastifyBaseLogger) {
  const { name } = HOURLY_QUEUE;
  const options = { batchSize: BATCH, pollingIntervalSeconds: POLL_SECONDS };
  const worker = await boss.work<{ task: string }>(name, options, async (jobs) => {
    for (const { task } of jobs.map(({ data }) => data)) {
      // Another release, whose database this is too, may know other tasks.
      await tasks[task]?.().catch((error) => log.error({ err: error }, `the hourly ${task} failed`));
    }
  });

  // The database takes a task once for each hour of the clock.
  const due = Object.keys(tasks).map((task) => ({
    data: { task },
    singletonKey: task,
    singletonSeconds: HOUR_SECONDS,
  }));
  const asking = setInterval(async () => {
    const taken = await boss.insert(name, due, { returnId: true }).catch((error) => {
      log.error({ err: error }, 'the tasks of the hour could not be asked for');
      return null;
    });
    if (taken) boss.notifyWorker(worker);
  }, ASK_EVERY_MS).unref();
  return { close: () => clearInterval(asking) };
}
