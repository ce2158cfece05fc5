import { sql } from 'kysely';
import type { SearchDeps } from '#server/search/query-understanding.ts';
import { inSample } from '#server/search/ranking/estimate.ts';

const MAX_COUNTED = 50;
/** A term is common when at least this many listings of the sample have it. */
const COMMON_THRESHOLD = 4;

/** The number of listings that each `tsquery` matches, at most `MAX_COUNTED`, which also stands for common terms. */
export async function countDocuments(db: SearchDeps['db'], texts: (string | undefined)[]): Promise<number[]> {
  if (texts.length === 0) return [];
  const queries = texts.map((text) => text ?? '');
  const { rows } = await sql<{ uses: number }>`
    select case when (select count(*) from listing_search where words @@ query::tsquery and ${inSample}) >= ${sql.lit(COMMON_THRESHOLD)}
      then ${sql.lit(MAX_COUNTED)}
      else (select count(*) from (
        select from listing_search where words @@ query::tsquery limit ${sql.lit(MAX_COUNTED)}) as users) end as uses
    from unnest((select ${queries}::text[])) with ordinality as queries (query, ordinal) order by ordinal`.execute(db);
  return rows.map(({ uses }) => uses);
}
