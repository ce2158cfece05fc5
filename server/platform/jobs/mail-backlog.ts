import { type Kysely, sql } from 'kysely';
import type { MailBacklog } from '#contract/admin/health.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { DEAD_LETTER_QUEUE, MAIL_QUEUE } from './mail-queue.ts';

/** The number of emails that are not sent yet, in all processes together. */
export async function getMailBacklog(db: Kysely<DB>): Promise<MailBacklog> {
  const { rows } = await backlogQuery.execute(db);
  const [{ waiting, waitingSince, givenUp } = { waiting: 0, waitingSince: null, givenUp: 0 }] = rows;
  return { waiting, waitingSince: waitingSince?.toISOString() ?? null, givenUp };
}

/** Exported for the test of its query plan. */
export const backlogQuery = sql<{ waiting: number; waitingSince: Date | null; givenUp: number }>`
  select count(*) filter (where name = ${MAIL_QUEUE.name})::int as waiting,
    min(created_on) filter (where name = ${MAIL_QUEUE.name}) as "waitingSince",
    count(*) filter (where name = ${DEAD_LETTER_QUEUE.name})::int as "givenUp"
  from pgboss.job where name in (${MAIL_QUEUE.name}, ${DEAD_LETTER_QUEUE.name}) and state < 'completed'`;
