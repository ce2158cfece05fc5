import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { ImportedListing } from '#server/import/listing.ts';
import type { DB, Listings } from '#server/platform/db/schema.ts';
import { toPhoneNumbers } from './phones.ts';

/** A listing that may be the business of a row, in what is compared. */
export type Candidate = Pick<
  Selectable<Listings>,
  'id' | 'business_name' | 'description' | 'address' | 'city' | 'zip' | 'phone' | 'website' | 'lat' | 'lng'
> &
  Pick<Selectable<Listings>, 'category_id' | 'source' | 'source_id'> & {
    /** The sources of the rows that were merged into it. */
    merged_sources: string[];
  };

/** What a row is looked up by, besides its ZIP code and telephone. */
export interface MatchKeys {
  number: string | null;
  /** The beginning of the name. */
  beginning: string;
  /** Of the map, where it is, and those that are near; none without a point. */
  cell: number | null;
  cells: number[];
}

/** A row with what it is looked up by. */
export interface KeyedRow {
  draft: ImportedListing;
  keys: MatchKeys;
}

/** The keys of rows, as the indexes of listings have them. */
export async function readMatchKeys(db: Kysely<DB>, drafts: ImportedListing[]): Promise<KeyedRow[]> {
  if (drafts.length === 0) return [];
  const values = drafts.map(({ address, lat, lng, business_name }) => ({ address, lat, lng, name: business_name }));
  const { rows } = await sql<MatchKeys>`
    select match_number(address) as number, match_beginning(name) as beginning, match_cell(lat, lng) as cell,
      array(select match_cells(lat, lng)) as cells
    from rows from (json_to_recordset(${JSON.stringify(values)}::json) as (address text, lat float8, lng float8, name text))
      with ordinality as t(address, lat, lng, name, n)
    order by n`.execute(db);
  return drafts.map((draft, index) => ({ draft, keys: rows[index] as MatchKeys }));
}

// A business shares its number, or its telephone, with few others; in a mall, with those that are found by the beginning of its name.
const MAX_FOUND = 60;

/**
 * Finds the listings that each row may be by indexes, with one statement for all of them: its memory does not grow with the directory.
 * One that several rows may be is one object.
 */
export async function findCandidates(db: Kysely<DB>, rows: KeyedRow[], table?: CandidateTable): Promise<Candidate[][]> {
  const found = rows.map((): Candidate[] => []);
  if (rows.length === 0) return found;
  const { rows: listings } = await directoryQuery(rows, table).execute(db);
  for (const { rows: ofRows, ...listing } of listings) for (const n of ofRows) found[n]?.push(listing);
  return found;
}

/** Where candidates are: the columns or expressions of a table, which its indexes have. */
export interface CandidateTable {
  name: string;
  /** In SQL: which rows are candidates. */
  condition: string;
  number: string;
  cell: string;
  beginning: string;
  mergedSources: string;
}

const LISTINGS: CandidateTable = {
  name: 'listings',
  condition: "status in ('active', 'paused', 'hidden', 'waiting')",
  number: 'match_number(address)',
  cell: 'match_cell(lat, lng)',
  beginning: 'match_beginning(business_name)',
  mergedSources: 'array(select m.source from merged_rows m where m.listing_id = l.id)',
};

/** The listings at the same number of a ZIP code, with one of its telephones, or near with the same number or beginning of the name. */
export function directoryQuery(rows: KeyedRow[], table = LISTINGS) {
  const { name, condition, number, cell, beginning, mergedSources } = toRawSql(table);
  const limit = sql.lit(MAX_FOUND);
  return sql<Candidate & { rows: number[] }>`
  with ${toRows(rows)}, cells as materialized (
    select n, number, beginning, cell from "row" cross join unnest(cells) as cell
  ), phones as materialized (
    select n, dialed from "row" cross join unnest(phones) as dialed
  ), found as (
    select n, id from "row" cross join lateral (
      select id from ${name} where ${condition} and zip = "row".zip and ${number} = "row".number limit ${limit}) as l
    union
    select n, id from phones cross join lateral (
      select id from ${name} where ${condition} and phone = phones.dialed limit ${limit}) as l
    union
    select n, id from phones cross join lateral (
      select id from ${name} where ${condition} and char_length(phone) > 14
        and rtrim(left(phone, 14)) = phones.dialed limit ${limit}) as l
    union
    select n, id from phones cross join lateral (
      select id from ${name} where ${condition} and phone like '% / %'
        and rtrim(left(split_part(phone, ' / ', 2), 14)) = phones.dialed limit ${limit}) as l
    union
    select n, id from cells cross join lateral (
      select id from ${name} where ${condition} and lat is not null and ${cell} = cells.cell
        and ${number} = cells.number limit ${limit}) as l
    union
    select n, id from cells cross join lateral (
      select id from ${name} where ${condition} and lat is not null and ${cell} = cells.cell
        and ${beginning} = cells.beginning limit ${limit}) as l
    union
    select n, id from "row" cross join lateral (
      select id from ${name} where ${condition} and lat is null and zip = "row".zip
        and ${beginning} = "row".beginning limit ${limit}) as l
  )
  select rows, id, business_name, description, address, city, zip, phone, website, lat, lng, category_id, source, source_id,
    ${mergedSources} as merged_sources
  from (select id, array_agg(n) as rows from found group by id) as of_id join ${name} l using (id)
  order by id`;
}

const toRawSql = (table: CandidateTable) =>
  Object.fromEntries(Object.entries(table).map(([part, text]) => [part, sql.raw(text)])) as {
    [Part in keyof CandidateTable]: RawBuilder<unknown>;
  };

function toRows(rows: KeyedRow[]): RawBuilder<unknown> {
  const values = rows.map(({ draft: { zip, phone }, keys: { number, beginning, cells } }, n) => ({
    n,
    zip,
    phones: toPhoneNumbers(phone),
    number,
    beginning,
    cells: `{${cells.join(',')}}`,
  }));
  return sql`"row" as materialized (
    select n, zip, phones, number, beginning, cells from json_to_recordset(${JSON.stringify(values)}::json)
      as t(n int, zip character(5), phones text[], number text, beginning text, cells bigint[]))`;
}
