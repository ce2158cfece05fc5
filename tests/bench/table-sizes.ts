import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import type { Print } from './load.ts';

const ROWS = 100_000;

/** The rows of tables that grow with the views of listings, made as the program makes them. */
const FILL = {
  events: sql`
    insert into events (at, kind, who, listing_id, origin, county, device, device_kind, network)
    select now(), 'view', 'visitor', 1 + n % 10000, 'Irvine', 'Orange', 'iOS', 'Phone', '203.0.113.0/24'
    from generate_series(1, ${sql.lit(ROWS)}) as n`,
  visitors: sql`
    insert into visitors (day, kind, listing_id, who, visitor)
    select current_date, 'view', 1 + n % 10000, 'visitor', decode(md5(n::text), 'hex')
    from generate_series(1, ${sql.lit(ROWS)}) as n`,
  listing_days: sql`
    insert into listing_days (listing_id, day, views)
    select l.id, current_date - 400 - day, 1 from (select id from listings order by id limit 1000) as l,
      generate_series(1, ${sql.lit(ROWS / 1000)}) as day`,
  listing_view_parts: sql`
    insert into listing_view_parts (listing_id, day, part, name, views)
    select l.id, current_date - 400 - day, part, name, 1 from (select id from listings order by id limit 1000) as l,
      generate_series(1, ${sql.lit(ROWS / 1000)}) as day,
      (values ('hour', '17'), ('device', 'iOS'), ('origin', 'Irvine')) as parts (part, name)`,
  page_days: sql`
    insert into page_days (day, path, views)
    select current_date - 400 - day, '/ads/' || 100000 + n, 1
    from generate_series(1, 50) as day, generate_series(1, ${sql.lit(ROWS / 50)}) as n`,
} satisfies Partial<Record<keyof DB, unknown>>;

/** The bytes of a row of these tables, with their indexes. */
export async function benchTableSizes(db: Kysely<DB>, say: Print) {
  for (const [table, fill] of Object.entries(FILL)) {
    const measure = async () => {
      const { rows } = await sql<{ bytes: number; rows: number }>`
        select pg_total_relation_size(${table}) as bytes, (select count(*) from ${sql.table(table)}) as rows`.execute(
        db,
      );
      return rows[0] as { bytes: number; rows: number };
    };
    const before = await measure();
    await fill.execute(db);
    const after = await measure();
    say(`  ${table}: ${((after.bytes - before.bytes) / (after.rows - before.rows)).toFixed(0)} bytes a row`);
  }
}
