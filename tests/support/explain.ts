import { CompiledQuery, type Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/** The query plan of PostgreSQL: a line for each node, outermost first. */
export async function explain(db: Kysely<DB>, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const statement = CompiledQuery.raw(`explain (costs off) ${text}`, [...parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(statement);
  return rows.map((row) => row['QUERY PLAN']);
}
