import { createConfirmedOwner, post, signIn, waitForEmailLink } from '#tests/browser/support/accounts.ts';
import { expect } from '#tests/browser/support/fixtures.ts';
import { type Day, makeWord, type Task } from './task.ts';

const findAccount = (day: Day, username: string) =>
  day.page.getByRole('searchbox', { name: 'Search users by username' }).fill(username);

/** The tasks of a working day about people. */
export const PEOPLE_TASKS: Record<string, Task> = {
  'Look at an account': async (day) => {
    const { username } = await day.makeOwner();
    await day.beginAt('Users');
    await findAccount(day, username);
    await day.click(day.page.getByRole('button', { name: username, exact: true }));
    await expect(day.page.getByRole('dialog', { name: username })).toContainText(`${username}@shop.example`);
  },

  'Suspend an account': async (day) => {
    const { username } = await day.makeOwner();
    await day.beginAt('Users');
    await findAccount(day, username);
    await day.click(day.button(`Suspend ${username}`));
    await day.confirm('Suspend User', 'Posts other people’s numbers', 'Suspension Reason');
    await day.expectDone('User Suspended');
  },

  'Let a suspended account back in': async (day) => {
    const { id, username } = await day.makeOwner();
    await day.begin();
    await post(day.page, `/api/admin/users/${id}/suspend`, { reason: 'Posts other people’s numbers' });
    await day.beginAt('Users');
    await findAccount(day, username);
    await day.click(day.button(`Activate ${username}`));
    await day.expectDone('User Activated');
  },

  'Invite somebody to the team': async (day) => {
    await day.beginAt('Staff');
    await day.click(day.page.getByRole('button', { name: 'Invite', exact: true }));
    const dialog = day.page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(`${makeWord()}@team.example`);
    await day.choose(dialog.getByLabel('Role'), 'Support');
    await day.confirm('Send invitation', 'Answers messages');
    await day.expectDone('Invitation sent');
  },

  'Give a member of the team another role': async (day) => {
    const username = await makeMember(day);
    await day.beginAt('Staff');
    await day.click(day.button(`Change role of ${username}`));
    await day.choose(day.page.getByRole('dialog').getByLabel('Role'), 'Finance');
    await day.confirm('Change role', 'Looks after refunds');
    await day.expectDone('Role changed');
  },

  'Remove somebody from the team': async (day) => {
    const username = await makeMember(day);
    await day.beginAt('Staff');
    await day.click(day.button(`Remove ${username}`));
    await day.confirm('Remove', 'Moved away');
    await expect(day.button(`Remove ${username}`)).toHaveCount(0);
  },

  'Find out who hid a listing, and why': async (day) => {
    const { id } = await day.makeListing();
    await day.begin();
    await post(day.page, `/api/admin/ads/${id}/hide`, { reason: 'It closed for good' });
    await day.beginAt('Audit log');
    await day.click(day.page.getByText('Filter', { exact: true }));
    await day.page.getByRole('textbox', { name: /^Listing/ }).fill(String(id));
    await expect(day.page.getByRole('row').filter({ hasText: `Listing hidden #${id}` })).toContainText(
      'It closed for good',
    );
  },
};

/** A new editor, by an invitation that they accept. */
async function makeMember(day: Day): Promise<string> {
  const { otherPage } = day;
  const owner = await createConfirmedOwner(otherPage);
  await day.begin();
  const invitation = { email: owner.email, role: 'editor', reason: 'Writes the blog' };
  await post(day.page, '/api/admin/staff/invitations', invitation);
  const link = await waitForEmailLink(owner.email, /^Join the team that runs/);
  await signIn(otherPage, owner);
  const token = new URLSearchParams(link.split('#')[1]).get('token');
  await post(otherPage, '/api/staff-invitations/accept', { token, password: owner.password });
  return owner.username;
}
