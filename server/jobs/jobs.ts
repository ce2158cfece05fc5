import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { PgBoss, type Queue } from 'pg-boss';
import { CannotStart } from '../db/cannot-start.ts';
import type { DB } from '../db/schema.ts';
import type { Letter, Mail } from '../mail/mail.ts';
import { bossDatabase } from './boss-database.ts';
import { GIVEN_UP_QUEUE, mailWork, nameLetter } from './mail-queue.ts';
import { type QueueWork, type WorkQueue, workQueue } from './queue.ts';
import { TASK_QUEUE, type Tasks, workTasks } from './tasks.ts';

/** What the program does beside answering: kept in the database, done by any one of the processes that share it. */
export interface Jobs {
  /**
   * Mails letters if, and only if, the transaction commits: within a second then, later while the mail server is away.
   * @throws {BadLetter} when an address is none, or the subject is more than one line
   */
  mail(trx: Transaction<DB>, ...letters: Letter[]): Promise<void>;
  /** Opens a queue of work, which this process then takes part in. Such work must bear to be cut off and done twice. */
  queue<Data extends object>(work: QueueWork<Data>): Promise<Pick<WorkQueue<Data>, 'add'>>;
  /**
   * Does each of these once in every so many minutes, in one of the processes. To be called once. What fails is logged and
   * done again the next time. All of it must bear to be cut off, and to be done twice.
   */
  every(tasks: Tasks): Promise<void>;
  /** Begins nothing any more, and waits for what is being done, 3 s at most; what is cut off is done later. */
  close(): Promise<void>;
}

/** What jobs work with. */
export interface JobsParts {
  db: Kysely<DB>;
  mail: Mail;
  log: FastifyBaseLogger;
}

const PATIENCE_MS = 3000;
const NOT_ALLOWED = '42501';

/**
 * Starts doing jobs. They are kept in the schema `pgboss`, which is made or brought up to date now.
 * @throws {CannotStart} when the database user may not make it
 */
export async function openJobs({ db, mail, log }: JobsParts): Promise<Jobs> {
  const boss = new PgBoss({
    db: bossDatabase(db),
    schedule: false,
    // An idle program leaves the database alone: these default to seconds, and nothing here waits for them.
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
    queueCacheIntervalSeconds: 3600,
    maintenanceIntervalSeconds: 3600,
  });
  boss.on('error', (error) => log.error({ err: error }, 'jobs failed'));
  boss.on('warning', ({ message }) => log.warn(message));
  await boss.start().catch((error) => explain(db, error));
  const names: string[] = [];
  const closing: (() => void)[] = [];

  async function queue<Data extends object>(work: QueueWork<Data>) {
    await keepQueue(boss, work.queue);
    const opened = await workQueue(boss, work, log);
    names.push(work.queue.name);
    closing.push(() => opened.close());
    return opened;
  }

  await keepQueue(boss, GIVEN_UP_QUEUE);
  const letters = await queue(mailWork(mail));
  return {
    mail: (trx, ...all) => letters.add(trx, all.map(nameLetter)),
    queue,
    async every(tasks) {
      await keepQueue(boss, TASK_QUEUE);
      const asking = await workTasks(boss, tasks, log);
      names.push(TASK_QUEUE.name);
      closing.push(() => asking.close());
    },
    async close() {
      for (const close of closing) close();
      const patience = new AbortController();
      await Promise.race([
        Promise.all(names.map((name) => boss.offWork(name))),
        pause(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {}),
      ]);
      patience.abort();
      await boss.stop({ graceful: false });
    },
  };
}

async function keepQueue(boss: PgBoss, { name, ...options }: Queue) {
  const known = await boss.getQueue(name);
  if (known) await boss.updateQueue(name, options);
  else await boss.createQueue(name, options);
}

async function explain(db: Kysely<DB>, error: Error & { code?: string }): Promise<never> {
  if (error.code !== NOT_ALLOWED) throw error;
  const { rows } = await sql<{ database: string; user: string }>`
    select quote_ident(current_database()) as database, quote_ident(current_user) as user`.execute(db);
  throw new CannotStart(
    'The database user may not make the schema pgboss, where jobs are kept. ' +
      `As the owner of the database run: GRANT CREATE ON DATABASE ${rows[0]?.database} TO ${rows[0]?.user}`,
    { cause: error },
  );
}
