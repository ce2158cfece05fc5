import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import type { Database } from '#server/platform/db/open.ts';
import { typeParsers } from '#server/platform/db/pool.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Print } from '#tests/bench/load.ts';
import { withoutIndexes } from '#tests/support/fill-tables.ts';
import { type MadeListing, makeRegion } from './made-listings.ts';

const CHUNK = 4000;
const CONNECTIONS = 2;
const SETTINGS =
  '-c timezone=UTC -c random_page_cost=1.1 -c synchronous_commit=off -c maintenance_work_mem=512MB -c work_mem=256MB';

/**
 * Adds listings (`makeRegion`) until there are `count`. Everything is computed by the functions of the migrations, but for whole
 * tables, before there are indexes: 0.3 ms for each row instead of more than one.
 */
export async function fillDirectory(database: Database, count: number, say: Print): Promise<void> {
  const pool = new pg.Pool({
    ...database.connection,
    options: SETTINGS,
    types: typeParsers,
    max: CONNECTIONS,
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const begun = performance.now();
  const sayStep = (step: string) =>
    say(`  ${String(Math.round((performance.now() - begun) / 1000)).padStart(4)} s  ${step}`);
  try {
    const missing = count - (await countListings(db));
    if (missing <= 0) return;
    await sql`alter table listings disable trigger listings_search_insert`.execute(db);
    await sql`alter table listing_search disable trigger listing_search_names_insert`.execute(db);
    await withoutIndexes(db, { tables: ['listings'] }, async () => {
      await insertListings(db, missing);
      sayStep('listings are inserted');
    });
    sayStep('indexes of listings are created');
    await sql`analyze listings`.execute(db);
    const vocabulary = ['search_words', 'search_compounds'];
    const known = vocabulary.map((table) => `${table}_word`);
    await withoutIndexes(db, { tables: ['listing_search', ...vocabulary], except: known }, async () => {
      await indexListings(db);
      sayStep('listings are indexed');
    });
    sayStep('indexes of the search are created');
    await sql`alter table listings enable trigger listings_search_insert`.execute(db);
    await sql`alter table listing_search enable trigger listing_search_names_insert`.execute(db);
    await sql`vacuum (analyze, freeze) listings, listing_search, search_words, search_compounds`.execute(db);
    sayStep('statistics are collected');
  } finally {
    await db.destroy();
  }
}

async function insertListings(db: Kysely<DB>, count: number): Promise<void> {
  const gazetteer = await openGazetteer(db);
  const { rows: names } = await sql<{ name: string; count: number }>`
    select business_name as name, count(*)::int as count from listings group by 1`.execute(db);
  const existing = new Map(names.map((row) => [row.name, row.count]));
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from listings`.execute(db);
  let id = rows[0]?.last ?? 0;
  const chunks = toChunks(makeRegion(gazetteer, count, existing));
  const insertAll = async () => {
    for (const chunk of chunks) {
      const firstId = id + 1;
      id += chunk.length;
      await insertChunk(db, firstId, chunk);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, insertAll));
  await sql`select setval(pg_get_serial_sequence('listings', 'id'), ${id})`.execute(db);
}

function* toChunks(listings: Iterable<MadeListing>): Generator<MadeListing[]> {
  let chunk: MadeListing[] = [];
  for (const listing of listings) {
    chunk.push(listing);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

async function insertChunk(db: Kysely<DB>, firstId: number, chunk: MadeListing[]): Promise<void> {
  await sql`
    insert into listings (id, title, business_name, description, address, city, zip, phone, website, hours, place_id, county_id,
      location_id, category_id, top_category_id, lat, lng, point_source, origin, source, source_id, level, paid_until, created_at, updated_at)
    select ${firstId}::bigint + ordinality - 1, title, title, description, address, city, zip, phone, website, hours, place_id, county_id,
      location_id, category_id, top_category_id, lat, lng, 'import', 'import', source, source_id, level,
      case when level <> 'free' then now() + interval '1 year' end, added, added
    from rows from (json_to_recordset(${JSON.stringify(chunk)}) as (title text, description text, address text, city text, zip text,
      phone text, website text, hours jsonb, place_id int, county_id int, location_id int, category_id int, top_category_id int,
      lat float8, lng float8, level text, source text, source_id text, age_days float8)) with ordinality,
      lateral (select now() - age_days * interval '1 day' as added) as moment`.execute(db);
}

/** Fills the search table and its vocabularies. */
async function indexListings(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ first: number; last: number }>`
    select min(id) as first, max(id) as last from listings where not exists (select from listing_search where listing_id = id)`.execute(
    db,
  );
  const { first = 1, last = 0 } = rows[0] ?? {};
  let next = first;
  const indexAll = async () => {
    while (next <= last) {
      const from = next;
      next += CHUNK;
      await sql`select refresh_listing_search(array(select id from listings where id between ${from}::bigint and ${from + CHUNK - 1}::bigint))`.execute(
        db,
      );
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, indexAll));
  const middle = Math.floor((first + last) / 2);
  const halves = [
    [first, middle],
    [middle + 1, last],
  ];
  await Promise.all(
    halves.map(([from, to]) =>
      sql`select add_search_compounds(array(select id from listings where id between ${from}::bigint and ${to}::bigint))`.execute(
        db,
      ),
    ),
  );
  // Connections that learned the same word at the same time.
  for (const vocabulary of [sql.table('search_words'), sql.table('search_compounds')]) {
    await sql`delete from ${vocabulary} as twin using ${vocabulary} as first where twin.word = first.word and twin.ctid > first.ctid`.execute(
      db,
    );
  }
}

async function countListings(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from listings`.execute(db);
  return Number(rows[0]?.count);
}
