import { type Kysely, sql, type Transaction } from 'kysely';
import { type DecisionTimes, TIMED_QUEUES, type TimedQueue } from '#contract/admin/decision-times.ts';
import { hasPermission, type Permission, type Role } from '#contract/admin/roles.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { addBusinessDays } from './business-days.ts';

/** How soon a person decides, in business days: what emails and pages promise. */
export const DUE_BUSINESS_DAYS: Record<TimedQueue, number> = { conversations: 1, reviews: 1, appeals: 2 };

const PERMISSIONS: Record<TimedQueue, Permission> = {
  conversations: 'messages',
  reviews: 'reviews',
  appeals: 'reviews',
};

/** Notes in the transaction of a decision how long it took. See docs/decisions/0099-what-the-audit-log-says.md. */
export async function recordDecisionTime(trx: Transaction<DB>, queue: TimedQueue, since: Date): Promise<void> {
  const due_at = addBusinessDays(since, DUE_BUSINESS_DAYS[queue]);
  await trx.insertInto('decision_times').values({ queue, since, due_at }).execute();
}

/** The decisions of the past 90 days in the queues that a role may see. */
export async function readDecisionTimes(db: Kysely<DB>, role: Role | null): Promise<DecisionTimes[]> {
  const { rows } = await sql<DecisionTimes>`
    select queue, count(*)::int as decided, count(*) filter (where decided_at > due_at)::int as late,
      round(extract(epoch from percentile_cont(0.5) within group (order by decided_at - since)) / 60)::int as "medianMinutes"
    from decision_times where decided_at > now() - interval '90 days' group by queue`.execute(db);
  return TIMED_QUEUES.filter((queue) => hasPermission(role, PERMISSIONS[queue])).map(
    (queue) => rows.find((row) => row.queue === queue) ?? { queue, decided: 0, medianMinutes: null, late: 0 },
  );
}

/** Deletes those of more than 400 days ago. Runs daily. */
export async function deleteOldDecisionTimes(db: Kysely<DB>): Promise<void> {
  await sql`delete from decision_times where decided_at < now() - interval '400 days'`.execute(db);
}
