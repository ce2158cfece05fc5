import type { Kysely } from 'kysely';
import type { FailedJob, FailuresChanged } from '#contract/admin/failures.ts';
import { truncate } from '#contract/text.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { listGivenUpJobs, retryGivenUpJobs } from '#server/platform/jobs/given-up.ts';
import type { FailureAction } from './mails.ts';

const MAX_SUBJECT = 200;

/** The background jobs that failed in all of their attempts, newest first, and the number of all. */
export async function listFailedJobs(db: Kysely<DB>, limit: number): Promise<{ jobs: FailedJob[]; total: number }> {
  const { jobs, total } = await listGivenUpJobs(db, limit);
  return {
    jobs: jobs.map(({ data, queuedAt, failedAt, ...job }) => ({
      ...job,
      subject: toSubject(data),
      queuedAt: queuedAt.toISOString(),
      failedAt: failedAt.toISOString(),
    })),
    total,
  };
}

/** Gives jobs one more attempt, each once however often this is called. */
export function runJobsAgain(db: Kysely<DB>, { ids, by }: FailureAction): Promise<FailuresChanged> {
  return db.transaction().execute(async (trx) => {
    const queues = await retryGivenUpJobs(trx, ids);
    if (queues.length > 0) {
      const reason = [...Map.groupBy(queues, (name) => name)]
        .map(([name, { length }]) => `${name}: ${length}`)
        .join('; ');
      await recordAuditEvent(trx, { kind: 'job-rerun', accountId: null, username: null, actorId: by, reason });
    }
    return { changed: queues.length };
  });
}

/** The numbers and short texts of the data of a job: queues hold ids, and nothing that people typed. */
const toSubject = (data: unknown): string =>
  truncate(
    Object.entries(data ?? {})
      .filter(([, value]) => typeof value === 'number' || typeof value === 'string')
      .map(([name, value]) => `${name}: ${value}`)
      .join(', '),
    MAX_SUBJECT,
  );
