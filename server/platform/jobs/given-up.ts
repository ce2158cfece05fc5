import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { DEAD_LETTER_QUEUE, type EmailToQueue, MAIL_QUEUE } from './mail-queue.ts';

/** A job that failed for the last time. */
export interface GivenUpJob<Data = unknown> {
  id: string;
  queue: string;
  data: Data;
  /** Of the last attempt; null where it was not recorded. */
  error: string | null;
  attempts: number;
  queuedAt: Date;
  failedAt: Date;
}

/** One page of the jobs, and the number of all. */
export interface GivenUpList<Data = unknown> {
  jobs: GivenUpJob<Data>[];
  total: number;
}

/** The emails that were given up in the past 14 days, newest first. */
export const listGivenUpEmails = (db: Kysely<DB>, limit: number) =>
  listJobs<EmailToQueue>(db, givenUpEmailsQuery(limit));

/** The other jobs that were given up and that pg-boss has not deleted yet, newest first. */
export const listGivenUpJobs = (db: Kysely<DB>, limit: number) => listJobs(db, givenUpJobsQuery(limit));

async function listJobs<Data>(db: Kysely<DB>, query: ReturnType<typeof givenUpJobsQuery>): Promise<GivenUpList<Data>> {
  const { rows } = await query.execute(db);
  return {
    jobs: rows.map(({ total: _total, ...job }) => job as GivenUpJob<Data>),
    total: rows[0]?.total ?? 0,
  };
}

type JobRow = GivenUpJob & { total: number };

/** Exported, like the next one, for the test of its query plan. */
export const givenUpEmailsQuery = (limit: number) => sql<JobRow>`
  select id, name as queue, data, source_output->>'message' as error, source_retry_count + 1 as attempts,
    coalesce(source_created_on, created_on) as "queuedAt", created_on as "failedAt", count(*) over ()::int as total
  from pgboss.job where name = ${sql.lit(DEAD_LETTER_QUEUE.name)} and state < 'completed'
  order by created_on desc, id limit ${limit}`;

export const givenUpJobsQuery = (limit: number) => sql<JobRow>`
  select id, name as queue, data, output->>'message' as error, retry_count + 1 as attempts,
    created_on as "queuedAt", coalesce(completed_on, created_on) as "failedAt", count(*) over ()::int as total
  from pgboss.job where state = 'failed' and name <> ${sql.lit(MAIL_QUEUE.name)}
  order by created_on desc, id limit ${limit}`;

/** Removes emails that were given up, and returns those that were still there: each is returned once. */
export async function takeGivenUpEmails(trx: Transaction<DB>, ids: string[]): Promise<EmailToQueue[]> {
  const { rows } = await sql<{ data: EmailToQueue }>`
    delete from pgboss.job where name = ${sql.lit(DEAD_LETTER_QUEUE.name)} and id = any(${ids}::uuid[]) and state < 'active'
    returning data`.execute(trx);
  return rows.map(({ data }) => data);
}

/** Gives each job that was given up one more attempt, within seconds; returns the names of the queues of those that it found. */
export async function retryGivenUpJobs(trx: Transaction<DB>, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
    where id = any(${ids}::uuid[]) and state = 'failed' and name <> ${sql.lit(MAIL_QUEUE.name)} returning name`.execute(
    trx,
  );
  return rows.map(({ name }) => name);
}

/** Makes the index by which jobs that were given up are found. pg-boss has none, and does not touch this one. */
export async function createGivenUpIndex(db: Kysely<DB>): Promise<void> {
  // `create index` waits for writers also where the index exists.
  const { rows } =
    await sql`select to_regclass('pgboss.job_given_up') as found where to_regclass('pgboss.job_given_up') is not null`.execute(
      db,
    );
  if (rows.length > 0) return;
  await db.transaction().execute(async (trx) => {
    // Two programs that make it at the same time would fail.
    await sql`select pg_advisory_xact_lock(hashtextextended('job_given_up', 0))`.execute(trx);
    await sql`create index if not exists job_given_up on pgboss.job (created_on) where state = 'failed'`.execute(trx);
  });
}
