import { type Kysely, sql } from 'kysely';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { ALL_KEYS, invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { loadCategories } from './categories.ts';
import {
  deleteRemovedRows,
  loadCounties,
  loadDiningChains,
  loadLicenseTrades,
  loadLocations,
  loadPlaces,
  loadSources,
  loadZipCodes,
} from './gazetteer-tables.ts';
import { readGazetteer } from './read-gazetteer.ts';

const CONTENT_FOLDER = new URL('../../../content/', import.meta.url);

/**
 * Updates counties, locations, places, ZIP codes, categories and sources from the files in `data/` and `content/`, in one transaction. Does nothing if
 * the database has this version already; safe to call in several processes at once. Rows keep their ids across versions.
 * Rows that are no longer in the data are deleted unless something still refers to them. What the staff edited of categories stays.
 * @param folder the data to load, of the shape that `data/README.md` describes
 * @param content the folder with the names of categories in other languages
 * @returns whether anything was loaded
 */
export async function loadGazetteer(
  db: Kysely<DB>,
  folder: URL = DATA_FOLDER,
  content: URL = CONTENT_FOLDER,
): Promise<boolean> {
  const gazetteer = await readGazetteer(folder, content);
  if ((await getLoadedVersion(db)) === gazetteer.version) return false;

  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('gazetteer'))`.execute(trx);
    if ((await getLoadedVersion(trx)) === gazetteer.version) return false;

    await loadCounties(trx, gazetteer.counties);
    await loadLocations(trx, gazetteer.locations);
    await loadPlaces(trx, gazetteer.places);
    await loadZipCodes(trx, gazetteer.zipCodes);
    await loadCategories(trx, gazetteer.categories);
    await loadSources(trx, gazetteer.sources);
    await loadLicenseTrades(trx, gazetteer.licenseTrades);
    await loadDiningChains(trx, gazetteer.diningChains);
    await deleteRemovedRows(trx, gazetteer);

    await sql`
      insert into settings (key, value) values ('gazetteer', to_jsonb(${gazetteer.version}::text))
      on conflict (key) do update set value = excluded.value`.execute(trx);
    await invalidate(trx, [ALL_KEYS]);
    return true;
  });
}

async function getLoadedVersion(db: Kysely<DB>) {
  const setting = await db.selectFrom('settings').select('value').where('key', '=', 'gazetteer').executeTakeFirst();
  return setting?.value;
}
