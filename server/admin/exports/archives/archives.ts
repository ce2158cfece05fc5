import { randomBytes } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { access, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, type Selectable, sql } from 'kysely';
import {
  ARCHIVE_HOURS,
  type DataArchive,
  EXPORT_FORMATS,
  EXPORT_SUBJECTS,
  type ExportSubject,
} from '#contract/admin/exports.ts';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import { EXPORTED_TABLES } from '#server/admin/exports/tables.ts';
import type { DataArchives, DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { writeArchive } from './write-archive.ts';

/** Zips of everything, one at a time. See docs/decisions/0180-one-download-of-everything.md. */
export interface Archives {
  list(): Promise<DataArchive[]>;
  /** Begins to write one, and does not wait for it. @throws {Conflict} while another one is written */
  start(by: number): Promise<void>;
  /** The file of one. @throws {NotFound} when it is not ready, or its file is gone or on another machine */
  open(id: number, by: number): Promise<{ name: string; bytes: number; content: Readable }>;
  /** Deletes one with its file, and stops it if it is written. @throws {NotFound} */
  remove(id: number, by: number): Promise<void>;
  /** Deletes those that are older than a day, and files that are no one's. A scheduled task. */
  removeOld(): Promise<void>;
  /** Stops what is written. */
  close(): Promise<void>;
}

const ALIVE_INTERVAL_MS = 1000;
const MAX_KEPT = 3;
const isAlive = sql<boolean>`(a.alive_at > now() - interval '30 seconds')`;

// Stored messages, translated when they are read.
const STOPPED = defineMessage('It stopped because the server was restarted.');
const DISK_FULL = defineMessage('It stopped because the server’s disk is full.');
const UNEXPECTED = defineMessage('It stopped because of an error on the server, which its log has.');

// Of the program, by which an importer knows the columns.
const VERSION = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))
  .version as string;

/** Stores the zips in a folder of `DATA_DIR`, and what is known of them in the database. */
export function createArchives(
  { DATA_DIR }: { DATA_DIR: string },
  { db, log, site }: { db: Kysely<DB>; log: FastifyBaseLogger; site: { name: string } },
): Archives {
  const folder = join(DATA_DIR, 'archives');
  const toPath = (file: string) => join(folder, `${file}.zip`);
  const running = new Map<number, { stop: AbortController; work: Promise<void> }>();

  async function write(id: number, file: string, signal: AbortSignal) {
    let done = 0;
    const record = () =>
      db.updateTable('data_archives').set({ done, alive_at: sql<Date>`now()` }).where('id', '=', id).execute();
    // A failure does not matter: the next record follows a second later.
    const timer = setInterval(() => void record().catch(() => {}), ALIVE_INTERVAL_MS);
    const end = (result: { state: 'ready' | 'failed'; bytes?: number; message?: string }) =>
      db
        .updateTable('data_archives')
        .set({ ...result, done, ended_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .execute();
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const about = { site: site.name, version: VERSION, madeAt: new Date() };
      const onRows = (rows: number) => {
        done += rows;
      };
      const bytes = await writeArchive(db, toPath(file), about, { onRows, signal });
      await end({ state: 'ready', bytes });
    } catch (error) {
      await rm(toPath(file), { force: true });
      if (!signal.aborted) log.error({ err: error }, 'the zip of all exports was not made');
      const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC';
      await end({ state: 'failed', message: signal.aborted ? STOPPED : isFull ? DISK_FULL : UNEXPECTED });
    } finally {
      clearInterval(timer);
    }
  }

  const discard = async (archives: Pick<Selectable<DataArchives>, 'id' | 'file'>[]) => {
    for (const { id, file } of archives) {
      const writing = running.get(id);
      writing?.stop.abort();
      await writing?.work;
      await rm(toPath(file), { force: true });
      await db.deleteFrom('data_archives').where('id', '=', id).execute();
    }
  };

  return {
    list: () => listArchives(db),
    async start(by) {
      const file = randomBytes(16).toString('hex');
      const id = await insertArchive(db, file, by);
      const surplus = await db
        .selectFrom('data_archives')
        .select(['id', 'file'])
        .orderBy('id', 'desc')
        .offset(MAX_KEPT)
        .execute();
      await discard(surplus);
      const stop = new AbortController();
      const work = write(id, file, stop.signal)
        .catch((err) => log.error({ err }, 'the end of a zip was not recorded'))
        .finally(() => running.delete(id));
      running.set(id, { stop, work });
    },
    async open(id, by) {
      const archive = await db
        .selectFrom('data_archives')
        .select(['file', 'bytes', 'created_at'])
        .where('id', '=', id)
        .where('state', '=', 'ready')
        .executeTakeFirst();
      if (!archive) throw archiveNotFound();
      const path = toPath(archive.file);
      await access(path).catch(() => {
        throw new NotFound(t('This file isn’t where it was stored.'));
      });
      const name = `everything-${archive.created_at.toISOString().slice(0, 10)}.zip`;
      await recordExport(db, by, `everything, ${name}`);
      return { name, bytes: Number(archive.bytes), content: createReadStream(path) };
    },
    async remove(id, by) {
      const archive = await db
        .selectFrom('data_archives')
        .select(['id', 'file'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!archive) throw archiveNotFound();
      await discard([archive]);
      await recordExport(db, by, 'everything: the file deleted');
    },
    async removeOld() {
      const old = await db
        .selectFrom('data_archives')
        .select(['id', 'file'])
        .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${sql.lit(ARCHIVE_HOURS)})`)
        .execute();
      await discard(old);
      const kept = await db.selectFrom('data_archives').select('file').execute();
      const names = new Set(kept.map(({ file }) => `${file}.zip`));
      const files = await readdir(folder).catch(() => []);
      for (const name of files) if (!names.has(name)) await rm(join(folder, name), { force: true });
    },
    async close() {
      for (const { stop } of running.values()) stop.abort();
      await Promise.all([...running.values()].map(({ work }) => work));
    },
  };
}

async function listArchives(db: Kysely<DB>): Promise<DataArchive[]> {
  const rows = await db
    .selectFrom('data_archives as a')
    .leftJoin('accounts', 'accounts.id', 'a.made_by')
    .select(['a.id', 'a.state', 'a.done', 'a.total', 'a.bytes', 'a.message', 'a.created_at', 'accounts.username'])
    .select([isAlive.as('is_alive')])
    .select(sql<Date>`a.created_at + make_interval(hours => ${sql.lit(ARCHIVE_HOURS)})`.as('expires_at'))
    .orderBy('a.id', 'desc')
    .limit(MAX_KEPT + 1)
    .execute();
  return rows.map((row) => {
    const isLost = row.state === 'running' && !row.is_alive;
    const message = isLost ? STOPPED : row.message;
    return {
      id: row.id,
      state: isLost ? 'failed' : row.state,
      done: Number(row.done),
      total: Number(row.total),
      bytes: row.bytes === null ? null : Number(row.bytes),
      message: message === null ? null : translateDefined(message),
      by: row.username,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.state === 'ready' ? row.expires_at.toISOString() : null,
    };
  });
}

/** The row of a new one, unless another one is written. */
function insertArchive(db: Kysely<DB>, file: string, by: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`update data_archives a set state = 'failed', message = ${STOPPED}, ended_at = now()
      where state = 'running' and not ${isAlive}`.execute(trx);
    const total = await countRows(trx);
    const inserted = await trx
      .insertInto('data_archives')
      .values({ file, total, made_by: by })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) throw new Conflict(t('Another one is being made. Wait until it’s ready.'));
    await recordExport(trx, by, 'everything as zip');
    return inserted.id;
  });
}

/** The rows of all files. */
async function countRows(db: Kysely<DB>): Promise<number> {
  const subjects = Object.keys(EXPORT_SUBJECTS) as ExportSubject[];
  const counts = subjects.map((subject) => sql`(select count(*) from ${sql.table(EXPORTED_TABLES[subject].table)})`);
  const { rows } = await sql<{ rows: number }>`select (${sql.join(counts, sql` + `)})::bigint as rows`.execute(db);
  return Number(rows[0]?.rows ?? 0) * EXPORT_FORMATS.length;
}

const recordExport = (db: Kysely<DB>, actorId: number, reason: string) =>
  recordAuditEvent(db, { kind: 'data-exported', accountId: null, username: null, actorId, reason });

const archiveNotFound = () => new NotFound(t('This file doesn’t exist.'));
