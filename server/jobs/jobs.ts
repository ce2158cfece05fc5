import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { PgBoss, type Queue } from 'pg-boss';
import type { DB } from '../db/schema.ts';
import { StartupError } from '../db/startup-error.ts';
import type { Email, Mailer } from '../mail/mailer.ts';
import { createBossDatabase } from './boss-database.ts';
import { DEAD_LETTER_QUEUE, mailQueueHandler, toQueuedEmail } from './mail-queue.ts';
import { type QueueHandler, startWorker, type WorkQueue } from './queue.ts';
import { SCHEDULED_TASK_QUEUE, type ScheduledTasks, startScheduler } from './scheduled-tasks.ts';

/** What the program does beside answering: kept in the database, done by any one of the processes that share it. */
export interface Jobs {
  /**
   * Mails letters if, and only if, the transaction commits: within a second then, later while the mail server is away.
   * @throws {BadLetter} when an address is none, or the subject is more than one line
   */
  enqueueEmail(trx: Transaction<DB>, ...letters: Email[]): Promise<void>;
  /** Opens a queue of work, which this process then takes part in. Such work must bear to be cut off and done twice. */
  openQueue<Data extends object>(work: QueueHandler<Data>): Promise<Pick<WorkQueue<Data>, 'add'>>;
  /**
   * Does each of these once in every so many minutes, in one of the processes. To be called once. What fails is logged and
   * done again the next time. All of it must bear to be cut off, and to be done twice.
   */
  schedule(tasks: ScheduledTasks): Promise<void>;
  /** Begins nothing any more, and waits for what is being done, 3 s at most; what is cut off is done later. */
  close(): Promise<void>;
}

/** What jobs work with. */
export interface JobsDeps {
  db: Kysely<DB>;
  mailer: Mailer;
  log: FastifyBaseLogger;
}

const CLOSE_TIMEOUT_MS = 3000;
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Starts doing jobs. They are kept in the schema `pgboss`, which is made or brought up to date now.
 * @throws {StartupError} when the database user may not make it
 */
export async function openJobs({ db, mailer: mail, log }: JobsDeps): Promise<Jobs> {
  const boss = new PgBoss({
    db: createBossDatabase(db),
    schedule: false,
    // An idle program leaves the database alone: these default to seconds, and nothing here waits for them.
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
    queueCacheIntervalSeconds: 3600,
    maintenanceIntervalSeconds: 3600,
  });
  boss.on('error', (error) => log.error({ err: error }, 'jobs failed'));
  boss.on('warning', ({ message }) => log.warn(message));
  await boss.start().catch((error) => throwStartError(db, error));
  const names: string[] = [];
  const closers: (() => void)[] = [];

  async function queue<Data extends object>(work: QueueHandler<Data>) {
    await createOrUpdateQueue(boss, work.queue);
    const worker = await startWorker(boss, work, log);
    names.push(work.queue.name);
    closers.push(() => worker.close());
    return worker;
  }

  await createOrUpdateQueue(boss, DEAD_LETTER_QUEUE);
  const emailQueue = await queue(mailQueueHandler(mail));
  return {
    enqueueEmail: (trx, ...all) => emailQueue.add(trx, all.map(toQueuedEmail)),
    openQueue: queue,
    async schedule(tasks) {
      await createOrUpdateQueue(boss, SCHEDULED_TASK_QUEUE);
      const scheduler = await startScheduler(boss, tasks, log);
      names.push(SCHEDULED_TASK_QUEUE.name);
      closers.push(() => scheduler.close());
    },
    async close() {
      for (const close of closers) close();
      const patience = new AbortController();
      await Promise.race([
        Promise.all(names.map((name) => boss.offWork(name))),
        pause(CLOSE_TIMEOUT_MS, undefined, { signal: patience.signal }).catch(() => {}),
      ]);
      patience.abort();
      await boss.stop({ graceful: false });
    },
  };
}

async function createOrUpdateQueue(boss: PgBoss, { name, ...options }: Queue) {
  const known = await boss.getQueue(name);
  if (known) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
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
