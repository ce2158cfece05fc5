import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Gone } from '#server/platform/http/errors.ts';
import { formatDay } from '#server/platform/mail/write-email.ts';

/** How long the address of a listing says that it has ended (docs/decisions/0155-ended-listings-answer-410.md). */
const DAYS_AFTER_END = 60;

/**
 * The error for a listing that was public until its end; undefined for all others. It says nothing but the name, the city and the day.
 */
export async function findEnded(db: Kysely<DB>, id: number): Promise<Gone | undefined> {
  const row = await db
    .selectFrom('listings')
    .select(['title', 'city', 'expires_at'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('owner_suspended', '=', false)
    .where(sql<boolean>`expires_at <= now() and expires_at > now() - make_interval(days => ${sql.lit(DAYS_AFTER_END)})`)
    .executeTakeFirst();
  if (!row?.expires_at) return undefined;
  const { title, city } = row;
  return new Gone(t('{title} in {city} ended on {day}.', { title, city, day: formatDay(row.expires_at) }));
}
