import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { PgBoss, type Queue } from 'pg-boss';
import { CannotStart } from '../db/cannot-start.ts';
import type { DB } from '../db/schema.ts';
import type { Letter, Mail } from '../mail/mail.ts';
import { bossDatabase } from './boss-database.ts';
import { HOURLY_QUEUE, type HourlyTasks, workHourly } from './hourly.ts';
import { GIVEN_UP_QUEUE, MAIL_QUEUE, workMailQueue } from './mail-queue.ts';

/** What the program does beside answering: kept in the database, done by any one of the processes that share it. */
export interface Jobs {
  /**
   * Mails letters if, and only if, the transaction commits: within a second then, later while the mail server is away.
   * @throws {BadLetter} when an address is none, or the subject is more than one line
   */
  mail(trx: Transaction<DB>, ...letters: Letter[]): Promise<void>;
  /**
   * Does each of these once in every hour, in one of the processes. To be called once. What fails is logged and done again
   * in the next hour. All of it must bear to be cut off, and to be done twice.
   */
  everyHour(tasks: HourlyTasks): Promise<void>;
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
  await keepQueues(boss, [GIVEN_UP_QUEUE, MAIL_QUEUE, HOURLY_QUEUE]);

  const letters = await workMailQueue(boss, mail, log);
  let hourly: { close(): void } | undefined;
  return {
    mail: letters.add,
    async everyHour(tasks) {
      hourly = await workHourly(boss, tasks, log);
    },
    async close() {
      letters.close();
      hourly?.close();
      const patience = new AbortController();
      await Promise.race([
        Promise.all([MAIL_QUEUE, HOURLY_QUEUE].map(({ name }) => boss.offWork(name))),
        pause(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {}),
      ]);
      patience.abort();
      await boss.stop({ graceful: false });
    },
  };
}

async function keepQueues(boss: PgBoss, wanted: Queue[]) {
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const { name, ...options } of wanted) {
    if (known.has(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, options);
  }
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
