import { createOwner, post, signIn, signInAsAdmin } from '#tests/browser/support/accounts.ts';
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
  const dialog = page.getByRole('dialog', { name: /^Merge .+ #\d+ with another listing$/ });
  await dialog.getByRole('searchbox', { name: 'Another listing' }).fill(`irvine ${word} main`);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status').last()).toHaveText('1 found');
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

test('The history of a listing says that it was hidden and shown again, by whom and why', async ({ page }) => {
  await signIn(page, await createOwner(page));
  const { id } = await postListing(page, { title: `${makeWord()} Plumbing` });
  await signInAsAdmin(page);
  await post(page, `/api/admin/ads/${id}/hide`, { reason: 'Looked like spam' });
  await post(page, `/api/admin/ads/${id}/show`, {});
  await open(page, `/admin/ads/${id}`);
  const events = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(events.getByRole('heading')).toHaveText(['Listing shown again', 'Listing hidden']);
  await expect(events.last()).toContainText(/By \S+ #1/);
  await expect(events.last()).toContainText('“Looked like spam”');
  await expectAccessible(page);
});

test('Words that are the name of a city offer its listings', async ({ page }) => {
  await signInAsAdmin(page);
  await open(page, '/admin?tab=listings&words=corona');
  await page.getByRole('button', { name: 'Show all listings in Corona' }).click();
  await expect(page).toHaveURL(/city=corona/);
  await expect(page.getByRole('button', { name: 'Show all listings in Corona' })).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Corona');
  await page.getByRole('option', { name: /Listings in Corona/ }).click();
  await expect(page).toHaveURL(/tab=listings&city=corona/);
});

test('A bulk action of many listings says before it which ones it cannot change', async ({ page }) => {
  const word = makeWord();
  await signIn(page, await createOwner(page));
  const pinned = await postListing(page, { title: `${word} Pinned`, pin: { lat: 33.684, lng: -117.826 } });
  for (let n = 0; n < 26; n++) await postListing(page, { title: `${word} ${n}` });
  await signInAsAdmin(page);
  await open(page, `/admin?tab=listings&words=${word}`);
  await expect(page.getByRole('checkbox', { name: `Select ${word} 25` })).toBeVisible();
  await page.getByRole('checkbox', { name: 'All on this page' }).check();
  await page.getByRole('button', { name: 'Select all 27 of this result' }).click();
  await page.getByRole('button', { name: 'Change city…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('City').selectOption('Tustin');
  await expect(dialog.getByText('26 of 27 listings will be moved to this city.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Change the city of 26 listings' })).toBeVisible();
  const refusals = dialog.getByRole('list', { name: 'Listings that stay as they are' });
  await expect(refusals).toContainText('Its spot on the map is in Irvine, which decides the city.');
  await expect(refusals.getByRole('link', { name: pinned.title, exact: true })).toHaveAttribute(
    'href',
    `/admin/ads/${pinned.id}`,
  );
  await expectAccessible(page);
});
