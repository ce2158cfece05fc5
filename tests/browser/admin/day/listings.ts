import { post } from '#tests/browser/support/accounts.ts';
import { expect } from '#tests/browser/support/fixtures.ts';
import { findUnclaimedListing } from '#tests/browser/support/listings.ts';
import type { Task } from './task.ts';

/** The tasks of a working day about listings. */
export const LISTING_TASKS: Record<string, Task> = {
  'Find a listing by its name': async (day) => {
    await day.openListing(await day.makeListing());
  },

  'Find a listing by its number': async (day) => {
    const { id, title } = await day.makeListing();
    await day.begin();
    await day.click(day.button(/^Go to/));
    await day.page.getByRole('combobox', { name: 'Section, listing or account' }).fill(String(id));
    await expect(day.page.getByRole('option', { name: title })).toBeVisible();
    await day.click(day.page.getByRole('option', { name: title }));
    await expect(day.page.getByRole('heading', { level: 1 })).toHaveText(title);
  },

  'Correct the phone number of a listing': async (day) => {
    await day.openListing(await day.makeListing());
    await day.click(day.button('Edit'));
    await day.page.getByLabel('Phone').fill('(949) 555-0177');
    await day.page.getByLabel('Reason for the change').fill('The owner called');
    await day.click(day.button('Save changes'));
    await day.expectDone('Changes saved');
  },

  'Bring back an earlier version of a listing': async (day) => {
    const { id, title } = await day.makeListing();
    await day.begin();
    await day.page.request.patch(`/api/admin/ads/${id}`, {
      headers: { origin: process.env.SITE_ORIGIN ?? '' },
      data: { changes: { phone: '(949) 555-0188' }, revision: 0, reason: 'A mistake' },
    });
    await day.openListing({ title });
    await day.click(day.button('Restore as it was before'));
    await day.confirm('Restore', 'The number was right');
    await day.expectDone('Version restored');
  },

  'Hide a listing': async (day) => {
    await day.openListing(await day.makeListing());
    await day.click(day.button('Hide…'));
    await day.confirm('Hide listing', 'It closed');
    await day.expectDone('Listing hidden');
  },

  'Show a hidden listing again': async (day) => {
    const { id, title } = await day.makeListing();
    await day.begin();
    await post(day.page, `/api/admin/ads/${id}/hide`, { reason: 'It closed' });
    await day.beginAt('Hidden');
    await day.click(day.button(`Show again ${title}`));
    await day.expectDone('Listing Shown');
  },

  'Hide several listings at once': async (day) => {
    const first = await day.makeListing();
    const second = await day.postListing();
    await day.beginAt('Listings');
    for (const listing of [first, second]) await day.select(listing);
    await day.click(day.button('Hide…'));
    await day.confirm('Hide 2 listings', 'No such businesses');
    await day.expectDone('2 listings hidden');
  },

  'Undo what was done to several listings': async (day) => {
    const { id } = await day.makeListing();
    const reason = `Spam ${id}`;
    await day.begin();
    await post(day.page, '/api/admin/ads/hide', { ids: [id], reason });
    await day.beginAt('Recent bulk actions');
    const action = day.page.getByRole('listitem').filter({ hasText: reason });
    await day.click(action.getByRole('button', { name: /^Undo/ }));
    await day.confirm('Undo');
    await expect(action.getByText('Undone,')).toBeVisible();
  },

  'Put listings into another category': async (day) => {
    const listing = await day.makeListing();
    await day.find(listing);
    await day.select(listing);
    await day.click(day.button('Change category…'));
    await day.choose(day.page.getByRole('dialog').getByLabel('Category'), '– Bakeries');
    await day.confirm('Change the category of 1 listing', 'They bake');
    await day.expectDone('1 listing moved to another category');
  },

  'Move listings to another city': async (day) => {
    const listing = await day.makeListing();
    await day.find(listing);
    await day.select(listing);
    await day.click(day.button('Change city…'));
    await day.choose(day.page.getByRole('dialog').getByLabel('City'), 'Tustin');
    await day.confirm('Change the city of 1 listing', 'Across the line');
    await day.expectDone('1 listing moved to another city');
  },

  'Delete a listing': async (day) => {
    const listing = await day.makeListing();
    await day.find(listing);
    await day.select(listing);
    await day.click(day.button('Delete…'));
    await day.confirm('Delete 1 listing', 'Spam');
    await day.expectDone('1 listing deleted');
  },

  'Export the listings of a search': async (day) => {
    await day.find(await day.makeListing());
    const downloading = day.page.waitForEvent('download');
    await day.click(day.button('Export as CSV'));
    expect((await downloading).suggestedFilename()).toBe('listings.csv');
  },

  'Merge two listings of one business': async (day) => {
    const kept = await day.makeListing();
    const other = await findUnclaimedListing(day.otherPage);
    await day.openListing(kept);
    await day.click(day.button('Merge with another…').first());
    const finder = day.page.getByRole('dialog', { name: /^Merge .+ #\d+ with another listing$/ });
    await finder.getByLabel('Another listing').fill(String(other.id));
    await day.page.keyboard.press('Enter');
    // Sample listings share names.
    await day.click(finder.locator(`a[href$='with=${other.id}']`));
    await day.click(day.button(/^Merge, keep this one/));
    await day.confirm('Merge');
    await day.expectDone('Listings merged');
  },
};
