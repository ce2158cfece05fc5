import { sql } from 'kysely';
import { expect } from 'vitest';
import { PASSWORD, requireSuccess } from '#tests/support/api.ts';
import { type Household, makeMailedLink } from './household.ts';

const NEW_PASSWORD = 'lantern kelp 47';

/** What happens to an account, by the requests of whoever does it. */
export const EVENTS = {
  'a reset of the password': resetPassword,
  'a reset that is the first confirmation': async (household: Household) => {
    // All was added before the email had to be confirmed for it.
    await sql`update accounts set email_confirmed_at = null where id = ${household.account.id}`.execute(
      household.api.db,
    );
    await resetPassword(household);
  },
  'a change of password': async (household: Household) => {
    await requireSuccess(
      household.home.post('/api/user/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    );
    household.password = NEW_PASSWORD;
  },
  'a change of email': async ({ api, account, home }: Household) => {
    const email = account.email.replace('poppy', 'moved');
    await requireSuccess(home.post('/api/user/email', { email, password: PASSWORD }));
    const find = () => api.emails.findLast(({ to, text }) => to === email && text.includes('/auth/confirm#token='));
    await expect.poll(find).toBeDefined();
    const token = /#token=([\w-]{43})$/m.exec(find()?.text ?? '')?.[1];
    await requireSuccess(home.post('/api/email-confirmations', { token }));
  },
  'a suspension': async ({ api, account }: Household) => {
    const administrator = await api.signedInVisitor(1);
    await requireSuccess(administrator.post(`/api/admin/users/${account.id}/suspend`, { reason: 'Spam' }));
  },
  'its deletion': async ({ home }: Household) => {
    await requireSuccess(home.send('DELETE', '/api/user', { password: PASSWORD }));
  },
  'its removal from the staff': async ({ api, account }: Household) => {
    const administrator = await api.signedInVisitor(1);
    await requireSuccess(administrator.post(`/api/admin/staff/${account.id}/remove`, { reason: 'Left' }));
  },
  'the removal of members': async ({ api, employer, home, member, membership }: Household) => {
    const owner = await api.signedInVisitor(employer.id);
    await requireSuccess(owner.send('DELETE', `/api/user/members/${membership.id}`));
    await requireSuccess(home.send('DELETE', `/api/user/members/${member.id}`));
  },
};
export type EventName = keyof typeof EVENTS;

async function resetPassword(household: Household) {
  const token = await makeMailedLink(household, 'reset-password', household.account.email);
  await requireSuccess(household.api.visitor().post('/api/password-resets/redeem', { token, password: NEW_PASSWORD }));
  household.password = NEW_PASSWORD;
}
