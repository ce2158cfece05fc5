import { type Kysely, sql } from 'kysely';
import { hasPermission } from '#contract/admin/roles.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { ImportSummary } from '#server/import/summary.ts';
import type { UploadProcesses } from '#server/import/uploads/upload-process.ts';
import { beginRun } from '#server/import/uploads/uploads.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { HttpError } from '#server/platform/http/errors.ts';
import { roleOfAccount } from '#server/platform/http/staff-role.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { beginDownload, findSource, type OpenDataDeps } from './downloads.ts';
import { type MonthlyResult, monthlyImportEmail } from './emails.ts';

/** Imports a source each month from now on, or no more. @throws {NotFound} when the list has no such source */
export async function setMonthly(
  { db, list }: Pick<OpenDataDeps, 'db' | 'list'>,
  { name, isMonthly, by }: { name: string; isMonthly: boolean; by: number },
): Promise<void> {
  await findSource(list, name);
  if (!isMonthly) {
    await db.deleteFrom('open_data_schedules').where('name', '=', name).execute();
    return;
  }
  await db
    .insertInto('open_data_schedules')
    .values({ name, account_id: by, due_at: sql`now() + interval '1 month'` })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** The dependencies of imports that are repeated. */
export type MonthlyDeps = OpenDataDeps & {
  uploads: Pick<UploadProcesses, 'run'>;
  jobs: Pick<Jobs, 'enqueueEmail'>;
  site: SiteInfo;
};

/**
 * Imports a source that is due, and emails the report to who asked for it. To be called once an hour; one that fails is tried again the
 * next day. What it begins ends after it has returned.
 */
export async function importDueSource(deps: MonthlyDeps): Promise<void> {
  const due = await claim(deps.db);
  if (!due) return;
  importAndReport(deps, due).catch((err) => deps.log.error({ err, name: due.name }, 'open data was not imported'));
}

async function claim(db: Kysely<DB>) {
  const { rows } = await sql<{ name: string; account_id: number }>`
    update open_data_schedules set due_at = now() + interval '1 day'
    where name = (select name from open_data_schedules where due_at <= now() order by due_at limit 1 for update skip locked)
    returning name, account_id`.execute(db);
  const [due] = rows;
  if (!due) return undefined;
  const { role } = await db.selectNoFrom(roleOfAccount(due.account_id).as('role')).executeTakeFirstOrThrow();
  if (hasPermission(role, 'imports')) return due;
  // Who asked for it left the staff.
  await db.deleteFrom('open_data_schedules').where('name', '=', due.name).execute();
  return undefined;
}

/** Downloads and imports a source as its administrator would, and reports it. */
export async function importAndReport(
  deps: MonthlyDeps,
  { name, account_id: by }: { name: string; account_id: number },
) {
  const { db } = deps;
  const result = await importSource(deps, name, by).catch((error): MonthlyResult => {
    if (!(error instanceof HttpError)) throw error;
    return { failure: error.message };
  });
  const { title } = await findSource(deps.list, name);
  await db.transaction().execute(async (trx) => {
    if ('summary' in result) {
      await trx
        .updateTable('open_data_schedules')
        .set({ due_at: sql`now() + interval '1 month'` })
        .where('name', '=', name)
        .execute();
    }
    const account = await trx
      .selectFrom('accounts')
      .select(['email', 'language'])
      .where('id', '=', by)
      .executeTakeFirst();
    const to = account?.email;
    if (to) {
      await deps.jobs.enqueueEmail(
        trx,
        writeEmail(account.language, () => monthlyImportEmail(deps.site, { to, title, result })),
      );
    }
  });
}

async function importSource(deps: MonthlyDeps, name: string, by: number): Promise<MonthlyResult> {
  const { db, folder, list, processes, uploads } = deps;
  await beginDownload(deps, name, by);
  await processes.run({ name, folder, list });
  const { message } = await db
    .selectFrom('open_data_sources')
    .select('message')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  if (message !== null) return { failure: message };
  const { id } = await db
    .selectFrom('import_uploads')
    .select('id')
    .where('open_data', '=', name)
    .where('state', '=', 'ready')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await beginRun(db, { id, isDryRun: false, options: null, by });
  await uploads.run({ uploadId: id, isDryRun: false, account: by }, folder);
  const upload = await db
    .selectFrom('import_uploads as u')
    .leftJoin('imports as i', 'i.id', 'u.import_id')
    .select(['u.state', 'u.message', 'i.summary'])
    .where('u.id', '=', id)
    .executeTakeFirstOrThrow();
  return upload.state === 'imported' && upload.summary
    ? { summary: upload.summary as unknown as ImportSummary }
    : { failure: upload.message ?? '–' };
}
