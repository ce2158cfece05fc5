import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dumpTables } from '#server/platform/db/dump/dump.ts';
import { connectSession, loadDump } from '#server/platform/db/dump/load.ts';
import { createBlankDatabase, createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { BASELINE } from './sql-files.ts';

const FORMER = readFileSync(join(import.meta.dirname, '../../../tests/fixtures/database-0156.sql'), 'utf8');

/** What the release before still uses of an adopted database: `schema/adopted.sql`. */
const KEPT = /^(relation|constraint|index|function) (kysely_migration|must_wait|search_lay_down)/;

/**
 * All that the program makes in a database, without the order of columns. Parentheses differ where a definition was written as the
 * server shows it.
 */
const CATALOG = `
  with objects (kind, name, definition) as (
    select 'column', table_name || '.' || column_name, concat_ws(' ', data_type, udt_name, character_maximum_length, datetime_precision, is_nullable,
      column_default, is_identity, identity_start, identity_generation, generation_expression, collation_name)
    from information_schema.columns where table_schema in ('public', 'stripe_simulator')
    union all select 'relation', c.oid::regclass::text, concat_ws(' ', relkind, reloptions::text,
      case relkind when 'v' then (select string_agg(line, ' ' order by line) from regexp_split_to_table(pg_get_viewdef(c.oid), ',?\\s*\\n') as line) end)
    from pg_class c where relnamespace in ('public'::regnamespace, 'stripe_simulator'::regnamespace)
    union all select 'constraint', conrelid::regclass || '.' || conname, concat_ws(' ', convalidated, pg_get_constraintdef(oid))
    from pg_constraint where connamespace in ('public'::regnamespace, 'stripe_simulator'::regnamespace) and conrelid <> 0 and contype <> 'n'
    union all select 'index', indexrelid::regclass::text, concat_ws(' ', indisvalid, pg_get_indexdef(indexrelid))
    from pg_index i join pg_class c on c.oid = indrelid where relnamespace in ('public'::regnamespace, 'stripe_simulator'::regnamespace)
    union all select 'trigger', tgrelid::regclass || '.' || tgname, concat_ws(' ', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all select 'function', oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all select 'text search', cfgname || ' ' || maptokentype, mapdict::regdictionary::text
    from pg_ts_config c join pg_ts_config_map on mapcfg = c.oid where cfgnamespace = 'public'::regnamespace
  )
  select kind || ' ' || name as name, regexp_replace(definition, '[()\\s]+', ' ', 'g') as definition from objects order by 1`;

async function readCatalog(client: pg.Client) {
  const { rows } = await client.query<{ name: string; definition: string }>(CATALOG);
  return rows
    .filter(({ name }) => !KEPT.test(name) && !name.startsWith('column kysely_migration'))
    .map(({ name, definition }) => `${name}: ${definition}`);
}

describe('a database that the last release with former migrations left', () => {
  let former: Awaited<ReturnType<typeof createBlankDatabase>>;
  let client: pg.Client;
  let fresh: TestDatabase;
  let expected: string[];

  beforeAll(async () => {
    fresh = await createTestDatabase('empty');
    const other = new pg.Client({ connectionString: fresh.env.DATABASE_URL });
    await other.connect();
    expected = await readCatalog(other);
    await other.end();
  });
  afterAll(() => fresh.drop());

  beforeEach(async () => {
    former = await createBlankDatabase();
    client = await connectSession(former.connection);
    await client.query(FORMER);
    await client.query(ROWS);
    return async () => {
      await client.end();
      await former.drop();
    };
  });

  test('becomes equal to a new one, with its rows', async () => {
    const applied = await migrate(former.connection);
    expect(applied.slice(0, 2)).toEqual([BASELINE, '0001_valid_listings']);
    expect(await readCatalog(client)).toEqual(expected);
    expect(await migrate(former.connection)).toEqual([]);
    await client.query(`update listings set title = 'Petunia Pots'`);
    const { rows } = await client.query(`select name, before ->> 'title' as former
      from listing_search join listings on id = listing_id join listing_versions using (listing_id)`);
    expect(rows).toEqual([{ name: 'petuniapots', former: 'Tulip Tools' }]);
  });

  test('is adopted by one of several programs, while the release before writes', async () => {
    const starts = await Promise.all([1, 2, 3].map(() => migrate(former.connection)));
    expect(starts.filter((names) => names.length > 0)).toHaveLength(1);
    // As the release before does.
    await client.query(
      'select search_lay_down_again(array(select id from listings)), must_wait(listings) from listings',
    );
    const { rows } = await client.query('select count(*)::int as count from kysely_migration');
    expect(rows).toEqual([{ count: 138 }]);
  });

  test.each([
    ['lacks a column', 'alter table reports drop column closed_by', 'column reports.closed_by is missing'],
    ['has one more', 'alter table listings add column fax text', 'column listings.fax is not of this program'],
    ['has another type', 'alter table reports alter column text type varchar(9)', 'column reports.text is'],
    ['lacks an index', 'drop index audit_newest', 'index audit_newest of audit is missing'],
    ['lacks a check', 'alter table places drop constraint places_kind_check', 'places_kind_check of places is missing'],
    ['lacks a table of the simulator', 'drop table stripe_simulator.requests', 'table requests is missing'],
  ])('is refused if it %s, and is left as it is', async (_what, change, message) => {
    await client.query(change);
    const before = await readCatalog(client);
    await expect(migrate(former.connection)).rejects.toThrow(message);
    expect(await readCatalog(client)).toEqual(before);
  });

  test('may have tables of others', async () => {
    await client.query('create table others (id int primary key)');
    expect(await migrate(former.connection)).toContain(BASELINE);
  });

  test('is refused at an earlier migration, with what to do', async () => {
    await client.query(`delete from kysely_migration where name like '0156%'`);
    await expect(openDatabase(former.env)).rejects.toThrow(
      'at 0155_username_skeletons, not at 0156_coupon_reservations). Start the last release',
    );
  });

  test('is restored from its backup', async () => {
    const parts = new Map<string, Buffer>();
    await client.query('begin isolation level repeatable read');
    const dump = await dumpTables(
      client,
      async (name, rows) => void parts.set(name, Buffer.concat(await rows.toArray())),
      () => {},
    );
    await client.query('commit');
    const copy = await createBlankDatabase();
    await loadDump(copy.connection, dump, {
      read: (name, into) => pipeline(Readable.from([parts.get(name) as Buffer]), into),
      progress: () => {},
    });
    const applied = await migrate(copy.connection);
    expect(applied[0]).toBe('0001_valid_listings');
    const other = await connectSession(copy.connection);
    expect(await readCatalog(other)).toEqual(expected);
    expect((await other.query('select title from public_listings')).rows).toEqual([{ title: 'Tulip Tools' }]);
    await other.end();
    await copy.drop();
  });
});

const ROWS = `
  insert into counties (id, name, slug, fips, lat, lng) values (1, 'Orange', 'orange-county', '06059', 33.7, -117.8);
  insert into locations (id, name, slug, county_id) values (1, 'Orange County', 'orange-county', 1);
  insert into zip_codes (zip, city, county_id, location_id, lat, lng) values ('92614', 'Irvine', 1, 1, 33.7, -117.8);
  insert into categories (slug, name, position) values ('garden', 'Garden', 1);
  insert into listings (title, description, business_name, city, zip, county_id, location_id, category_id, top_category_id, origin, source, source_id)
  values ('Tulip Tools', 'Tools.', 'Tulip Tools', 'Irvine', '92614', 1, 1, 1, 1, 'import', 'osm', '1');`;
