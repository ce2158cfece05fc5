import { openSection, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

const WORDS = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elder', 'Fir'];
const FILE = {
  name: 'city register.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Business Name;Street;Town;Postal;Tel;Type;Times',
      ...WORDS.map(
        (word, n) => `${word} Peak Locks;${900 + n} ${word} St;Irvine;92614;949-555-2${n}00;locksmith;Mon-Fri 9-5`,
      ),
      ';1 Main St;Irvine;92614;;locksmith;',
    ].join('\n'),
  ),
};

/** Its process has a low priority. */
const PROCESS_ENDS = { timeout: scaleTimeout(20_000) };

test('the administrator imports a file and undoes it', { tag: LONG }, async ({ page }) => {
  // It starts five processes.
  test.slow();
  await signInAsAdmin(page);
  await open(page, '/admin');
  await openSection(page, 'Duplicates');
  await expectAccessible(page);
  await openSection(page, 'Imports');
  await page.getByLabel('File', { exact: true }).setInputFiles(FILE);

  const file = page.getByRole('region', { name: FILE.name });
  await expect(file.getByLabel('Name', { exact: true })).toHaveValue('Business Name');
  await expect(file.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/^Alder Peak Locks · Birch/);
  await expect(file.getByText('Fill in Source, then show the preview.')).toBeVisible();
  await expect(file.getByRole('button', { name: 'Test run', exact: true })).toBeDisabled();
  await expectAccessible(page);
  await file.getByLabel('Hours (optional)', { exact: true }).selectOption('Times');
  await file.getByLabel('Source', { exact: true }).fill('City register');
  await file.getByLabel('Month of the data', { exact: true }).fill('2026-08');
  await page.keyboard.press('Enter');
  const rows = file.getByRole('table', { name: 'The first rows as listings' }).getByRole('row');
  await expect(rows).toHaveCount(8);
  await expect(rows.nth(1)).toContainText('Mon–Fri 09:00–17:00');
  await expect(rows.nth(7)).toContainText('Refused: no name');
  await expectAccessible(page);

  await file.getByRole('button', { name: 'Test run', exact: true }).click();
  await expect(file.getByText('Would be added').locator('..')).toContainText('6', PROCESS_ENDS);
  const download = page.waitForEvent('download');
  await file.getByRole('link', { name: 'Refused, merged and mended rows' }).click();
  expect((await download).suggestedFilename()).toMatch(/^dry-run-\d+\.csv$/);
  await expectAccessible(page);
  await file.getByRole('button', { name: 'Start import' }).click();
  await expect(file.getByText('Its figures are under Imports')).toBeVisible(PROCESS_ENDS);

  const imported = page.getByRole('row').filter({ hasText: FILE.name }).first();
  await expect(imported).toContainText('6 added');
  await imported.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  await expect(dialog).toContainText('6 removed, 0 restored, 0 kept.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(imported).toContainText('Undone: 6 removed');
  await file.getByRole('button', { name: /^Done/ }).click();
  await expect(file).toHaveCount(0);
});
