import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Gauge, Registry } from 'prom-client';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { DEAD_LETTER_QUEUE, MAIL_QUEUE } from '#server/platform/jobs/mail-queue.ts';
import { type MailBudget, readMailBudgets } from '#server/platform/mail/budgets.ts';
import { readLastBackup } from '#server/platform/storage/backup/last-backup.ts';

// As often as Prometheus usually asks.
const MAX_AGE_MS = 15_000;
// Whoever asks waits no longer for a database that does not respond.
const TIMEOUT_MS = 3000;

interface QueueState {
  queue: string;
  due: number;
  later: number;
  oldestDueSeconds: number;
}

interface DatabaseState {
  budgets: MailBudget[];
  bytes: number;
  connections: number;
  maxConnections: number;
  queues: QueueState[];
  emailsWaiting: number;
  emailsGivenUp: number;
  lastBackup: Date | null;
}

/**
 * The metrics of the database, which all processes share. They are asked at most every 15 seconds. While it fails, `database_up` is 0 and the others are missing.
 * @returns reads them in the text format of Prometheus
 */
export function createDatabaseMetrics(
  db: Kysely<DB>,
  settings: Pick<SettingValues, 'emailsPerHour'>,
  { BACKUP_TO }: { BACKUP_TO?: string } = {},
): () => Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge('database_up', '1 when the database responded to the last query of these metrics, else 0');
  const size = gauge('database_size_bytes', 'Size of the database');
  const connections = gauge('database_connections', 'Connections to the database server, of all programs');
  const maxConnections = gauge('database_max_connections', 'Connections that the database server admits');
  const jobs = gauge('queue_jobs', 'Jobs that wait: due, or for a later time', 'queue', 'state');
  const oldest = gauge('queue_oldest_due_seconds', 'How long the oldest due job has waited', 'queue');
  const emails = gauge('emails', 'Queued emails: not sent yet, or given up in the last 14 days', 'state');
  const budgetUsed = gauge('email_budget_used', 'Emails in the current hour, to all recipients', 'purpose');
  const budgetLimit = gauge('email_budget_limit', 'How many of them an hour has; others are withheld', 'purpose');
  const lastBackup = gauge('last_backup_timestamp_seconds', 'When the last complete backup began; missing without one');

  let current: { state: Promise<DatabaseState | null>; askedAt: number } | undefined;
  function readState(): Promise<DatabaseState | null> {
    if (current && performance.now() - current.askedAt < MAX_AGE_MS) return current.state;
    const queries = [
      stateQuery.execute(db),
      readMailBudgets(db, settings),
      readLastBackup(db, BACKUP_TO ?? null),
    ] as const;
    const state = Promise.all(queries).then(
      ([{ rows }, budgets, lastBackup]) => (rows[0] ? { ...rows[0], budgets, lastBackup } : null),
      () => null,
    );
    current = { state, askedAt: performance.now() };
    return state;
  }

  return async () => {
    const state = await Promise.race([readState(), delay(TIMEOUT_MS, null, { ref: false })]);
    registry.resetMetrics();
    up.set(state ? 1 : 0);
    if (!state) return `${await registry.getSingleMetricAsString('database_up')}\n`;
    size.set(state.bytes);
    connections.set(state.connections);
    maxConnections.set(state.maxConnections);
    emails.set({ state: 'waiting' }, state.emailsWaiting);
    emails.set({ state: 'given_up' }, state.emailsGivenUp);
    if (state.lastBackup === null) lastBackup.remove();
    else lastBackup.set(state.lastBackup.getTime() / 1000);
    for (const { queue, due, later, oldestDueSeconds } of state.queues) {
      jobs.set({ queue, state: 'due' }, due);
      jobs.set({ queue, state: 'later' }, later);
      oldest.set({ queue }, oldestDueSeconds);
    }
    for (const { purpose, used, limit } of state.budgets) {
      budgetUsed.set({ purpose }, used);
      budgetLimit.set({ purpose }, limit);
    }
    return registry.metrics();
  };
}

/** Exported for the test of its query plan. What is being worked on, or was given up, does not wait. */
export const stateQuery = sql<Omit<DatabaseState, 'budgets' | 'lastBackup'>>`
  with queues as (
    select queue.name as queue, coalesce(due, 0) as due, coalesce(later, 0) as later, coalesce(age, 0) as "oldestDueSeconds"
    from pgboss.queue left join (
      select name, count(*) filter (where start_after <= now()) as due, count(*) filter (where start_after > now()) as later,
        extract(epoch from now() - min(start_after) filter (where start_after <= now())) as age
      from pgboss.job where state < 'active' and not blocked group by name
    ) as waiting using (name)
  )
  select pg_database_size(current_database()) as bytes,
    (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::int as "maxConnections",
    (select json_agg(queues) from queues where queue <> ${DEAD_LETTER_QUEUE.name}) as queues,
    (select due + later from queues where queue = ${MAIL_QUEUE.name}) as "emailsWaiting",
    (select due + later from queues where queue = ${DEAD_LETTER_QUEUE.name}) as "emailsGivenUp"`;
