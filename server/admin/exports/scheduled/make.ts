import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, type Selectable, sql } from 'kysely';
import { defineMessage } from '#contract/i18n/t.ts';
import { truncate } from '#contract/text.ts';
import { exportPageQuery, writeRows } from '#server/admin/exports/export.ts';
import { EXPORTED_TABLES } from '#server/admin/exports/tables.ts';
import type { DB, ExportSchedules } from '#server/platform/db/schema.ts';
import type { BackupStore } from '#server/platform/storage/backup/store.ts';
import { STALE_HOURS } from './file-state.ts';
import { lastTime, toPrefix } from './schedules.ts';

/** How often a file is tried; the scheduled task comes once an hour. */
const MAX_ATTEMPTS = 5;
const MAX_FAILURE_LENGTH = 300;

/** The dependencies of making export files. */
export interface ExportDeps {
  db: Kysely<DB>;
  store: BackupStore;
  /** The public key that files are encrypted for; null if they are not. */
  recipient: string | null;
  log: FastifyBaseLogger;
  /** Aborts the export that is being made. */
  signal: AbortSignal;
}

/** A schedule whose file is due, and the file. */
type DueExport = Selectable<ExportSchedules> & { file_id: number; due_at: Date; name: string };

/**
 * Makes the files that are due, one after the other. Each is claimed by one process. One that fails is tried again at the next
 * calls; why is stored, and logged.
 */
export async function makeDueExports(deps: ExportDeps): Promise<void> {
  const { rows: schedules } = await sql<{ id: number }>`
    select s.id from export_schedules s where ${lastTime} >= s.created_at order by s.id`.execute(deps.db);
  for (const { id } of schedules) {
    if (deps.signal.aborted) return;
    const due = await claim(deps, id);
    if (due) await make(deps, due);
  }
}

/** Claims the file of a schedule that is due, if nobody makes it or has made it. Nobody can guess its name, should the place be open to others. */
async function claim({ db, recipient }: ExportDeps, scheduleId: number): Promise<DueExport | undefined> {
  const suffix = recipient === null ? '' : '.age';
  const { rows } = await sql<DueExport>`
    with claimed as (
      insert into export_files as f (schedule_id, due_at, name)
      select s.id, ${lastTime}, ${`${toPrefix(scheduleId)}${randomBytes(16).toString('hex')}/`} || s.subject || '-'
        || to_char(timezone('America/Los_Angeles', ${lastTime}), 'YYYY-MM-DD') || '.' || s.format || '.gz' || ${suffix}::text
      from export_schedules s where s.id = ${scheduleId} and ${lastTime} >= s.created_at
      on conflict (schedule_id, due_at) do update
        set attempts = f.attempts + 1, started_at = now(), failure = null,
          name = split_part(f.name, '.gz', 1) || '.gz' || ${suffix}::text
        where f.finished_at is null and f.attempts < ${MAX_ATTEMPTS}
          and (f.failure is not null or f.started_at < now() - make_interval(hours => ${sql.lit(STALE_HOURS)}))
      returning f.id as file_id, f.schedule_id, f.due_at, f.name
    )
    select s.*, claimed.file_id, claimed.due_at, claimed.name
    from claimed join export_schedules s on s.id = claimed.schedule_id`.execute(db);
  return rows[0];
}

async function make(deps: ExportDeps, due: DueExport): Promise<void> {
  const { db, log, signal, store } = deps;
  try {
    const { rows, bytes } = await write(deps, due);
    const stored = await db
      .updateTable('export_files')
      .set({ rows, bytes, finished_at: sql<Date>`now()` })
      .where('id', '=', due.file_id)
      .returning('id')
      .executeTakeFirst();
    // The schedule was removed meanwhile.
    if (!stored) return await store.remove([due.name]);
    await removeSurplus(deps, due);
    log.info({ name: due.name, rows, bytes }, 'a scheduled export was made');
  } catch (error) {
    const failure = signal.aborted ? STOPPED : (error as Error).message;
    log.error({ err: error, name: due.name }, 'a scheduled export was not made');
    await db
      .updateTable('export_files')
      .set({ failure: truncate(failure || UNKNOWN, MAX_FAILURE_LENGTH) })
      .where('id', '=', due.file_id)
      .where('finished_at', 'is', null)
      .execute();
  }
}

// Stored messages, translated when they are read.
const STOPPED = defineMessage('The program was stopped');
const UNKNOWN = defineMessage('Unknown');

/** Writes a file to the store: compressed, and encrypted if a key is set. */
async function write({ db, store, recipient, signal }: ExportDeps, { name, subject, format }: DueExport) {
  const written = { rows: 0, bytes: 0 };
  const readPage = async (afterId: number) => {
    const { rows } = await exportPageQuery(subject, afterId).execute(db);
    written.rows += rows.length;
    return rows;
  };
  async function* countBytes(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      written.bytes += chunk.length;
      yield chunk;
    }
  }
  const text = Readable.from(writeRows(readPage, EXPORTED_TABLES[subject].columns, format));
  const toStore = (chunks: AsyncIterable<Buffer>) => store.write(name, countBytes(chunks));
  await store.prepare();
  if (recipient === null) await pipeline(text, createGzip(), toStore, { signal });
  else {
    const { encryptFor } = await import('#server/platform/storage/backup/encryption.ts');
    await pipeline(text, createGzip(), encryptFor(recipient), toStore, { signal });
  }
  return written;
}

/** Removes all files of a schedule but its newest ones. A file whose row is gone is not found again, so it goes first. */
async function removeSurplus({ db, store }: ExportDeps, { id, keep }: DueExport): Promise<void> {
  const surplus = await db
    .selectFrom('export_files')
    .select(['id', 'name', 'finished_at'])
    .where('schedule_id', '=', id)
    .orderBy(sql`finished_at is null`)
    .orderBy('due_at', 'desc')
    .offset(keep)
    .execute();
  if (surplus.length === 0) return;
  await store.remove(surplus.map(({ name }) => name));
  await db
    .deleteFrom('export_files')
    .where(
      'id',
      'in',
      surplus.map(({ id }) => id),
    )
    .execute();
}
