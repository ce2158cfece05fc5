import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { PgBoss, type Queue } from 'pg-boss';
import type { DB } from '#server/platform/db/schema.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { createBossDatabase } from './boss-database.ts';
import type { TokenCreators } from './deferred-tokens.ts';
import { createGivenUpIndex } from './given-up.ts';
import { DEAD_LETTER_QUEUE, type EmailToQueue, mailQueueHandler } from './mail-queue.ts';
import { createAdd, type QueueHandler, startWorker, type WorkQueue } from './queue.ts';
import { SCHEDULED_TASK_QUEUE, type ScheduledTasks, startScheduler } from './scheduled-tasks.ts';

/** Background work. Jobs are rows in the database; each is run by one of the processes that share it. */
export interface Jobs {
  /** Sends one or more emails if and only if the transaction commits: within a second after it, or later if the mail server is unavailable. */
  enqueueEmail(trx: Transaction<DB>, emails: EmailToQueue | EmailToQueue[]): Promise<void>;
  /** Opens a queue and starts a worker in this process. Jobs can be interrupted and run twice, and must tolerate both. */
  openQueue<Data extends object>(work: QueueHandler<Data>): Promise<Pick<WorkQueue<Data>, 'add'>>;
  /**
   * Runs each task once per interval in one of the processes. Call it once. A failure is logged, and the task runs again in the
   * next interval. Tasks can be interrupted and run twice, and must tolerate both.
   */
  schedule(tasks: ScheduledTasks): Promise<void>;
  /** Starts no further job and waits up to 3 s for running ones. Interrupted jobs are run again later. */
  close(): Promise<void>;
}

/** What the jobs depend on. */
export interface JobsDeps {
  db: Kysely<DB>;
  mailer: Mailer;
  log: FastifyBaseLogger;
  /** Of the links in queued emails; none by default. */
  tokenCreators?: TokenCreators;
  /** Whether this is a restored copy, in which jobs wait. */
  isCopy?: boolean;
}

const CLOSE_TIMEOUT_MS = 3000;
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Starts pg-boss, and creates or migrates its schema `pgboss`.
 * @throws {StartupError} when the database user may not create the schema
 */
export async function openJobs({ db, mailer: mail, log, tokenCreators = {}, isCopy = false }: JobsDeps): Promise<Jobs> {
  const boss = new PgBoss({
    db: createBossDatabase(db),
    schedule: false,
    // The defaults are seconds. Nothing waits for this maintenance, so an idle program leaves the database alone.
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
    queueCacheIntervalSeconds: 3600,
    maintenanceIntervalSeconds: 3600,
  });
  boss.on('error', (error) => log.error({ err: error }, 'jobs failed'));
  boss.on('warning', ({ message }) => log.warn(message));
  await boss.start().catch((error) => throwStartError(db, error));
  await createGivenUpIndex(db);
  const createOrUpdateQueue = await openQueues(boss);
  const names: string[] = [];
  const closers: (() => void)[] = [];

  async function queue<Data extends object>(work: QueueHandler<Data>): Promise<Pick<WorkQueue<Data>, 'add'>> {
    await createOrUpdateQueue(work.queue);
    if (work.formerName) await moveWaitingJobs(db, work.formerName, work.queue.name);
    if (isCopy && !work.runsInCopies) return { add: createAdd<Data>(boss, work.queue.name) };
    const worker = await startWorker(boss, work, log);
    names.push(work.queue.name);
    closers.push(() => worker.close());
    return worker;
  }

  await createOrUpdateQueue(DEAD_LETTER_QUEUE);
  const emailQueue = await queue(mailQueueHandler(mail, tokenCreators));
  return {
    enqueueEmail: emailQueue.add,
    openQueue: queue,
    async schedule(tasks) {
      await createOrUpdateQueue(SCHEDULED_TASK_QUEUE);
      const scheduler = await startScheduler(boss, tasks, log);
      names.push(SCHEDULED_TASK_QUEUE.name);
      closers.push(() => scheduler.close());
    },
    async close() {
      for (const close of closers) close();
      const timeout = new AbortController();
      await Promise.race([
        Promise.all(names.map((name) => boss.offWork(name))),
        // An abort ends the wait early.
        delay(CLOSE_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => {}),
      ]);
      timeout.abort();
      await boss.stop({ graceful: false });
    },
  };
}

/** Reads all queues at once, and returns a function that creates a queue, or updates its options where they differ. */
async function openQueues(boss: PgBoss) {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  return async ({ name, ...options }: Queue) => {
    const queue = known.get(name);
    if (!queue) await boss.createQueue(name, options);
    else if (!hasOptions(queue, options)) await boss.updateQueue(name, options);
  };
}

const hasOptions = (queue: Queue, options: Omit<Queue, 'name'>) =>
  Object.entries(options).every(([option, value]) => queue[option as keyof Queue] === value);

/** The former queue stays: processes of the earlier release may add to it until they end. The next start moves that too. */
async function moveWaitingJobs(db: Kysely<DB>, from: string, to: string) {
  await sql`update pgboss.job set name = ${to} where name = ${from} and state < 'active'`.execute(db);
}

async function throwStartError(db: Kysely<DB>, error: Error & { code?: string }): Promise<never> {
  if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
  const { rows } = await sql<{ database: string; user: string }>`
    select quote_ident(current_database()) as database, quote_ident(current_user) as user`.execute(db);
  throw new StartupError(
    'The database user may not make the schema pgboss, where jobs are kept. ' +
      `As the owner of the database run: GRANT CREATE ON DATABASE ${rows[0]?.database} TO ${rows[0]?.user}`,
    { cause: error },
  );
}
