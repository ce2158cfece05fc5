import { createOwner, signIn, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, open, test } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';

const makeWord = () => `Numbat${crypto.randomUUID().slice(0, 8).replace(/\d/g, 'x')}`;

test('A listing is found by its number, and by words of its name and address', async ({ page }) => {
  const word = makeWord();
  await signIn(page, await createOwner(page));
  const first = await postListing(page, { title: `${word} Plumbing`, businessName: word, address: '100 Main St' });
  const second = await postListing(page, { title: `${word} Drains`, businessName: word, address: '200 Main St' });
  await signInAsAdmin(page);
  for (const typed of [`#${first.id}`, String(first.id)]) {
    await open(page, '/admin?tab=listings');
    await page.getByRole('searchbox', { name: 'Name, street, city, ZIP code or number' }).fill(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.title);
  }
  await open(page, '/admin?tab=listings');
  await expect(page.getByRole('button', { name: 'Go to…' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(`#${second.id}`);
  await expect(page.getByRole('option', { name: second.title })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.title);

  await page.getByRole('button', { name: 'Merge with another…' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Merge with another listing' });
  await dialog.getByRole('searchbox', { name: 'Another listing' }).fill(`irvine ${word} main`);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('1 found');
  const found = dialog.getByRole('link', { name: first.title }).last();
  await expect(found).toContainText(`#${first.id} · 100 Main St, Irvine, 92614`);
  await expectAccessible(page);
});

test('A listing that its pin keeps in its city leads to the pin, and what was done can be undone', async ({ page }) => {
  const word = makeWord();
  await signIn(page, await createOwner(page));
  const pinned = await postListing(page, { title: `${word} Pinned`, pin: { lat: 33.684, lng: -117.826 } });
  await postListing(page, { title: `${word} Free` });
  await signInAsAdmin(page);
  await open(page, `/admin?tab=listings&words=${word}`);
  for (const name of ['Pinned', 'Free']) await page.getByRole('checkbox', { name: `Select ${word} ${name}` }).check();
  await page.getByRole('button', { name: 'Change city…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('City').selectOption('Tustin');
  await expect(dialog.getByText('Its spot on the map is in Irvine, which decides the city.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Across the line');
  await dialog.getByRole('button', { name: 'Change the city of 1 listing' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await page
    .getByRole('region', { name: 'Not changed' })
    .getByRole('link', { name: `Edit pin and address of ${pinned.title}` })
    .click();
  await expect(page.getByRole('button', { name: 'Remove the pin' })).toBeVisible();

  await open(page, '/admin?tab=listings');
  await page.getByRole('link', { name: 'Undo recent changes' }).click();
  await expect(page.getByRole('button', { name: /^Undo 1 listing moved to Tustin/ }).first()).toBeVisible();
});
