import { openSection, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

test('The administrator sees what open data can be added, and has a source imported each month', async ({ page }) => {
  await signInAsAdmin(page);
  await openSection(page, 'Imports');
  const table = page.getByRole('table', { name: 'Open data that can be added' });
  const row = (title: string) => table.getByRole('row').filter({ hasText: title });
  await expect(row('Overture Maps places')).toContainText('Updated monthly');
  await expect(row('Overture Maps places')).toContainText('Never');
  await expect(row('California contractors')).toContainText('Download it from its page');
  await expect(row('California contractors').getByRole('button')).toHaveCount(0);
  await expectAccessible(page);

  const monthly = page.getByLabel('Each month: Foursquare OS Places');
  // It changes with the answer.
  await monthly.click();
  await expect(monthly).toBeChecked();
  await open(page, '/admin?tab=imports');
  await expect(monthly).toBeChecked();
  await monthly.click();
  await expect(monthly).not.toBeChecked();
  await open(page, '/admin?tab=imports');
  await expect(monthly).not.toBeChecked();
});

test('A source is added to the files to import, previewed and removed', { tag: LONG }, async ({ page }) => {
  // It starts two processes.
  test.slow();
  await signInAsAdmin(page);
  await openSection(page, 'Imports');
  await page.getByRole('button', { name: 'Add… OpenStreetMap of 2021, the rest' }).click();
  const file = page.getByRole('region', { name: 'OpenStreetMap of 2021, the rest' });
  await expect(file.getByLabel('Source', { exact: true })).toHaveValue('OpenStreetMap 2021', {
    timeout: scaleTimeout(20_000),
  });
  const rows = file.getByRole('table', { name: 'The first rows as listings' }).getByRole('row');
  await file.getByRole('button', { name: 'Show preview' }).click();
  await expect(rows.nth(1)).toContainText('Can be listed');
  await expectAccessible(page);
  await file.getByRole('button', { name: 'Remove file' }).click();
  await expect(file).toHaveCount(0);
});
