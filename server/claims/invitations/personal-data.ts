import type { PersonalData } from '#server/accounts/personal-data.ts';
import { listMembers, listMemberships } from '#server/listings/members/members.ts';
import { listInvitations } from './invitations.ts';

/** Who helps an account, whom it has invited, and whom it helps: deleted with the account by foreign keys. And invitations to it. */
export const peoplePersonalData: PersonalData = {
  name: 'people',
  export: async (db, accountId) => ({
    members: await listMembers(db, accountId),
    invitations: await listInvitations(db, accountId),
    memberships: await listMemberships(db, accountId),
    invited: await db
      .selectFrom('listing_invitations as i')
      .innerJoin('accounts as a', (join) =>
        join.on((or) =>
          or.or([or('a.email_key', '=', or.ref('i.email_key')), or('a.username_key', '=', or.ref('i.username_key'))]),
        ),
      )
      .select([
        'i.recipient',
        'i.role',
        'i.listing_id as listingId',
        'i.sent_at as sentAt',
        'i.expires_at as expiresAt',
      ])
      .where('a.id', '=', accountId)
      .execute(),
  }),
  async erase(trx, accountId) {
    const { email_key, username_key } = await trx
      .selectFrom('accounts')
      .select(['email_key', 'username_key'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    await trx
      .deleteFrom('listing_invitations')
      .where((or) => or.or([or('email_key', '=', email_key), or('username_key', '=', username_key)]))
      .execute();
  },
  /** Not invitations to the account: their links are in the mailbox of its address. */
  async revokeAccess(trx, accountId) {
    await trx
      .deleteFrom('listing_members')
      .where((or) => or.or([or('owner_id', '=', accountId), or('account_id', '=', accountId)]))
      .execute();
    await trx.deleteFrom('listing_invitations').where('owner_id', '=', accountId).execute();
  },
};
