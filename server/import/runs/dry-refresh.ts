import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { canClose } from './closures.ts';

type Key = { source: string; source_id: string };

/** Collects the listings that the file of a dry run has, and counts those that it lacks. */
export interface DryRefresh {
  add(batch: { seen: Key[]; added: Key[] }): Promise<void>;
  /** What `finishRefresh` would do. */
  finish(): Promise<{ marked: number; partial: string[] }>;
}

/** @param db one connection: its temporary table may have a million rows */
export async function withDryRefresh<Result>(
  db: Kysely<DB>,
  work: (refresh: DryRefresh) => Promise<Result>,
): Promise<Result> {
  await sql`create temporary table dry_run_seen (listing_id bigint primary key)`.execute(db);
  const sources = new Set<string>();
  const added = new Map<string, number>();
  try {
    return await work({
      async add({ seen, added: rows }) {
        for (const { source } of rows) {
          sources.add(source);
          added.set(source, (added.get(source) ?? 0) + 1);
        }
        const { rows: found } = await sql<{ source: string }>`
          with found as (
            select distinct l.id, source from json_to_recordset(${JSON.stringify(seen)}::json) as t(source text, source_id text)
            join listings l using (source, source_id)
          ), recorded as (insert into pg_temp.dry_run_seen select id from found on conflict do nothing)
          select distinct source from found`.execute(db);
        for (const { source } of found) sources.add(source);
      },
      async finish() {
        const { rows } = await sql<{ source: string; missing: number; listings: number }>`
          select l.source, count(*) filter (where s.listing_id is null)::int as missing, count(*)::int as listings
          from listings l left join pg_temp.dry_run_seen s on s.listing_id = l.id
          where l.source = any(${[...sources]}::text[]) and ${canClose}
          group by l.source`.execute(db);
        const isPartial = ({ source, missing, listings }: (typeof rows)[number]) =>
          2 * missing > listings + (added.get(source) ?? 0);
        const whole = rows.filter((row) => !isPartial(row));
        return {
          marked: whole.reduce((sum, { missing }) => sum + missing, 0),
          partial: rows.filter(isPartial).map(({ source }) => source),
        };
      },
    });
  } finally {
    // If the connection is lost, the server drops it by itself.
    await sql`drop table pg_temp.dry_run_seen`.execute(db).catch(() => {});
  }
}
