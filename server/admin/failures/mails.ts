import type { Kysely } from 'kysely';
import type { FailedMail, FailuresChanged } from '#contract/admin/failures.ts';
import { truncate } from '#contract/text.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { listGivenUpEmails, takeGivenUpEmails } from '#server/platform/jobs/given-up.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { EmailToQueue } from '#server/platform/jobs/mail-queue.ts';

const MAX_REASON = 1000;

/** The emails that were given up in the past 14 days, newest first, and the number of all. */
export async function listFailedMails(db: Kysely<DB>, limit: number): Promise<{ mails: FailedMail[]; total: number }> {
  const { jobs, total } = await listGivenUpEmails(db, limit);
  const mails = jobs.map(({ id, data, error, attempts, queuedAt, failedAt }) => ({
    id,
    to: data.to,
    subject: data.subject,
    purpose: data.purpose ?? ('notice' as const),
    error,
    attempts: attempts ?? 1,
    queuedAt: queuedAt.toISOString(),
    failedAt: failedAt.toISOString(),
  }));
  return { mails, total };
}

/** An act of a member of the staff on several failures. */
export interface FailureAction {
  ids: string[];
  by: number;
}

/** Queues emails that were given up anew, each once however often this is called. Their links get new tokens. */
export const sendMailsAgain = (db: Kysely<DB>, action: FailureAction, jobs: Pick<Jobs, 'enqueueEmail'>) =>
  takeMails(db, action, async (trx, mails) => {
    await jobs.enqueueEmail(trx, mails);
    return 'mail-resent';
  });

/** Deletes emails that were given up. */
export const discardMails = (db: Kysely<DB>, action: FailureAction) =>
  takeMails(db, action, async () => 'mail-discarded');

function takeMails(
  db: Kysely<DB>,
  { ids, by }: FailureAction,
  act: (trx: Parameters<Jobs['enqueueEmail']>[0], mails: EmailToQueue[]) => Promise<'mail-resent' | 'mail-discarded'>,
): Promise<FailuresChanged> {
  return db.transaction().execute(async (trx) => {
    const mails = await takeGivenUpEmails(trx, ids);
    if (mails.length > 0) {
      const kind = await act(trx, mails);
      // The audit log outlives the emails: it has no addresses.
      const reason = truncate(mails.map(({ subject }) => subject).join('; '), MAX_REASON);
      await recordAuditEvent(trx, { kind, accountId: null, username: null, actorId: by, reason });
    }
    return { changed: mails.length };
  });
}
