import { rename, rm, stat } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import type { ImportOptionsForm } from '#contract/imports/uploads.ts';
import type { Fetched } from '#server/import/sources/fetching/fetch-context.ts';
import { createKey, removeUploadFiles, toDataPath } from '#server/import/uploads/files.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { OpenDataSource } from './source-list.ts';

/** What a person decides about a download. */
export interface DownloadOptions {
  /** The month of the data, 'YYYY-MM' or 'unknown', instead of that of the release. */
  date?: string;
  /** Whether what the file lacks may have closed. */
  refresh: boolean;
}

/**
 * Adds a source that was fetched to the uploaded files, ready for a preview, a dry run and its import, in place of earlier ones of the
 * source that nobody imported.
 * @returns its id
 */
export async function addToUploads(
  { db, folder }: { db: Kysely<DB>; folder: string },
  source: OpenDataSource,
  fetched: Fetched,
  options: DownloadOptions,
): Promise<number> {
  const key = createKey();
  const { size } = await stat(fetched.path);
  await rename(fetched.path, toDataPath(folder, key));
  try {
    const { id, replaced } = await db.transaction().execute(async (trx) => {
      const replaced = await trx
        .deleteFrom('import_uploads')
        .where('open_data', '=', source.name)
        .where('state', '=', 'ready')
        .returning('key')
        .execute();
      const { id } = await trx
        .insertInto('import_uploads')
        .values({
          file: [source.title, fetched.release].filter(Boolean).join(', ').slice(0, 255),
          ...{ key, size, received: size, state: 'ready', open_data: source.name },
          options: JSON.stringify(toImportOptions(source, fetched, options)),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('open_data_sources')
        .values({ name: source.name, release: fetched.release })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({ release: sql`excluded.release`, message: null }),
        )
        .execute();
      return { id, replaced };
    });
    for (const former of replaced) await removeUploadFiles(folder, former.key);
    return id;
  } catch (error) {
    await rm(toDataPath(folder, key), { force: true });
    throw error;
  }
}

/** How a source is imported, as the form of an upload says it. */
function toImportOptions(
  source: OpenDataSource,
  { month }: Pick<Fetched, 'month'>,
  { date = month ?? 'unknown', refresh }: DownloadOptions,
): ImportOptionsForm {
  return {
    mapping: source.mapping ?? null,
    source: source.source,
    title: source.attribution,
    license: source.license,
    url: source.page,
    date,
    category: '',
    kinds: source.categories,
    refresh,
    // The list was reviewed.
    areBusinesses: true,
    swapPoints: false,
  };
}
