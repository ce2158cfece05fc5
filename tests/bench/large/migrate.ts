import { copyFileSync, cpSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { BASELINE, listMigrations, type Migration } from '#server/platform/db/sql-files.ts';
import type { Print } from '#tests/bench/load.ts';
import { withoutIndexes } from '#tests/support/fill-tables.ts';

const SCHEMA = join(import.meta.dirname, '../../../server/platform/db/schema');
const MAX_WAIT_MS = 1000;
const READ_PAUSE_MS = 5;

/**
 * Applies the migrations after the baseline to 1,200,000 listings (or `BENCH_MIGRATE_ROWS`) one after the other while another connection reads,
 * and prints how long its reads wait.
 */
export async function benchMigrations(say: Print): Promise<void> {
  const rows = Number(process.env.BENCH_MIGRATE_ROWS ?? 1_200_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-migrate-'));
  const server = await startEmbeddedPostgres(dataDir, { progress: say });
  const folder = join(dataDir, 'sql');
  try {
    cpSync(SCHEMA, join(folder, 'schema'), { recursive: true });
    await mkdir(join(folder, 'migrations'));
    const migrations = listMigrations();
    const add = ({ name, path }: Migration) => copyFileSync(path, join(folder, `migrations/${name}.sql`));
    migrations.filter(({ name }) => name === BASELINE).forEach(add);
    await migrate(server.connection, folder);
    await fill(server.connection, rows);
    say(`\nmigrations of ${rows} listings: seconds, and the longest that a read waited in ms (bar: ${MAX_WAIT_MS})`);
    for (const migration of migrations.filter(({ name }) => name !== BASELINE)) {
      add(migration);
      const { seconds, longestMs } = await withReader(server.connection, () => migrate(server.connection, folder));
      const mark = longestMs > MAX_WAIT_MS ? '  over the bar' : '';
      say(
        `  ${migration.name.padEnd(36)} ${seconds.toFixed(1).padStart(7)} ${longestMs.toFixed(0).padStart(7)}${mark}`,
      );
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Rows as simple as they can be, of as many places, ZIP codes and categories as a region has. */
async function fill(connection: pg.ClientConfig, count: number): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1, options: '-c maintenance_work_mem=512MB' });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  try {
    for (const statement of REFERENCES) await sql.raw(statement).execute(db);
    const tables = ['listings', 'listing_search'];
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    await withoutIndexes(db, { tables }, async () => {
      await sql`
        insert into listings (title, business_name, description, address, city, zip, phone, place_id, county_id, location_id,
          category_id, top_category_id, lat, lng, point_source, origin, source, source_id, created_at)
        select name, name, name || ' is a business.', n % 9000 || ' Main St', 'City ' || n % 300, 90000 + n % 600, '(213) 555-' || 1000 + n % 9000,
          1 + n % 300, 1, 1, 1 + n % 200, 1 + n % 20, 33 + n % 1000 / 1000.0, -118 + n % 999 / 1000.0, 'import', 'import', 'file', n,
          now() - n * interval '1 minute'
        from (select n, 'Business ' || n % 400000 as name from generate_series(1, ${count}) n) as made`.execute(db);
      await sql`
        insert into listing_search (listing_id, words, name, position, created_at)
        select id, array_to_tsvector(array['=business', '=' || id % 50000, '#category' || category_id, '#place' || place_id, '#zip' || zip]),
          replace(lower(title), ' ', ''), search_position(lat, lng), created_at
        from listings`.execute(db);
    });
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
    await sql`vacuum analyze listings, listing_search`.execute(db);
  } finally {
    await db.destroy();
  }
}

const REFERENCES = [
  `insert into counties (id, name, slug, fips, lat, lng) values (1, 'Orange', 'orange-county', '06059', 33.7, -117.8)`,
  `insert into locations (id, name, slug, county_id) values (1, 'Orange County', 'orange-county', 1)`,
  `insert into places (id, county_id, location_id, name, slug, kind, lat, lng)
    select n, 1, 1, 'City ' || n, 'city-' || n, 'city', 33.7, -117.8 from generate_series(1, 300) n`,
  `insert into zip_codes (zip, city, place_id, county_id, location_id, lat, lng)
    select 90000 + n, 'City', 1 + n % 300, 1, 1, 33.7, -117.8 from generate_series(0, 599) n`,
  `insert into categories (id, slug, name, position) select n, 'c' || n, 'Category ' || n, n from generate_series(1, 200) n`,
];

/** Reads one row of a place in a loop, as a page does, while `work` is done. */
async function withReader(connection: pg.ClientConfig, work: () => Promise<unknown>) {
  const client = new pg.Client(connection);
  await client.connect();
  let longestMs = 0;
  let isDone = false;
  const reading = (async () => {
    for (let n = 0; !isDone; n++) {
      const startedAt = performance.now();
      await client.query('select id from public_listings where id = $1', [1 + n]);
      await client.query('select listing_id from listing_search where listing_id = $1', [1 + n]);
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await delay(READ_PAUSE_MS);
    }
  })();
  const startedAt = performance.now();
  try {
    await work();
    return { seconds: (performance.now() - startedAt) / 1000, longestMs };
  } finally {
    isDone = true;
    await reading;
    await client.end();
  }
}
