import { type Kysely, sql } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { toTotalKey, toTotalLimit } from './limits.ts';
import { MAIL_PURPOSES, type MailPurpose } from './mailer.ts';

/** How much of the emails that all recipients together may get is used. */
export interface MailBudget {
  purpose: MailPurpose;
  /** Emails since the window began. */
  used: number;
  limit: number;
  /** Whether one was withheld since then. */
  isExceeded: boolean;
}

/** The budget of each purpose in the window that runs now. */
export async function readMailBudgets(
  db: Kysely<DB>,
  settings: Pick<SettingValues, 'emailsPerHour'>,
): Promise<MailBudget[]> {
  const rows = await db
    .selectFrom('limits')
    .select(['key', 'hits'])
    .where('key', 'in', MAIL_PURPOSES.map(toTotalKey))
    .where('ends_at', '>', sql<Date>`now()`)
    .execute();
  const hits = new Map(rows.map((row) => [row.key, row.hits]));
  return MAIL_PURPOSES.map((purpose) => {
    const { limit } = toTotalLimit(purpose, settings);
    const counted = hits.get(toTotalKey(purpose)) ?? 0;
    return { purpose, used: Math.min(counted, limit), limit, isExceeded: counted > limit };
  });
}
