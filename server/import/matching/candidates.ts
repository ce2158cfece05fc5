import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { DB, Listings } from '../../db/schema.ts';
import type { FactOrigins } from '../../listings/facts.ts';
import type { ImportedListing } from '../listing.ts';

/** A listing that may be the business of a row. */
export type Candidate = Pick<
  Selectable<Listings>,
  'id' | 'business_name' | 'description' | 'address' | 'city' | 'zip' | 'phone' | 'email' | 'website' | 'hours'
> &
  Pick<Selectable<Listings>, 'special_hours' | 'lat' | 'lng' | 'point_source' | 'owner_id' | 'category_id' | 'source'> &
  Pick<Selectable<Listings>, 'source_date'> & {
    facts: FactOrigins;
    /** The sources of the rows that were merged into it. */
    merged_sources: string[];
  };

/** What a row may be the same business as: listings of the directory, and earlier rows of the batch. */
export interface Candidates {
  listings: Candidate[];
  /** Indexes of rows. */
  rows: number[];
}

// A business shares its number, or its telephone, with few others; in a mall, with those that are found by the beginning of its name.
const MAX_FOUND = 60;

/**
 * Finds the candidates of the rows from `first` on by indexes, with two statements for all of them: its memory does not grow with the
 * directory. Candidates that are the same listing are the same object.
 */
export async function findCandidates(
  trx: Transaction<DB>,
  rows: ImportedListing[],
  first: number,
): Promise<Candidates[]> {
  const found = rows.slice(first).map((): Candidates => ({ listings: [], rows: [] }));
  if (found.length === 0) return found;
  const { rows: listings } = await directoryQuery(rows.slice(first)).execute(trx);
  for (const { rows: ofRows, ...listing } of listings) for (const n of ofRows) found[n]?.listings.push(listing);
  const { rows: pairs } = await batchQuery(rows, first).execute(trx);
  for (const { n, earlier } of pairs) found[n - first]?.rows.push(earlier);
  return found;
}

/** The listings at the same number of a ZIP code, with the same telephone, or near with the same number or beginning of the name. */
export const directoryQuery = (rows: ImportedListing[]) => sql<Candidate & { rows: number[] }>`
  with ${toRows(rows)}, ${CELLS}, found as (
    select n, id from "row" cross join lateral (
      select id from listings where ${LISTED} and zip = "row".zip and match_number(address) = "row".number limit ${LIMIT}) as l
    union
    select n, id from "row" cross join lateral (
      select id from listings where ${LISTED} and phone = "row".phone limit ${LIMIT}) as l
    union
    select n, id from cells cross join lateral (
      select id from listings where ${LISTED} and lat is not null and match_cell(lat, lng) = cell
        and match_number(address) = cells.number limit ${LIMIT}) as l
    union
    select n, id from cells cross join lateral (
      select id from listings where ${LISTED} and lat is not null and match_cell(lat, lng) = cell
        and match_beginning(business_name) = cells.beginning limit ${LIMIT}) as l
    union
    select n, id from "row" cross join lateral (
      select id from listings where ${LISTED} and lat is null and zip = "row".zip
        and match_beginning(business_name) = "row".beginning limit ${LIMIT}) as l
  )
  select rows, id, business_name, description, address, city, zip, phone, email, website, hours, special_hours, lat, lng,
    point_source, owner_id, category_id, source, source_date, facts, array(select m.source from merged_rows m where m.listing_id = l.id) as merged_sources
  from (select id, array_agg(n) as rows from found group by id) as of_id join listings l using (id)
  order by id`;

/** The same among the rows themselves. */
const batchQuery = (rows: ImportedListing[], first: number) => sql<{ n: number; earlier: number }>`
  with ${toRows(rows)}, ${CELLS}, own as materialized (
    select n, number, beginning, match_cell(lat, lng) as cell from "row" where lat is not null
  )
  select a.n, b.n as earlier from "row" a join "row" b on a.zip = b.zip and a.number = b.number and b.n < a.n and a.n >= ${first}
  union
  select a.n, b.n from "row" a join "row" b on a.phone = b.phone and b.n < a.n and a.n >= ${first}
  union
  select a.n, b.n from cells a join own b on a.cell = b.cell and a.number = b.number and b.n < a.n and a.n >= ${first}
  union
  select a.n, b.n from cells a join own b on a.cell = b.cell and a.beginning = b.beginning and b.n < a.n and a.n >= ${first}
  union
  select a.n, b.n from "row" a join "row" b on a.zip = b.zip and a.beginning = b.beginning and (a.lat is null or b.lat is null) and b.n < a.n and a.n >= ${first}
  order by 1, 2`;

const LISTED = sql.raw("status in ('active', 'paused', 'hidden')");
const LIMIT = sql.lit(MAX_FOUND);
/** The cells around each row. */
const CELLS = sql.raw(`cells as materialized (
    select n, number, beginning, cell from "row" cross join lateral match_cells(lat, lng) as cell
  )`);

function toRows(rows: ImportedListing[]): RawBuilder<unknown> {
  const values = rows.map(({ zip, address, phone, lat, lng, business_name }, n) => ({
    ...{ n, zip, address, phone, lat, lng, name: business_name },
  }));
  return sql`"row" as materialized (
    select n, zip, phone, lat, lng, match_number(address) as number, match_beginning(name) as beginning
    from json_to_recordset(${JSON.stringify(values)}::json)
      as t(n int, zip character(5), address text, phone text, lat float8, lng float8, name text))`;
}
