import { type Kysely, type Selectable, sql } from 'kysely';
import {
  type ExportFile,
  type ExportInterval,
  type ExportSchedule,
  type ExportScheduleForm,
  MAX_EXPORT_SCHEDULES,
} from '#contract/admin/scheduled-exports.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB, ExportFiles } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import type { BackupStore } from '#server/platform/storage/backup/store.ts';
import { toFileState } from './file-state.ts';

// The advisory lock of transactions that count the schedules.
const SCHEDULES_LOCK = 747_202;

/** The scheduled exports, oldest first, with their files, newest first. */
export async function listSchedules(db: Kysely<DB>): Promise<ExportSchedule[]> {
  const schedules = await db
    .selectFrom('export_schedules as s')
    .leftJoin('accounts as a', 'a.id', 's.created_by')
    .select(['s.id', 'subject', 'format', 'every', 'hour', 'keep', 's.created_at', 'a.username'])
    .select(nextTime.as('next_at'))
    .orderBy('s.id')
    .execute();
  const files = await db.selectFrom('export_files').selectAll().orderBy('due_at', 'desc').execute();
  return schedules.map(({ created_at, username, next_at, ...schedule }) => ({
    ...schedule,
    createdAt: created_at.toISOString(),
    createdBy: username,
    nextAt: next_at.toISOString(),
    files: files.filter(({ schedule_id }) => schedule_id === schedule.id).map(toFile),
  }));
}

/**
 * When the last file of a schedule was due: at its hour of today or yesterday, of a Monday or of a first, in Los Angeles.
 * For a table with the alias `s`.
 */
export const lastTime = sql<Date>`timezone('America/Los_Angeles',
  date_trunc(s.every, timezone('America/Los_Angeles', now()) - make_interval(hours => s.hour)) + make_interval(hours => s.hour))`;

/** When the next file of a schedule is due. */
export const nextTime = sql<Date>`timezone('America/Los_Angeles',
  date_trunc(s.every, timezone('America/Los_Angeles', now()) - make_interval(hours => s.hour)) + ('1 ' || s.every)::interval
    + make_interval(hours => s.hour))`;

function toFile(file: Selectable<ExportFiles>): ExportFile {
  return {
    id: file.id,
    state: toFileState(file),
    dueAt: file.due_at.toISOString(),
    finishedAt: file.finished_at?.toISOString() ?? null,
    rows: file.rows,
    bytes: file.bytes,
    failure: file.failure === null ? null : translateDefined(file.failure),
  };
}

/**
 * Schedules an export, whose first file is made at the next time that it is due.
 * @throws {Conflict} while as many as can be are scheduled
 */
export function addSchedule(db: Kysely<DB>, form: ExportScheduleForm, by: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${SCHEDULES_LOCK})`.execute(trx);
    const { count } = await trx
      .selectFrom('export_schedules')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow();
    if (count >= MAX_EXPORT_SCHEDULES)
      throw new Conflict(t('At most {max} exports can be scheduled. Remove one first.', { max: MAX_EXPORT_SCHEDULES }));
    await trx
      .insertInto('export_schedules')
      .values({ ...form, created_by: by })
      .execute();
    await recordAuditEvent(trx, {
      kind: 'export-scheduled',
      accountId: null,
      username: null,
      actorId: by,
      reason: toReason(form),
    });
  });
}

/**
 * Removes a schedule and its files.
 * @throws {NotFound} when there is none
 * @throws the error of the store when files may still be there; the schedule stays then
 */
export async function removeSchedule(db: Kysely<DB>, store: BackupStore, id: number, by: number): Promise<void> {
  // A file that is being made meanwhile is removed by who makes it.
  await store.remove(await store.list(toPrefix(id)));
  await db.transaction().execute(async (trx) => {
    const removed = await trx.deleteFrom('export_schedules').where('id', '=', id).returningAll().executeTakeFirst();
    if (!removed) throw new NotFound(t('This export isn’t scheduled.'));
    await recordAuditEvent(trx, {
      kind: 'export-unscheduled',
      accountId: null,
      username: null,
      actorId: by,
      reason: toReason(removed),
    });
  });
}

/** Where the files of a schedule are, below the place of backups. */
export const toPrefix = (scheduleId: number) => `exports/${scheduleId}/`;

const INTERVALS: Record<ExportInterval, string> = {
  day: 'each day',
  week: 'each Monday',
  month: 'on the first of each month',
};

const toReason = ({ subject, format, every, hour, keep }: ExportScheduleForm) =>
  `${subject} as ${format} ${INTERVALS[every]} at ${hour}:00, the newest ${keep}`;
