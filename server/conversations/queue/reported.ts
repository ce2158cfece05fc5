import type { Kysely, Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { type Decision, decide, type LockedConversation } from './decide.ts';

/** Stops a conversation that was reported, for both sides. @throws {NotFound} {Conflict} when it was not reported */
export const stopReported = (db: Kysely<DB>, decision: Decision) =>
  decide(db, decision, 'conversation-stopped', async (trx, conversation) => {
    await closeReport(trx, conversation);
    await trx
      .updateTable('conversations')
      .set({ status: 'stopped', stopped_by: 'staff' })
      .where('id', '=', conversation.id)
      .where('status', '<>', 'stopped')
      .execute();
  });

/** Closes a report without stopping its conversation. @throws {NotFound} {Conflict} when it was not reported */
export const dismissReport = (db: Kysely<DB>, decision: Decision) =>
  decide(db, decision, 'message-report-dismissed', closeReport);

async function closeReport(trx: Transaction<DB>, { id, reported_at }: LockedConversation) {
  if (reported_at === null) throw new Conflict(t('This report is already closed.'));
  await trx
    .updateTable('conversations')
    .set({ reported_by: null, reported_at: null, report_text: null })
    .where('id', '=', id)
    .execute();
}
