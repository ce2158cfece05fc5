import type { Kysely } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { memberLeftEmail, memberRemovedEmail } from './emails.ts';
import { memberRows } from './members.ts';

/**
 * Removes a member, who is notified: the next request about the owner's listings is refused.
 * @throws {NotFound} when the owner has no such member
 */
export function removeMember(
  db: Kysely<DB>,
  { id, ownerId }: { id: number; ownerId: number },
  deps: NoticeDeps,
): Promise<void> {
  return endMembership(db, { id, by: ownerId, column: 'owner_id' }, deps);
}

/**
 * Ends a membership by the member, of which the owner is notified.
 * @throws {NotFound} when the account has no such membership
 */
export function leave(
  db: Kysely<DB>,
  { id, accountId }: { id: number; accountId: number },
  deps: NoticeDeps,
): Promise<void> {
  return endMembership(db, { id, by: accountId, column: 'account_id' }, deps);
}

function endMembership(
  db: Kysely<DB>,
  { id, by, column }: { id: number; by: number; column: 'owner_id' | 'account_id' },
  { jobs, site }: NoticeDeps,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const member = await memberRows(trx)
      .where('m.id', '=', id)
      .where(`m.${column}`, '=', by)
      .forUpdate('m')
      .executeTakeFirst();
    if (!member) throw new NotFound(t('This was already ended.'));
    await trx.deleteFrom('listing_members').where('id', '=', id).execute();
    await recordAuditEvent(trx, {
      kind: 'member-removed',
      accountId: member.account_id,
      username: member.username,
      actorId: by === member.account_id ? undefined : by,
      listingId: member.listing_id ?? undefined,
      before: { role: member.role, owner: member.owner_id },
      after: { role: null, owner: member.owner_id },
    });
    const { business, username, email, language, owner_email, owner_language } = member;
    if (by === member.owner_id && email !== null)
      await jobs.enqueueEmail(
        trx,
        writeEmail(language, () => memberRemovedEmail(site, email, { business })),
      );
    if (by !== member.owner_id && owner_email !== null)
      await jobs.enqueueEmail(
        trx,
        writeEmail(owner_language, () => memberLeftEmail(site, owner_email, { username })),
      );
  });
}
