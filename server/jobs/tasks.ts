import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';

/** What is done again and again, by its name. */
export type Tasks = Record<string, { everyMinutes: number; work: () => Promise<unknown> }>;

/** The queue of what is due, as pg-boss knows it. What a process that died was doing is done again a quarter later. */
export const TASK_QUEUE = { name: 'tasks', retryLimit: 2, expireInSeconds: 900, deleteAfterSeconds: 86_400 };

const ASK_EVERY_MS = 60_000;
// What another process asked for and did not live to do.
const POLL_SECONDS = 600;
// All that are due at once; they are done in turn.
const BATCH = 100;

/** Does each task once in each of its stretches of time, in whichever process asks for it first. */
export async function workTasks(boss: PgBoss, tasks: Tasks, log: FastifyBaseLogger) {
  const { name } = TASK_QUEUE;
  const options = { batchSize: BATCH, pollingIntervalSeconds: POLL_SECONDS };
  const worker = await boss.work<{ task: string }>(name, options, async (jobs) => {
    for (const { task } of jobs.map(({ data }) => data)) {
      // Another release, whose database this is too, may know other tasks.
      await tasks[task]?.work().catch((error) => log.error({ err: error }, `${task} failed`));
    }
  });

  // The database takes a task once for each stretch of the clock.
  const due = Object.entries(tasks).map(([task, { everyMinutes }]) => ({
    data: { task },
    singletonKey: task,
    singletonSeconds: everyMinutes * 60,
  }));
  const asking = setInterval(async () => {
    const taken = await boss.insert(name, due, { returnId: true }).catch((error) => {
      log.error({ err: error }, 'what is due could not be asked for');
      return null;
    });
    if (taken) boss.notifyWorker(worker);
  }, ASK_EVERY_MS).unref();
  return { close: () => clearInterval(asking) };
}
