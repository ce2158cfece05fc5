import type { PersonalData } from '#server/accounts/personal-data.ts';

/** The role of an account, and invitations to its address. The role is deleted with the account by a foreign key. */
export const staffPersonalData: PersonalData = {
  name: 'staff',
  async export(db, accountId) {
    const role = await db
      .selectFrom('staff')
      .select(['role', 'since'])
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    const invitation = await db
      .selectFrom('staff_invitations as i')
      .innerJoin('accounts as a', 'a.email_key', 'i.email_key')
      .select(['i.role', 'i.sent_at', 'i.expires_at'])
      .where('a.id', '=', accountId)
      .executeTakeFirst();
    return {
      role: role ? { role: role.role, since: role.since.toISOString() } : null,
      invitation: invitation
        ? {
            role: invitation.role,
            sentAt: invitation.sent_at.toISOString(),
            expiresAt: invitation.expires_at.toISOString(),
          }
        : null,
    };
  },
  async erase(trx, accountId) {
    // What a member of the staff did stays, and the audit log has their number for as long as it is kept.
    await trx.updateTable('accounts').set({ suspended_by: null }).where('suspended_by', '=', accountId).execute();
    await trx.updateTable('imports').set({ by_account_id: null }).where('by_account_id', '=', accountId).execute();
    await trx
      .deleteFrom('staff_invitations')
      .where('email_key', '=', (select) =>
        select.selectFrom('accounts').select('email_key').where('id', '=', accountId),
      )
      .execute();
  },
};
