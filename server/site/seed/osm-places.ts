import { fileURLToPath } from 'node:url';
import { type Kysely, sql, type Transaction } from 'kysely';
import { importFile } from '#server/import/import.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** The file of `data/` with named places of OpenStreetMap, and its source in `data/sources.csv`. */
export const OSM_PLACES = { file: 'socal_osm_places.csv', source: 'OpenStreetMap 2021' };

const SETTING = 'samples-places';
const LOCK = sql`hashtext('samples-places')`;

/**
 * Adds the places of OpenStreetMap to a new directory, after its other businesses, with which they are merged where they are the same. An import that
 * the administrator's page lists, and that continues where a stop of the program cut it off.
 * See docs/decisions/0150-independents-are-loaded-while-the-site-serves.md.
 * @param options.progress hears how many rows were read, of how many bytes in percent
 * @returns the number of listings that were added; null when there was nothing to do, or another process does it
 */
export function loadOsmPlaces(
  db: Kysely<DB>,
  { path = fileURLToPath(new URL(OSM_PLACES.file, DATA_FOLDER)), progress = () => {} }: LoadOptions = {},
): Promise<number | null> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${LOCK}) as locked`.execute(connection);
    if (!rows[0]?.locked) return null;
    try {
      if (!(await areOsmPlacesPending(connection))) return null;
      const { added } = await importFile(db, path, {
        source: OSM_PLACES.source,
        name: OSM_PLACES.file,
        origin: 'open-data',
        progress: (bytes, total) => progress(Math.floor((100 * bytes) / total)),
      });
      await connection.deleteFrom('settings').where('key', '=', SETTING).execute();
      return added;
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection).catch(() => {});
    }
  });
}

interface LoadOptions {
  path?: string;
  progress?: (percent: number) => void;
}

/** Whether the directory is to have the places, and does not have all of them yet. */
export async function areOsmPlacesPending(db: Kysely<DB>): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', SETTING).executeTakeFirst();
  return row !== undefined;
}

/** Remembers that the places are to be added. */
export async function requestOsmPlaces(trx: Transaction<DB>): Promise<void> {
  await sql`insert into settings (key, value) values (${SETTING}, '"pending"') on conflict (key) do nothing`.execute(
    trx,
  );
}

/** Waits until nobody adds the places, and sees to it that nobody will. */
export async function cancelOsmPlaces(trx: Transaction<DB>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
  await trx.deleteFrom('settings').where('key', '=', SETTING).execute();
}
