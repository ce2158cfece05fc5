import type { Locator } from '@playwright/test';
import { signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, open, test } from '#tests/browser/support/fixtures.ts';

test('a notice for a city is on its pages and in the city’s county nowhere else, is dismissed for the visit, edited, and ended', async ({
  page,
  otherPage,
}) => {
  const text = 'Main Street is closed <b>until</b> Friday.';
  await signInAsAdmin(page);
  await open(page, '/admin?tab=notices');
  await page.getByRole('button', { name: 'Add notice' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add notice' });
  await dialog.getByRole('button', { name: 'Add notice' }).click();
  await expect(dialog).toContainText('Enter what happened');
  await dialog.getByLabel('Text', { exact: true }).fill(text);
  await dialog.getByLabel('Tone').selectOption('Warning');
  await dialog.getByLabel('Pages').selectOption('A city');
  await dialog.getByLabel('City').selectOption('Blythe');
  await dialog.getByLabel('Text in Spanish').fill('La calle está cerrada hasta el viernes.');
  await dialog.getByLabel('Text of the link in Spanish').fill('Pregúntenos');
  for (const label of ['Start (optional)', 'End (optional)']) await expectWithin(dialog.getByLabel(label), dialog);
  await dialog.getByLabel('Link (optional)', { exact: true }).fill('/contact');
  await dialog.getByLabel('Text of the link (optional)', { exact: true }).fill('Ask us');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add notice' }).click();
  await expect(dialog).toBeHidden();
  const listed = page.getByRole('main').getByRole('listitem').filter({ hasText: text });
  await expect(listed).toContainText('Blythe');
  await expect(listed).toContainText('La calle está cerrada hasta el viernes. Pregúntenos');
  await expectAccessible(page);

  const notices = otherPage.getByRole('region', { name: 'Notices' });
  await expect(async () => {
    await open(otherPage, '/city/blythe');
    await expect(notices).toContainText(text, { timeout: 100 });
  }).toPass();
  await expectAccessible(otherPage);
  await notices.getByRole('link', { name: 'Ask us' }).click();
  await expect(otherPage).toHaveURL('/contact');
  await expect(notices).toBeHidden();
  await otherPage.goBack();
  await expect(notices).toContainText(text);
  await notices.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notices).toBeHidden();
  await expect(otherPage.getByRole('main')).toBeFocused();
  await open(otherPage, '/city/blythe');
  await expect(notices).toBeHidden();

  await listed.getByRole('button', { name: /^End now/ }).click();
  await page.getByRole('dialog', { name: 'End this notice now?' }).getByRole('button', { name: 'End now' }).click();
  await expect(listed.getByRole('button', { name: /^Edit/ })).toBeHidden();
});

/** Expects that nothing of a control is cut off at the right edge of what is around it. */
async function expectWithin(control: Locator, around: Locator) {
  const [inner, outer] = [await control.boundingBox(), await around.boundingBox()];
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0));
}
