import { expect, expectAccessible } from '#tests/browser/support/fixtures.ts';
import { makeWord, type Task } from './task.ts';

/** The tasks of a working day about the site itself. */
export const SITE_TASKS: Record<string, Task> = {
  'Put up a notice for a city': async (day) => {
    const text = `Main Street is closed, ${makeWord()}.`;
    await day.beginAt('Notices');
    await day.click(day.button('Add notice'));
    const dialog = day.page.getByRole('dialog');
    await dialog.getByLabel('Text', { exact: true }).fill(text);
    await day.choose(dialog.getByLabel('Pages'), 'A city');
    await day.choose(dialog.getByLabel('City'), 'Needles');
    await day.confirm('Add notice');
    const notice = day.page.getByRole('main').getByRole('listitem').filter({ hasText: text });
    await expect(notice).toContainText('Needles');
    await notice.getByRole('button', { name: /^End now/ }).click();
    await dialog.getByRole('button', { name: 'End now' }).click();
    await expect(notice.getByRole('button', { name: /^Edit/ })).toBeHidden();
  },

  'Change the postal address': async (day) => {
    await day.beginAt('Settings');
    await day.click(day.button('Change Postal address'));
    const dialog = day.page.getByRole('dialog', { name: 'Postal address' });
    await dialog.getByLabel('Postal address').fill('5 Pier Street');
    await day.click(dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog).toBeHidden();
    await day.page.getByRole('button', { name: 'Change Postal address' }).click();
    await dialog.getByRole('button', { name: 'Reset to default' }).click();
    await expect(dialog).toBeHidden();
  },

  'Rename a category': async (day) => {
    const rename = async (from: string, to: string) => {
      await day.page.getByLabel(/^Find a category/).fill(from);
      await day.click(day.button(new RegExp(`^${from}`)));
      await day.page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(to);
      await day.confirm('Save', 'As people say it');
      await expect(day.page.getByRole('dialog')).toBeHidden();
    };
    await day.beginAt('Categories');
    await rename('Karaoke', 'Karaoke Bars');
    // Other tests of this site expect the first name.
    const { clicks } = day;
    await rename('Karaoke Bars', 'Karaoke');
    day.clicks = clicks;
  },

  'See what visitors search for in vain': async (day) => {
    await day.beginAt('Searches');
    await expect(day.page.getByRole('heading', { name: 'Help searches without answers' })).toBeVisible();
  },

  'See whether everything works': async (day) => {
    await day.beginAt('Health');
    await expect(day.page.getByRole('table', { name: 'What was checked, problems first' })).toBeVisible();
  },

  'Have the listings exported every Monday': async (day) => {
    await day.beginAt('Exports');
    await day.click(day.button('Schedule an export'));
    await expectAccessible(day.page);
    await day.confirm('Schedule');
    await day.expectDone('Export scheduled');
    await expectAccessible(day.page);
    await day.page.getByRole('button', { name: 'Remove Listings, CSV' }).click();
    await day.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(day.page.getByText('No scheduled exports')).toBeVisible();
  },

  'Export all accounts': async (day) => {
    await day.beginAt('Exports');
    await day.choose(day.page.getByRole('combobox', { name: 'What', exact: true }), 'Accounts');
    const downloading = day.page.waitForEvent('download');
    await day.click(day.button('Download'));
    expect((await downloading).suggestedFilename()).toBe('accounts.csv');
  },
};
