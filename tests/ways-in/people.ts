import { makeStaffInvitation } from '#server/site/seed/factories.ts';
import { makeListingInvitation } from '#tests/fixtures/ownership-factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { type Household, makeMailedLink } from './household.ts';

/** Plants links of emails, and what others may do for the account and the account for others; each answers whether it still works. */
export async function plantPeople(household: Household) {
  const { api, account, helper, helped, listing } = household;
  const { db } = api;
  const pending = account.email.replace('poppy', 'pending');
  await db.updateTable('accounts').set({ pending_email: pending }).where('id', '=', account.id).execute();
  const resetToken = await makeMailedLink(household, 'reset-password', account.email);
  const signInToken = await makeMailedLink(household, 'sign-in', account.email);
  const confirmToken = await makeMailedLink(household, 'confirm-email', account.email);
  const changeToken = await makeMailedLink(household, 'confirm-email', pending);
  const sent = await makeListingInvitation(db, { recipient: 'new@mail.example', invited_by: account.id });
  const received = await makeListingInvitation(db, {
    ...{ recipient: account.email, invited_by: helper.id, role: 'viewer' },
  });
  const ofStaff = await makeStaffInvitation(db, `new-${account.email}`, { invited_by: account.id });

  /** A request of the account in a new session, if there can be one. */
  const asAccount = async (request: (visitor: Visitor) => ReturnType<Visitor['send']>) => {
    const exists = await db.selectFrom('accounts').select('id').where('id', '=', account.id).executeTakeFirst();
    return exists ? request(await api.signedInVisitor(account.id)) : { status: 401, body: null };
  };
  const isPosted = async (path: string, body: object) => (await api.visitor().post(path, body)).status === 200;
  const isConfirmed = async (token: unknown) =>
    (await asAccount((visitor) => visitor.post('/api/email-confirmations', { token }))).status === 200;
  const hasListing = (body: unknown, id: number) => Array.isArray(body) && body.some((ad) => ad.id === id);
  return {
    /** The password of now is refused as it is; only of a link that works. */
    'a link for a new password': async () => {
      const form = { token: resetToken, password: household.password };
      const { body } = await api.visitor().post('/api/password-resets/redeem', form);
      return body.issues?.[0]?.path === 'password';
    },
    /** Of the staff it is refused as it is, so the role is taken first. */
    'a link that signs in': async () => {
      await db.deleteFrom('staff').where('account_id', '=', account.id).execute();
      // 202 asks for the second factor of the account.
      return (await api.visitor().post('/api/email-sign-ins/redeem', { token: signInToken })).status < 300;
    },
    'a link that confirms the email': () => isConfirmed(confirmToken),
    'helping another owner': async () =>
      hasListing((await asAccount((visitor) => visitor.get('/api/user/shared-ads'))).body, helped.id),
    'being helped by a member': async () =>
      hasListing((await (await api.signedInVisitor(helper.id)).get('/api/user/shared-ads')).body, listing.id),
    'a role of the staff': async () => (await asAccount((visitor) => visitor.get('/api/admin/users'))).status === 200,
    'an invitation that it sent': () => isPosted('/api/invitations/find', { token: sent.token }),
    'an invitation to the staff that it sent': () => isPosted('/api/staff-invitations/find', { token: ofStaff.token }),
    'an invitation that it received': async () =>
      (await asAccount((visitor) => visitor.post('/api/invitations/accept', { token: received.token }))).status === 200,
    'a link that changes the email': () => isConfirmed(changeToken),
  };
}
