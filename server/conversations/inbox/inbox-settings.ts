import { type Kysely, sql, type Transaction } from 'kysely';
import type { InboxSettings } from '#contract/conversations/inbox-settings.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** The answers that an account inserts into replies, and its automatic one. */
export async function readInboxSettings(db: Kysely<DB>, accountId: number): Promise<InboxSettings> {
  const row = await db
    .selectFrom('inbox_settings')
    .select(['answers', 'away_text', sql<string | null>`away_until::text`.as('away_until')])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return {
    answers: (row?.answers as InboxSettings['answers'] | undefined) ?? [],
    away: row?.away_text ? { text: row.away_text, until: row.away_until } : null,
  };
}

/** Replaces the settings of an inbox. */
export async function saveInboxSettings(
  db: Kysely<DB>,
  accountId: number,
  { answers, away }: InboxSettings,
): Promise<InboxSettings> {
  const columns = {
    answers: JSON.stringify(answers),
    away_text: away?.text ?? null,
    away_until: away?.until ?? null,
    updated_at: sql<Date>`now()`,
  };
  await db
    .insertInto('inbox_settings')
    .values({ account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute();
  return readInboxSettings(db, accountId);
}

/** The automatic answer of an owner, if it is turned on today. */
export async function findAwayMessage(trx: Transaction<DB>, ownerId: number | null): Promise<string | null> {
  const { rows } = await sql<{ text: string }>`
    select away_text as text from inbox_settings
    where account_id = ${ownerId} and away_text is not null
      and (away_until is null or away_until >= (now() at time zone 'America/Los_Angeles')::date)`.execute(trx);
  return rows[0]?.text ?? null;
}
