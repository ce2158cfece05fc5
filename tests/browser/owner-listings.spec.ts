import type { Locator, Page } from '@playwright/test';
import type { OwnerListing, OwnerListingPage } from '#contract/owner-listings.ts';
import { createOwner, expectToast, post, signIn, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { toggleSection } from '#tests/browser/support/listing-form.ts';
import { postListing } from '#tests/browser/support/listings.ts';
import { isLongRun } from '#tests/support/long-run.ts';

test.beforeEach(async ({ page }) => {
  await signIn(page, await createOwner(page));
});

test.describe('An account without listings', () => {
  test.use({ tolerated: /ERR_FAILED|Failed to load/ });

  test('is prompted to post one, also when reading them is retried after a failure', { tag: LONG }, async ({
    page,
  }) => {
    await page.route('**/api/user/ads?*', (route) => route.abort());
    await open(page, '/account');
    await expect(page.getByText('We couldn’t load your listings', { exact: true })).toBeVisible();
    await page.unroute('**/api/user/ads?*');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByText('No listings yet')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Post your first listing' })).toHaveAttribute('href', '/post-ad');
    await expectAccessible(page);
  });
});

test.describe('A listing', () => {
  // The browser logs the 404 of pages that no longer exist.
  test.use({ tolerated: /status of 404/ });

  test('is paused, resumed, renewed and duplicated, and is public only while it is active', async ({ page }) => {
    const ad = await postListing(page);
    await open(page, '/account');
    const row = getListingRow(page, ad);
    await expect(row).toContainText(/Live.*Live until/);
    await expect(page.getByText('One live, 0 views')).toBeVisible();
    await expectAccessible(page);

    await selectMenuItem(row, 'Pause', async () => expectAccessible(page));
    await expectToast(page, 'Paused', 'Visitors can’t see it anymore.');
    await expect(row).toContainText(/Paused.*Runs until/);
    await expect(page.getByText('One paused, 0 views')).toBeVisible();
    expect(await getStatus(page, `/api/ads/${ad.id}`)).toBe(404);
    expect(await getStatus(page, `/ads/${ad.id}`)).toBe(404);

    await row.getByRole('button', { name: 'Resume' }).click();
    await expectToast(page, 'Live again', 'Visitors can see it until');
    await expect(row).toContainText('Live until');
    expect(await getStatus(page, `/ads/${ad.id}`)).toBe(200);

    await selectMenuItem(row, 'Renew');
    await expectToast(page, 'Renewed', 'Your listing is live until');

    await selectMenuItem(row, 'Duplicate');
    await expect(toasts(page)).toContainText('The copy is saved as a draft, photos included.');
    await expect(page.getByRole('row', { name: ad.title })).toHaveCount(2);
    await expect(page.getByText('One live, one draft, 0 views')).toBeVisible();
    await toasts(page).getByRole('button', { name: 'Edit copy' }).click();
    await expect(page).toHaveURL(/\/account\/ads\/\d+\/edit$/);
    await expect(page.getByRole('button', { name: 'Publish free' })).toBeVisible();
  });

  test('is deleted after a confirmation, and restored from the toast or later', async ({ page }) => {
    const ad = await postListing(page);
    await open(page, '/account');
    const row = getListingRow(page, ad);
    const dialog = page.getByRole('dialog', { name: 'Delete this listing?' });

    await selectMenuItem(row, 'Delete');
    await expect(dialog).toContainText('You can restore it for 30 days');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await expect(row.getByRole('button', { name: /^More for/ })).toBeFocused();

    await selectMenuItem(row, 'Delete');
    await dialog.getByRole('button', { name: 'Delete listing' }).click();
    await expect(toasts(page)).toContainText('You can restore it until');
    expect(await getStatus(page, `/ads/${ad.id}`)).toBe(404);
    await expect(page.getByText('No listings yet')).toBeVisible();
    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expectToast(page, 'Restored', 'It’s live again.');
    await expect(row).toContainText('Live until');
    expect(await getStatus(page, `/ads/${ad.id}`)).toBe(200);

    await selectMenuItem(row, 'Delete');
    await dialog.getByRole('button', { name: 'Delete listing' }).click();
    // An immediate reload would abort the request.
    await expect(toasts(page)).toContainText('You can restore it until');
    await page.reload();
    await page.getByText('Deleted (1)').click();
    await expect(getListingRow(page, ad)).toContainText('Restore by');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore' }).click();
    await expectToast(page, 'Restored', 'It’s live again.');
    expect(await getStatus(page, `/ads/${ad.id}`)).toBe(200);
  });

  test('names to its owner alone what it does not have, and leads to that section of its form', async ({ page }) => {
    const owner = await createOwner(page);
    await signIn(page, owner);
    const ad = await postListing(page, { licenseNumber: 'CSLB 1012345' });
    await open(page, `/ads/${ad.id}`);
    const missing = page.getByRole('complementary', { name: 'Add more to your listing' });
    await expect(missing.getByRole('link')).toHaveText([
      'Another language',
      'Opening hours',
      'Logo and photos',
      'Map pin',
    ]);
    await expectAccessible(page);
    await missing.getByRole('link', { name: 'Opening hours' }).click();
    await expect(page.getByRole('group').filter({ hasText: 'Opening hours' }).locator('summary')).toBeFocused();
    await expect(page.getByText('Monday').first()).toBeInViewport();

    await signIn(page, await createOwner(page));
    await open(page, `/ads/${ad.id}`);
    await expect(page.getByRole('button', { name: 'Suggest an edit' })).toBeVisible();
    await expect(missing).toHaveCount(0);
  });

  test('is updated for visitors immediately after an edit', { tag: LONG }, async ({ page }) => {
    const ad = await postListing(page);
    // The page is cached, so that the edit must invalidate it.
    await open(page, `/ads/${ad.id}`);
    await open(page, '/account');
    await getListingRow(page, ad).getByRole('link', { name: 'Edit' }).click();
    await expect(page.getByLabel('Ad Title')).toHaveValue(ad.title);
    await expectAccessible(page);

    await page.getByLabel('Ad Title').fill('Oops');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByLabel('Ad Title')).toHaveAccessibleDescription(/Title must be at least 5 characters/);
    await expect(page.getByLabel('Ad Title')).toBeFocused();

    // An error leads to its field, and opens its section.
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByLabel('Ad Title')).toBeFocused();
    await toggleSection(page, 'Opening hours');
    await page.getByLabel('Monday', { exact: true }).selectOption('Open');
    await page.getByLabel('Monday closes').fill('');
    await toggleSection(page, 'Opening hours');
    await page.getByLabel('Ad Title').fill('Golden Hour');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByLabel('Monday closes')).toBeFocused();
    await page.getByLabel('Monday closes').fill('17:00');

    const title = `Golden Hour Repairs ${ad.id}`;
    await page.getByLabel('Ad Title').fill(title);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page).toHaveURL('/account#listings');
    await expectToast(page, 'Changes saved', 'Visitors can see them now.');
    await page.getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    expect(await (await page.request.get('/city/irvine')).text()).toContain(title);
  });

  test('is hidden with a reason that its owner reads', { tag: LONG }, async ({ page, otherPage: administrator }) => {
    const ad = await postListing(page);
    await signInAsAdmin(administrator);
    await post(administrator, `/api/admin/ads/${ad.id}/hide`, { reason: 'No such address.' });

    await open(page, '/account');
    const row = getListingRow(page, ad);
    await expect(row).toContainText('We hid this listing: No such address.');
    await expect(row.getByRole('link', { name: 'ask us to look again' })).toBeVisible();
    await expectAccessible(page);
    await row.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Street Address').fill('200 Main St');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Changes saved', 'ask us to look again.');
    expect(await getStatus(page, `/ads/${ad.id}`)).toBe(404);
  });

  test('is visible as a draft only to its owner, until it is published', { tag: LONG }, async ({ page }) => {
    const ad = await saveDraft(page);
    await open(page, '/account');
    await selectMenuItem(getListingRow(page, ad), 'Preview');
    await expect(page.getByText('Preview: only you can see this draft. It isn’t published yet.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ad.title);
    await expectAccessible(page);
    expect(await getStatus(page, `/ads/${ad.id}`)).toBe(404);
    await page.getByRole('button', { name: 'Publish free' }).click();
    await expectToast(page, 'Published', 'Your listing is live until');
    await page.getByRole('link', { name: 'View' }).click();
    await expect(page).toHaveURL(`/ads/${ad.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ad.title);
  });

  test('is saved as a draft or published from its form', { tag: LONG }, async ({ page }) => {
    const ad = await saveDraft(page);
    await open(page, `/account/ads/${ad.id}/edit`);
    await page.getByLabel('Ad Title').fill(`${ad.title} and Sons`);
    await page.getByRole('button', { name: 'Save draft', exact: true }).click();
    await expectToast(page, 'Draft saved', 'Only you can see it until you publish it.');
    expect(await getStatus(page, `/ads/${ad.id}`)).toBe(404);
    await open(page, `/account/ads/${ad.id}/edit`);
    await expect(page.getByLabel('Ad Title')).toHaveValue(`${ad.title} and Sons`);
    await page.getByRole('button', { name: 'Publish free' }).click();
    await expectToast(page, 'Published', 'Your listing is live until');
    expect(await getStatus(page, `/ads/${ad.id}`)).toBe(200);
  });
});

test.describe('Two tabs', () => {
  test.use({ tolerated: /status of 409/ });

  test('that edit the same listing do not overwrite each other', { tag: LONG }, async ({ page }) => {
    const ad = await postListing(page);
    await open(page, `/account/ads/${ad.id}/edit`);
    await page.getByLabel('Ad Title').fill(`Evening Shift Plumbing ${ad.id}`);
    await editInAnotherTab(page, ad, { phone: '(949) 555-0199', title: `Morning Shift Plumbing ${ad.id}` });

    await page.getByRole('button', { name: 'Save changes' }).click();
    const conflict = page.getByRole('region', {
      name: /^This listing was changed in another tab or by someone else on/,
    });
    await expect(conflict.getByRole('heading')).toBeFocused();
    await conflict.getByRole('button', { name: 'Show newer version' }).click();
    const titles = conflict.getByRole('row', { name: /^Ad Title/ }).getByRole('cell');
    await expect(titles.nth(1)).toContainText(`Evening Shift Plumbing ${ad.id}`);
    await expect(titles.nth(2)).toContainText(`Morning Shift Plumbing ${ad.id}`);
    await expect(conflict.getByRole('row', { name: /^Phone Number/ })).toContainText('You didn’t change this');
    await expectAccessible(page);

    await conflict.getByRole('button', { name: 'Use newer version' }).click();
    await expect(page.getByLabel('Ad Title')).toHaveValue(`Morning Shift Plumbing ${ad.id}`);
    await toasts(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByLabel('Ad Title')).toHaveValue(`Evening Shift Plumbing ${ad.id}`);

    await page.getByRole('button', { name: 'Save changes' }).click();
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await expectToast(page, 'Changes saved', 'Visitors can see them now.');
    const saved = await getJson<OwnerListingPage>(page, `/api/user/ads/${ad.id}`);
    expect(saved.form).toMatchObject({ title: `Evening Shift Plumbing ${ad.id}`, phone: '(949) 555-0199' });
  });
});

test('an unsaved edit can be restored after a reload', { tag: LONG }, async ({ page }) => {
  const ad = await postListing(page);
  const edit = `/account/ads/${ad.id}/edit`;
  await open(page, edit);
  await page.getByLabel('Description').fill('Leaks and drains, at any hour of the night.');
  await page.reload();
  await expect(page.getByRole('heading', { name: /^You have unsaved changes from \d+:\d\d [AP]M$/ })).toBeVisible();
  await expect(page.getByText('You changed: Description.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('Leaks and drains, at any hour of the night.');

  await open(page, '/account');
  await open(page, edit);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('Leaks, drains and water heaters, seen to the same day.');
  await page.reload();
  await expect(page.getByLabel('Description')).toBeVisible();
});

test('a listing is managed by keyboard', { tag: LONG }, async ({ page }) => {
  const ad = await postListing(page);
  await open(page, '/account');
  const row = getListingRow(page, ad);
  const more = row.getByRole('button', { name: `More for ${ad.title}` });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.type('Pau');
  await expect(page.getByRole('menuitem', { name: 'Pause' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Paused');
  await row.getByRole('button', { name: 'Resume' }).focus();
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Live until');
  await expect(row.getByRole('link', { name: ad.title, exact: true }), 'its button is gone').toBeFocused();

  await more.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete this listing?' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(more).toBeFocused();
});

test.describe('Many listings', () => {
  test('are filtered by status', { tag: LONG }, async ({ page }) => {
    for (let count = 0; count < 9; count += 1) await postListing(page);
    const draft = await saveDraft(page);
    await open(page, '/account');
    await expect(page.getByText('Nine live, one draft, 0 views')).toBeVisible();
    await page.getByLabel('Show', { exact: true }).selectOption('Drafts');
    await expect(page.getByRole('row', { name: /^Golden/ })).toHaveCount(0);
    await expect(getListingRow(page, draft)).toBeVisible();
    await page.getByLabel('Show', { exact: true }).selectOption('Paused');
    await expect(page.getByText('No paused listings')).toBeVisible();
    await page.getByRole('button', { name: 'Show all listings' }).click();
    await expect(page.getByRole('table', { name: 'Your listings' }).getByRole('row')).toHaveCount(11);
  });
});

test.describe('A listing of another account', () => {
  test.use({ tolerated: /status of 404|doesn't exist or has been removed/ });

  test('can be neither edited nor previewed', { tag: LONG }, async ({ page }) => {
    const ad = await postListing(page);
    await signIn(page, await createOwner(page));
    for (const act of ['edit', 'preview']) {
      await open(page, `/account/ads/${ad.id}/${act}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ad Not Found');
      await expect(page.getByText("The ad you're looking for doesn't exist or has been removed.")).toBeVisible();
    }
  });
});

test.describe('The page of a listing that is paused', () => {
  test.use({ tolerated: /status of 404/ });

  test('leads its owner to the account, and visitors do not read of it', { tag: LONG }, async ({ page }) => {
    const ad = await postListing(page);
    await post(page, `/api/user/ads/${ad.id}/pause`, {});
    await open(page, `/ads/${ad.id}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Check your account' })).toHaveAttribute('href', '/account');
    await page.context().clearCookies();
    await open(page, `/ads/${ad.id}`);
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Ad Not Found');
    await expect(main.getByRole('link', { name: 'Check your account' })).toHaveCount(0);
  });
});

test('a signed-out owner is redirected to sign in, and back to the form', { tag: LONG }, async ({ page }) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  const ad = await postListing(page);
  await page.context().clearCookies();
  await open(page, `/account/ads/${ad.id}/edit`);
  await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(`/account/ads/${ad.id}/edit`)}`);
  await page.getByLabel('Username').fill(owner.username);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Ad Title')).toHaveValue(ad.title);
});

test.describe('on a phone and a small desktop, in the dark', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('listings, their form and their preview do not overflow', { tag: LONG }, async ({ page }) => {
    const ad = await postListing(page, {
      title: 'Plumbing'.repeat(11) + crypto.randomUUID().slice(0, 8),
      businessName: 'W'.repeat(120),
    });
    await saveDraft(page);
    for (const path of ['/account', `/account/ads/${ad.id}/edit`, `/account/ads/${ad.id}/preview`]) {
      for (const width of [1024, 360]) {
        await page.setViewportSize({ width, height: 740 });
        if (isLongRun || width === 1024) await open(page, path);
        await expect(page.getByText(ad.title).or(page.getByLabel('Ad Title')).first()).toBeVisible();
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
        if (isLongRun || width === 360) await expectAccessible(page);
      }
    }
  });
});

const getListingRow = (page: Page, { title }: Pick<OwnerListing, 'title'>) =>
  page.getByRole('row', { name: title }).first();

const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

/** Selects an item of the menu of a listing; `meanwhile` runs while the menu is open. */
async function selectMenuItem(row: Locator, item: string, meanwhile?: () => Promise<void>) {
  await row.getByRole('button', { name: /^More for/ }).click();
  const choice = row.page().getByRole('menuitem', { name: item });
  await expect(choice).toBeVisible();
  await meanwhile?.();
  await choice.click();
}

const getStatus = async (page: Page, path: string) => (await page.request.get(path)).status();

async function saveDraft(page: Page): Promise<OwnerListing> {
  const ad = await postListing(page);
  const { form } = await getJson<OwnerListingPage>(page, `/api/user/ads/${ad.id}`);
  await page.request.delete(`/api/user/ads/${ad.id}`, { headers: { origin: process.env.SITE_ORIGIN ?? '' } });
  return (
    await post<{ ad: OwnerListing }>(page, '/api/drafts', { ...form, title: `Draft of ${ad.title}`.slice(0, 100) })
  ).ad;
}

/** Edits a listing as another tab does. */
async function editInAnotherTab(page: Page, { id }: OwnerListing, changes: object) {
  const { form, version } = await getJson<OwnerListingPage>(page, `/api/user/ads/${id}`);
  const response = await page.request.put(`/api/user/ads/${id}`, {
    data: { ...form, ...changes, version },
    headers: { origin: process.env.SITE_ORIGIN ?? '' },
  });
  expect(response.ok(), await response.text()).toBe(true);
}
