import { type Kysely, sql } from 'kysely';
import type { DataSource } from '#contract/fact-sources.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { getSourceTitle } from './source-title.ts';

/** The sources of which the directory has businesses, by title. */
export async function listDataSources(db: Kysely<DB>): Promise<DataSource[]> {
  const { rows } = await dataSourcesQuery.execute(db);
  return rows.map((source) => ({ ...source, title: getSourceTitle(source.title) }));
}

// A CSV file may name a source in each row.
const MAX_SOURCES = 200;

/** Exported for the test of its query plan. Sorted subqueries read one entry of an index, also for a source without listings. */
export const dataSourcesQuery = sql<DataSource>`
  select title, date, license, url from sources s
  where (select source_id from listings where source = s.name order by source_id limit 1) is not null
    or (select source_id from merged_rows where source = s.name order by source_id limit 1) is not null
  order by in_data desc, title, name limit ${sql.lit(MAX_SOURCES)}`;
