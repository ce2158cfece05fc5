import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { type Candidate, type CandidateTable, findCandidates, type KeyedRow } from './candidates.ts';

/** The rows of a dry run that would be listings: their ids are negative. In a temporary table, because there may be a million. */
export interface DryRunRows {
  find(rows: KeyedRow[]): Promise<Candidate[][]>;
  add(rows: KeyedRow[]): Promise<void>;
}

const TABLE: CandidateTable = {
  name: 'pg_temp.dry_run_rows',
  condition: 'true',
  number: 'number',
  cell: 'cell',
  beginning: 'beginning',
  mergedSources: 'array[]::text[]',
};

/**
 * Creates the table for the time of `work`.
 * @param db one connection
 */
export async function withDryRunRows<Result>(
  db: Kysely<DB>,
  work: (rows: DryRunRows) => Promise<Result>,
): Promise<Result> {
  // Nothing analyzes a temporary table, and plans from the time when it was small would scan it.
  await sql`set enable_seqscan = off`.execute(db);
  await sql`
    create temporary table dry_run_rows (
      id bigint generated always as identity (increment by -1) primary key,
      business_name text, description text, address text, city text, zip character(5), phone text, website text, lat float8, lng float8,
      category_id integer, source text, source_id text, number text, cell bigint, beginning text
    )`.execute(db);
  for (const key of ['(zip, number)', '(phone)', '(cell, number)', '(cell, beginning)', ...PHONE_KEYS]) {
    await sql`create index on pg_temp.dry_run_rows ${sql.raw(key)}`.execute(db);
  }
  await sql`create index on pg_temp.dry_run_rows (zip, beginning) where lat is null`.execute(db);
  try {
    return await work({
      find: (rows) => findCandidates(db, rows, TABLE),
      add: (rows) => addRows(db, rows),
    });
  } finally {
    // If the connection is lost, the server drops it by itself.
    await sql`drop table pg_temp.dry_run_rows`.execute(db).catch(() => {});
    await sql`reset enable_seqscan`.execute(db).catch(() => {});
  }
}

// A number with an extension or label, and the second of two.
const PHONE_KEYS = [
  '(rtrim(left(phone, 14))) where char_length(phone) > 14',
  "(rtrim(left(split_part(phone, ' / ', 2), 14))) where phone like '% / %'",
];

const COLUMNS =
  sql.raw(`business_name, description, address, city, zip, phone, website, lat, lng, category_id, source, source_id, number,
  cell, beginning`);

async function addRows(db: Kysely<DB>, rows: KeyedRow[]) {
  const records = rows.map(({ draft, keys: { number, cell, beginning } }) => ({
    ...draft,
    number,
    cell,
    beginning,
  }));
  await sql`
    insert into pg_temp.dry_run_rows (${COLUMNS})
    select ${COLUMNS} from json_populate_recordset(null::pg_temp.dry_run_rows, ${JSON.stringify(records)}::json)`.execute(
    db,
  );
}
