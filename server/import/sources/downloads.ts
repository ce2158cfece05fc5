import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import type { OpenDataSourceState } from '#contract/imports/open-data.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { RESTARTED } from '#server/import/uploads/run-upload.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import type { HttpClient } from '#server/platform/outbound/http-client.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { addToUploads } from './add-upload.ts';
import type { DownloadProcesses } from './download-process.ts';
import { fetchSource } from './fetch-source.ts';
import { type OpenDataSource, readSourceList } from './source-list.ts';

/** The dependencies of downloads from the page. */
export interface OpenDataDeps {
  db: Kysely<DB>;
  /** `DATA_DIR/imports` */
  folder: string;
  processes: DownloadProcesses;
  /** The reviewed list; by default `data/sources.yaml`. */
  list?: string | undefined;
  log: FastifyBaseLogger;
}

// Licenses that are words, and no names.
const LICENSE_WORDS = [
  defineMessage('Public domain'),
  defineMessage('State open data'),
  defineMessage('California public record'),
];
const ALIVE_INTERVAL_MS = 1000;
const MAX_MESSAGE_LENGTH = 2000;
const isAlive = sql<boolean>`coalesce(alive_at > now() - interval '30 seconds', false)`;

/** The sources that can be added, in the order of the list. */
export async function listOpenData({ db, list }: Pick<OpenDataDeps, 'db' | 'list'>): Promise<OpenDataSourceState[]> {
  const sources = await readSourceList(list);
  const monthly = new Set((await db.selectFrom('open_data_schedules').select('name').execute()).map((row) => row.name));
  const rows = await db.selectFrom('open_data_sources').selectAll().select(isAlive.as('is_alive')).execute();
  const states = new Map(rows.map((row) => [row.name, row]));
  return sources.map(({ name, title, what, whatEs, rows, license, cadence, page, address }) => {
    const { state, is_alive, done, total, message, release, imported_at } = states.get(name) ?? {};
    const isLost = state === 'downloading' && !is_alive;
    const shown = isLost ? RESTARTED : message;
    return {
      ...{ name, title, rows, cadence, page },
      what: (getLanguage() === 'es' && whatEs) || what,
      license: LICENSE_WORDS.includes(license) ? translateDefined(license) : license,
      isMonthly: monthly.has(name),
      canDownload: address.kind !== 'page',
      progress: state === 'downloading' && !isLost ? { done: done ?? 0, total: total ?? null } : null,
      message: shown ? translateDefined(shown) : null,
      release: release ?? null,
      importedAt: imported_at?.toISOString() ?? null,
    };
  });
}

/** @throws {NotFound} when the list has no such source */
export async function findSource(list: string | undefined, name: string): Promise<OpenDataSource> {
  const source = (await readSourceList(list)).find((one) => one.name === name);
  if (!source) throw new NotFound(t('There is no such source.'));
  return source;
}

/**
 * Begins the download of a source, or continues one that was cut off; then `processes.run` does it.
 * @throws {NotFound} when the list has no such source
 * @throws {Conflict} when a person has to download it, or another download is running
 */
export async function beginDownload({ db, list }: OpenDataDeps, name: string, by: number): Promise<void> {
  const { title, address } = await findSource(list, name);
  if (address.kind === 'page') throw new Conflict(t('Download this file from its page.'));
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('open-data'))`.execute(trx);
    const other = await trx
      .selectFrom('open_data_sources')
      .select('name')
      .where('state', '=', 'downloading')
      .where(isAlive)
      .executeTakeFirst();
    if (other) throw new Conflict(t('Another download is running. Wait until it has ended, or cancel it.'));
    const begun = { state: 'downloading', done: 0, total: null, message: null, is_canceled: false } as const;
    await trx
      .insertInto('open_data_sources')
      .values({ name, ...begun, alive_at: sql`now()` })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...begun, alive_at: sql`now()` }))
      .execute();
    await recordAuditEvent(trx, {
      ...{ kind: 'import-uploaded', accountId: null, username: null, actorId: by, reason: `Open data: ${title}` },
    });
  });
}

/** @throws {Conflict} when it is not running */
export async function cancelDownload({ db }: Pick<OpenDataDeps, 'db'>, name: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('open_data_sources')
    .set({ is_canceled: true })
    .where('name', '=', name)
    .where('state', '=', 'downloading')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Conflict(t('This download isn’t running.'));
}

/** Downloads a source, and adds it to the uploaded files. How far it is, and why it failed, is recorded. */
export async function runDownload(
  { db, folder, http, list }: { db: Kysely<DB>; folder: string; http: HttpClient; list?: string | undefined },
  name: string,
): Promise<void> {
  const source = await findSource(list, name);
  const stop = new AbortController();
  let progress: { done?: number; total?: number | null } = {};
  const record = async () => {
    const row = await db
      .updateTable('open_data_sources')
      .set({ ...progress, alive_at: sql`now()` })
      .where('name', '=', name)
      .where('state', '=', 'downloading')
      .returning('is_canceled')
      .executeTakeFirst();
    if (row?.is_canceled) stop.abort();
  };
  let recording = Promise.resolve();
  const timer = setInterval(() => {
    // A failure does not matter: the next record follows a second later.
    recording = recording.then(record).catch(() => {});
  }, ALIVE_INTERVAL_MS);
  const end = async (message: string | null) => {
    clearInterval(timer);
    await recording;
    await markDownloadEnded(db, name, message);
  };
  const onProgress = (done: number, total: number | null) => {
    progress = { done: Math.round(done), total: total === null ? null : Math.round(total) };
  };
  try {
    const fetched = await fetchSource({ http, folder, signal: stop.signal, onProgress }, source);
    await addToUploads({ db, folder }, source, fetched, { refresh: source.isWhole });
    await end(null);
  } catch (error) {
    if (stop.signal.aborted) return end(null);
    if (error instanceof ImportError) return end(error.message);
    await end(UNEXPECTED_MESSAGE);
    throw error;
  }
}

/** Records that a download has ended, and why it failed. */
export const markDownloadEnded = async (db: Kysely<DB>, name: string, message: string | null): Promise<void> => {
  await db
    .updateTable('open_data_sources')
    .set({ state: 'idle', message: message?.slice(0, MAX_MESSAGE_LENGTH) ?? null })
    .where('name', '=', name)
    .execute();
};

export const UNEXPECTED_MESSAGE = defineMessage('It stopped because of an error on the server, which its log has.');
