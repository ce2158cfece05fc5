import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { inSample } from '#server/search/ranking/sample.ts';

const BATCH = 1000;

/**
 * Reindexes listings whose paid term has ended, because their tags and exact point are no longer shown. An hourly job; that
 * they are no longer sponsored or matched by filters for paid levels is a condition of the queries.
 */
export async function reindexExpiredPlans(db: Kysely<DB>): Promise<void> {
  let ended: number;
  do {
    const { rows } = await sql<{ ended: number }>`
      with ended as materialized (
        select listing_id from listing_search where paid_until <= now() order by paid_until limit ${sql.lit(BATCH)}
      )
      select count(*) as ended, reindex_listing_search(array_agg(listing_id)) from ended having count(*) > 0`.execute(
      db,
    );
    ended = rows[0]?.ended ?? 0;
  } while (ended === BATCH);
}

/**
 * Reindexes listings whose special hours were computed in an earlier year: those of every year are in the index for two years
 * ahead. A daily job.
 */
export async function reindexSpecialHours(db: Kysely<DB>): Promise<void> {
  let past: number;
  do {
    const { rows } = await sql<{ past: number }>`
      with past as materialized (
        select listing_id from listing_search where special_year < extract(year from now() at time zone 'America/Los_Angeles')
        order by special_year limit ${sql.lit(BATCH)}
      )
      select count(*) as past, reindex_listing_search(array_agg(listing_id)) from past having count(*) > 0`.execute(db);
    past = rows[0]?.past ?? 0;
  } while (past === BATCH);
}

/** Deletes words and compounds that no name has any more, and duplicates. A daily job. */
export async function deleteUnusedWords(db: Kysely<DB>): Promise<void> {
  for (const vocabulary of [sql.table('search_words'), sql.table('search_compounds')]) {
    let last: string | null = '';
    while (last !== null) last = await deleteUnusedAfter(db, vocabulary, last);
  }
}

/** Looks at the batch of words after one. @returns its last word; null at the end */
function deleteUnusedAfter(db: Kysely<DB>, vocabulary: RawBuilder<unknown>, word: string): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    // PostgreSQL expects each word in 0.5 % of the rows, and would read the table for one that is in few.
    await sql`set local enable_seqscan = off`.execute(trx);
    // A word of many names is in the sample, which is quicker to read than all of them.
    const { rows } = await sql<{ last: string | null }>`
      with batch as materialized (
        select ctid, word, (select string_agg(quote_literal('=' || part), ' & ') from string_to_table(word, ' ') as part) as parts
        from ${vocabulary} where word > ${word} order by word limit ${sql.lit(BATCH)}
      ), gone as (
        delete from ${vocabulary} as known using batch
        where known.ctid = batch.ctid and (
          exists (select from ${vocabulary} as twin where twin.word = known.word and twin.ctid < known.ctid)
          or not (exists (select from listing_search where words @@ parts::tsquery and ${inSample()})
            or exists (select from listing_search where words @@ parts::tsquery)))
      )
      select max(word) as last from batch`.execute(trx);
    return rows[0]?.last ?? null;
  });
}
