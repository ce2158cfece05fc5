import { createOwner, signIn, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, open, test } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';

// The rules are those of the whole site: a word that no other test has.
const WORD = `zebu${crypto.randomUUID().slice(0, 8).replace(/\d/g, 'x')}`;

test('listings with a listed word wait, and are approved and declined by keys', async ({ page, otherPage }) => {
  await signInAsAdmin(page);
  await open(page, '/admin?tab=approval-rules');
  await page.getByRole('radio', { name: 'Go live right away' }).check();
  await page.getByRole('textbox', { name: 'Words' }).fill(WORD);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save rules' }).click();
  // Words that nothing reads would be saved in silence.
  const offer = page.getByRole('dialog', { name: 'The rules are off' });
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Save and turn on' }).click();
  await expect(page.getByRole('radio', { name: 'Wait for you if a rule below matches' })).toBeChecked();
  await expect(page.getByText('Rules saved', { exact: true })).toBeVisible();

  await signIn(otherPage, await createOwner(otherPage));
  for (const name of ['Grill', 'Casino']) await postListing(otherPage, { title: `${name} ${WORD}` });
  await open(otherPage, '/account');
  await expect(otherPage.getByText('We’ll look at your listing before it goes live.')).toHaveCount(2);

  await open(page, '/admin?tab=approvals');
  const grill = page.getByRole('listitem').filter({ hasText: `Grill ${WORD}` });
  const casino = page.getByRole('listitem').filter({ hasText: `Casino ${WORD}` });
  await expect(grill.getByText(`On the word list: ${WORD}`)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('j');
  await expect(grill).toBeFocused();
  await page.keyboard.press('a');
  await expect(page.getByText('Listing approved', { exact: true })).toBeVisible();
  await expect(grill).toHaveCount(0);
  await expect(casino).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: `Decline “Casino ${WORD}”?` });
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('Gambling');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('No listings wait for approval')).toBeVisible();

  await open(otherPage, '/account');
  // In what needs attention, and in the table.
  await expect(otherPage.getByText('We hid this listing: Gambling')).toHaveCount(2);
  await expect(otherPage.getByText('Hidden from visitors')).toBeVisible();
});
