import { type Kysely, sql } from 'kysely';
import { hasPermission, type Role } from '#contract/admin/roles.ts';
import { QUEUES, type Queue, type Today } from '#contract/admin/today.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import { COUNTED_QUEUES } from './queues.ts';

/** What waits in the queues that a role may see, of the payments of a mode. One query for all of them. */
export async function getToday(db: Kysely<DB>, role: Role, mode: PaymentMode): Promise<Today> {
  const visible = QUEUES.filter((queue) => hasPermission(role, COUNTED_QUEUES[queue].permission));
  const { rows } = await todayQuery(visible, mode).execute(db);
  const found = new Map(rows.map((row) => [row.queue, row]));
  return {
    queues: visible.map((queue) => {
      const { count = 0, since = null } = found.get(queue) ?? {};
      return { queue, count, since: since?.toISOString() ?? null };
    }),
  };
}

/** One row for each queue. Exported for the test of its query plan. */
export const todayQuery = (queues: readonly Queue[], mode: PaymentMode) =>
  sql<{ queue: Queue; count: number; since: Date | null }>`${sql.join(
    queues.map(
      (queue) => sql`select ${sql.lit(queue)} as queue, waiting.count::int as count, waiting.since
        from (${COUNTED_QUEUES[queue].count(mode)}) as waiting`,
    ),
    sql` union all `,
  )}`;
