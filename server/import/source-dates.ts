import { type Kysely, sql, type Transaction } from 'kysely';
import { findYear } from '#contract/values/date.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** The dates of what sources say: in one import, and in the listings that are there. */
export interface SourceDates {
  /** Adds the sources of a batch that the directory does not know. */
  add(trx: Transaction<DB>, names: Iterable<string>): Promise<void>;
  /** The date of this import's data, of a row without its own: '2024-11', or '' where it is unknown. */
  get(source: string): string;
  /** The date of a row: its own, or that of this import's data. */
  ofRow(row: { source: string; date?: string }): string;
  /** The date of a listing's facts. */
  resolve(listing: { source: string; source_date: string | null }): string;
  /** The column `source_date` for a date: null where it is that of its source, '' where it is unknown. */
  toColumn(source: string, date: string): string | null;
}

/**
 * @param date of the data to be imported, as stated; without it the date in `data/sources.csv`, or else the year in the source's name
 */
export async function readSourceDates(db: Kysely<DB>, date?: string): Promise<SourceDates> {
  const rows = await db.selectFrom('sources').select(['name', 'date', 'in_data']).execute();
  const known = new Map(rows.map((row) => [row.name, row]));
  const getCurrent = (source: string) => known.get(source)?.date ?? '';
  const get = (source: string) => date ?? (known.get(source)?.in_data ? getCurrent(source) : (findYear(source) ?? ''));
  return {
    async add(trx, names) {
      const added = [...new Set(names)]
        .filter((name) => !known.has(name))
        .map((name) => ({ name, title: name, date: get(name) || null, in_data: false }));
      if (added.length === 0) return;
      // At once: a batch that is written at the same time would wait for this one.
      for (const source of added) known.set(source.name, source);
      await sql`
        insert into sources (name, title, date)
        select name, title, date from json_to_recordset(${JSON.stringify(added)}::json)
          as t(name text, title text, date text)
        on conflict (name) do nothing`.execute(trx);
    },
    get,
    ofRow: (row) => row.date || get(row.source),
    resolve: ({ source, source_date }) => source_date ?? getCurrent(source),
    toColumn: (source, of) => (of === getCurrent(source) ? null : of),
  };
}

/** Such as '2024-11'. */
export const getCurrentMonth = () => new Date().toISOString().slice(0, 7);
