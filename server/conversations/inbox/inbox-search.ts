import { type Kysely, sql } from 'kysely';
import type { ConversationsQuery } from '#contract/conversations/conversations.ts';
import type { DB } from '#server/platform/db/schema.ts';

/**
 * The conversations with some words: their ids, or the `tsquery` of what is in so many of the newest that an inbox is read in its order. Then
 * no index of words may be used (`is true`), which would collect all of them.
 */
export type FoundWords = { ids: number[] } | { words: string };

// Of an owner's newest conversations. Where so many of them have the words, a page of 20 is found among some thousand.
const SAMPLE = { newest: 1000, common: 20 };
// Of words that are not common there are rarely more.
const MAX_FOUND = 5000;
// As in schema/functions/conversations.sql.
const MAX_WORD = 60;

/**
 * Finds the conversations in which every word of a search begins a word. The planner has no statistics of rare words and would read a
 * large inbox in its order, so those of a business are looked up by the index of words first.
 */
export async function findByWords(
  db: Kysely<DB>,
  accountId: number,
  { side, q }: Pick<ConversationsQuery, 'side'> & { q: string },
): Promise<FoundWords> {
  const words = await toTsquery(db, q);
  // A customer has few conversations.
  if (side === 'customer' || words === '') return { words };
  const sampled = await sampleQuery(accountId, words).execute(db);
  if ((sampled.rows[0]?.count ?? 0) >= SAMPLE.common) return { words };
  const { rows } = await wordsQuery(accountId, words).execute(db);
  return rows.length > MAX_FOUND ? { words } : { ids: rows.map(({ id }) => id) };
}

async function toTsquery(db: Kysely<DB>, q: string): Promise<string> {
  const { rows } = await sql<{ words: string }>`select search_fold(${q}) as words`.execute(db);
  const words = rows[0]?.words.split(' ').filter((word) => word !== '') ?? [];
  return words.map((word) => `'${word.slice(0, MAX_WORD)}':*`).join(' & ');
}

/** How many of the newest conversations of the businesses of an account have them. Exported for the test of its query plan. */
export const sampleQuery = (accountId: number, words: string) => sql<{ count: number }>`
  select count(*) filter (where words @@ ${words}::tsquery) as count from ${owners(accountId)} as own cross join lateral (
    select c.words from conversations c where c.owner_id = own.id and c.opened_at is not null
    order by c.last_message_at desc, c.id desc limit ${sql.lit(SAMPLE.newest)}) as newest`;

/** Those of the businesses of an account, in no order. Exported for the test of its query plan. */
export const wordsQuery = (accountId: number, words: string) => sql<{ id: number }>`
  select id from conversations
  where words @@ (
    select format('(%s) & %s', string_agg(format('''#owner%s''', id), ' | '), ${words}::text)::tsquery from ${owners(accountId)} as own)
  limit ${sql.lit(MAX_FOUND + 1)}`;

/** The accounts whose conversations an account may read: its own, and those of active owners whom it helps. */
export const owners = (accountId: number) => sql`(
  select ${accountId}::bigint as id union
  select m.owner_id from listing_members m join accounts a on a.id = m.owner_id
  where m.account_id = ${accountId} and a.is_active)`;
