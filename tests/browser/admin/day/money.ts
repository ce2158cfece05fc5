import { post } from '#tests/browser/support/accounts.ts';
import { expect } from '#tests/browser/support/fixtures.ts';
import { payForPlan } from '#tests/browser/support/payments.ts';
import type { Task } from './task.ts';

/** The tasks of a working day about money. */
export const MONEY_TASKS: Record<string, Task> = {
  'Refund a payment': async (day) => {
    const { id, owner } = await day.makeListing();
    await payForPlan(day.otherPage, { plan: 'monthly', listingId: id });
    await day.beginAt('Payments');
    const row = day.page.getByRole('row', { name: new RegExp(owner.username) });
    await day.click(row.getByRole('button', { name: /^Refund/ }));
    await day.confirm('Continue', 'Paid twice');
    await day.confirm('Refund $100.00');
    await day.expectDone('Refund Sent');
  },

  'Decline a request for a refund': async (day) => {
    const { id: listingId, owner } = await day.makeListing();
    const { id } = await payForPlan(day.otherPage, { plan: 'enhanced', listingId });
    await post(day.otherPage, `/api/user/payments/${id}/refund-requests`, { reason: 'I changed my mind.' });
    await day.beginAt('Payments');
    const row = day.page.getByRole('row', { name: new RegExp(owner.username) });
    await day.click(row.getByRole('button', { name: /^Decline request/ }));
    await day.confirm('Decline request', 'Half of your term is left: use it.', 'Answer');
    await day.expectDone('Request Declined');
  },

  'Download a month for the books': async (day) => {
    await day.beginAt('Payments');
    const downloading = day.page.waitForEvent('download');
    await day.click(day.button('Download for the books (CSV)'));
    expect((await downloading).suggestedFilename()).toMatch(/^books-/);
  },

  'Make a coupon': async (day) => {
    await day.beginAt('Coupons');
    await day.click(day.button('Create coupon'));
    const dialog = day.page.getByRole('dialog');
    await dialog.getByLabel('Percent').fill('33');
    await dialog.getByLabel('Uses in all').fill('7');
    await dialog.getByLabel('First day').fill('2026-01-01');
    await dialog.getByLabel('Last day').fill('2090-12-31');
    await day.click(dialog.getByLabel('Premium Monthly'));
    await day.confirm('Create coupon', 'Spring sale', 'Who is it for, and why?');
    await expect(dialog).toBeHidden();
  },

  'Give an owner a month': async (day) => {
    const { username } = await day.makeOwner();
    await day.beginAt('Gift credits');
    await day.click(day.button('Give credits'));
    await day.page.getByRole('dialog').getByLabel('Username').fill(username);
    await day.confirm('Give credits', 'The street was closed for a week');
    await expect(day.page.getByRole('row', { name: new RegExp(username) })).toBeVisible();
  },

  'Announce a new price': async (day) => {
    await day.beginAt('Plans');
    await day.click(day.button('Change price of Premium Quarterly'));
    const dialog = day.page.getByRole('dialog');
    await dialog.getByLabel('Price of the whole term').fill('299.50');
    await dialog.getByLabel('From').fill('2039-05-01');
    await day.confirm('Save price', 'Costs rose');
    const plan = day.page.getByRole('listitem').filter({ hasText: 'Premium Quarterly' }).first();
    await expect(plan).toContainText('$299.50 from May 1, 2039');
    // Other tests of this site expect the first price.
    await day.page.getByRole('button', { name: 'Withdraw $299.50 for Premium Quarterly' }).click();
    await dialog.getByLabel('Reason').fill('Too much');
    await dialog.getByRole('button', { name: 'Withdraw price' }).click();
    await expect(plan).not.toContainText('$299.50');
  },
};
