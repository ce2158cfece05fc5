import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.ts';

const INTERVAL_MS = 60_000;
const WARNING_INTERVAL_MS = 3_600_000;
/** From so much on a difference is worth a warning. */
export const MAX_CLOCK_LEAD_MS = 5000;

/** How many milliseconds the clock of this machine is ahead of that of the database; negative when it is behind. */
export async function measureClockLead(db: Kysely<DB>): Promise<number> {
  const before = Date.now();
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db);
  return Math.round((before + Date.now()) / 2 - (rows[0]?.now as number));
}

/** What is wrong when the clocks differ, as one line; null when they do not. */
export const describeClockLead = (lead: number): string | null =>
  Math.abs(lead) < MAX_CLOCK_LEAD_MS
    ? null
    : `the clock of this machine is ${Math.round(Math.abs(lead) / 1000)} s ${lead > 0 ? 'ahead of' : 'behind'} ` +
      'that of the database; let NTP set both';

/**
 * Measures the clock at the start and every minute. A difference is logged at the start and each hour.
 * @param onMeasured called with the lead in milliseconds
 */
export async function watchClock(
  db: Kysely<DB>,
  { log, onMeasured }: { log: Pick<FastifyBaseLogger, 'warn'>; onMeasured: (lead: number) => void },
): Promise<{ close(): void }> {
  let warnedAt = Number.NEGATIVE_INFINITY;
  async function measure() {
    const lead = await measureClockLead(db).catch(() => null);
    if (lead === null) return;
    onMeasured(lead);
    const warning = describeClockLead(lead);
    if (!warning || performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    warnedAt = performance.now();
    log.warn(warning);
  }
  await measure();
  const timer = setInterval(measure, INTERVAL_MS).unref();
  return { close: () => clearInterval(timer) };
}
