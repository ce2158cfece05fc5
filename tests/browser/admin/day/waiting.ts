import { createConfirmedOwner, post, signIn } from '#tests/browser/support/accounts.ts';
import { expect } from '#tests/browser/support/fixtures.ts';
import { findUnclaimedListing } from '#tests/browser/support/listings.ts';
import { type Day, makeWord, type Task } from './task.ts';

/** The tasks of a working day that begin with what waits. */
export const WAITING_TASKS: Record<string, Task> = {
  'Hide a listing that was reported': async (day) => {
    const listing = await day.makeListing();
    await day.report(listing);
    await day.beginAt('Reports');
    await day.click(day.button(`Hide listing ${listing.title}`));
    await day.confirm('Hide listing', 'The number is somebody else’s');
    await day.expectDone('Listing Hidden');
  },

  'Keep a listing that was reported': async (day) => {
    const listing = await day.makeListing();
    await day.report(listing);
    await day.beginAt('Reports');
    const row = day.page.getByRole('row').filter({ hasText: listing.title });
    await day.click(row.getByRole('button', { name: 'Keep' }));
    await day.confirm('Keep listing', 'The number is right');
    await day.expectDone('Report Closed');
  },

  'Apply what a visitor suggested': async (day) => {
    const { id, title } = await day.makeListing();
    await post(day.otherPage, `/api/ads/${id}/suggested-edits`, { kind: 'phone', value: '(949) 555-0147' });
    await day.beginAt('Suggested edits');
    await day.click(day.button(`Apply for ${title}`));
    await expect(day.page.getByRole('row').filter({ hasText: title })).toHaveCount(0);
  },

  'Approve a claim': async (day) => {
    const title = await claim(day);
    await day.beginAt('Claims');
    await day.click(day.button(`Approve ${title}`));
    await day.confirm('Approve claim');
    await expect(day.button(`Approve ${title}`)).toHaveCount(0);
  },

  'Answer an owner who objects': async (day) => {
    await signIn(day.otherPage, await createConfirmedOwner(day.otherPage));
    const { id, title } = await day.postListing();
    await day.begin();
    await day.page.request.patch(`/api/admin/ads/${id}`, {
      headers: { origin: process.env.SITE_ORIGIN ?? '' },
      data: { changes: { phone: '(949) 555-0188' }, revision: 0, reason: 'From their website' },
    });
    await post(day.otherPage, `/api/user/ads/${id}/changes/1/object`, { text: 'That is our fax' });
    await day.beginAt('Objections');
    await day.click(day.button(`Take it back of ${title}`));
    await day.confirm('Take it back', 'Thank you, it is back.', 'Answer');
    await day.expectDone('Objection decided');
  },

  'Reply to a message': async (day) => {
    const subject = await sendMessage(day);
    await day.beginAt('Messages');
    await day.click(day.button(`Reply ${subject}`));
    await day.confirm('Send reply', 'By the button on top.', 'Your reply');
    await expect(day.button(`Reply ${subject}`)).toHaveCount(0);
  },

  'Look at new listings with a word before they go live': async (day) => {
    await day.beginAt('Approval rules');
    await day.click(day.page.getByRole('radio', { name: 'Wait for you if a rule below matches' }));
    await day.page.getByRole('textbox', { name: 'Words' }).fill(makeWord());
    await day.click(day.button('Save rules'));
    await day.expectDone('Rules saved');
    // Other tests of this site post listings.
    const { clicks } = day;
    await day.click(day.page.getByRole('radio', { name: 'Go live right away' }));
    await day.click(day.button('Save rules'));
    await day.expectDone('Rules saved');
    day.clicks = clicks;
  },
};

/** Claims an unclaimed listing without a proof, and returns its title. */
async function claim(day: Day): Promise<string> {
  await signIn(day.otherPage, await createConfirmedOwner(day.otherPage));
  const { id, title } = await findUnclaimedListing(day.otherPage);
  await post(day.otherPage, `/api/ads/${id}/claims`, { note: 'I have run it since 2011.' });
  return title;
}

async function sendMessage(day: Day): Promise<string> {
  const subject = `Question ${makeWord()}`;
  const sender = { name: 'Ana Lima', email: 'ana@mail.example', inquiryType: 'general' };
  await post(day.otherPage, '/api/contact', { ...sender, subject, message: 'How do I begin?' });
  return subject;
}
