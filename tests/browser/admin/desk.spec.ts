import type { Page } from '@playwright/test';
import type { Desk } from '#contract/admin/desk.ts';
import {
  createConfirmedOwner,
  createOwner,
  expectToast,
  post,
  signIn,
  signInAsAdmin,
} from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, getJson, open, test } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';

test.describe('A correction', () => {
  // The objection that is not sent at first.
  test.use({ tolerated: /ERR_FAILED/ });

  test('is made with a reason, its owner objects, and the staff takes the change back', async ({ page, otherPage }) => {
    await signIn(otherPage, await createConfirmedOwner(otherPage));
    const ad = await postListing(otherPage);
    await signInAsAdmin(page);
    await open(page, `/admin/ads/${ad.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ad.title);
    await expect(page.getByText('Nothing was changed since the listing was added.')).toBeVisible();
    await expectAccessible(page);

    await page.keyboard.press('e');
    await page.getByLabel('Phone').fill('(949) 555-0177');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Reason is required')).toBeVisible();
    await page.getByLabel('Reason for the change').fill('The number was somebody else’s');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectToast(page, 'Changes saved', 'They’re in the history of the listing.');
    await expect(page.getByRole('heading', { name: /^Version 1:/ })).toBeVisible();

    await open(otherPage, `/account/ads/${ad.id}/changes`);
    await expect(otherPage.getByText('The number was somebody else’s')).toBeVisible();
    await expectAccessible(otherPage);
    await otherPage.getByRole('button', { name: 'Object to this change' }).click();
    const objection = otherPage.getByRole('dialog', { name: 'Object to this change?' });
    await objection.getByLabel('What’s wrong with it?').fill('It’s ours');
    await otherPage.route('**/object', (route) => route.abort(), { times: 1 });
    await objection.getByRole('button', { name: /^(Send|Object)/ }).click();
    await expect(objection.getByRole('alert')).toBeVisible();
    await expect(objection.getByLabel('What’s wrong with it?')).toHaveValue('It’s ours');
    await objection.getByRole('button', { name: /^(Send|Object)/ }).click();
    await expect(otherPage.getByText('You objected. We’ll email you our answer.')).toBeVisible();

    await open(page, '/admin');
    await page
      .getByRole('main')
      .getByRole('link', { name: /objection/i })
      .first()
      .click();
    await page.getByRole('button', { name: `Take it back of ${ad.title}` }).click();
    const decision = page.getByRole('dialog', { name: 'Take the change back?' });
    await decision.getByLabel('Answer').fill('Sorry, it is back.');
    await decision.getByRole('button', { name: 'Take it back' }).click();
    await expect(decision).toBeHidden();
    await otherPage.reload();
    await expect(otherPage.getByText('Sorry, it is back.').first()).toBeVisible();
  });
});

test('The owner of a hidden listing objects, and the staff answers, and then shows it again', async ({
  page,
  otherPage,
}) => {
  await signIn(otherPage, await createConfirmedOwner(otherPage));
  const ad = await postListing(otherPage);
  await signInAsAdmin(page);
  await post(page, `/api/admin/ads/${ad.id}/hide`, { reason: 'No such address.' });
  await open(page, `/admin/ads/${ad.id}`);
  await expect(page.getByText(/^Hidden on .+ by admin$/)).toBeVisible();
  await expect(page.getByText('No such address.').first()).toBeVisible();
  await expectAccessible(page);

  const objectTo = async (text: string) => {
    await otherPage.getByRole('button', { name: 'Ask us to look again' }).click();
    const dialog = otherPage.getByRole('dialog', { name: 'Ask us to look again?' });
    await dialog.getByLabel('What did you fix, or why was it right?').fill(text);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(otherPage.getByText('You objected. We’ll email you our answer.')).toBeVisible();
  };
  await open(otherPage, `/account/ads/${ad.id}/changes`);
  await expect(otherPage.getByRole('heading', { name: /^We hid this listing on/ })).toBeVisible();
  await expectAccessible(otherPage);
  await objectTo('It’s in the yard.');

  await open(page, '/admin?tab=objections');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: ad.title }) });
  await expect(row).toContainText('No such address.');
  await expect(row).toContainText('It’s in the yard.');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Answer' }).click();
  const answer = page.getByRole('dialog', { name: 'Answer, and keep it hidden?' });
  await answer.getByLabel('Answer').fill('Which door?');
  await answer.getByRole('button', { name: 'Send the answer' }).click();
  await expect(answer).toBeHidden();

  await otherPage.reload();
  await expect(otherPage.getByText('Which door?')).toBeVisible();
  await objectTo('The green one.');
  await page.reload();
  await row.getByRole('button', { name: 'Show again' }).click();
  const decision = page.getByRole('dialog', { name: 'Show this listing again?' });
  await decision.getByLabel('Answer').fill('We see it now.');
  await decision.getByRole('button', { name: 'Show again' }).click();
  await expect(decision).toBeHidden();
  await otherPage.reload();
  await expect(otherPage.getByText('Your listing is no longer hidden.')).toBeVisible();
  await expect(otherPage.getByText('We see it now.')).toBeVisible();
});

test.describe('Two administrators who edit a listing at once', () => {
  // The first answer to the second one.
  test.use({ tolerated: /status of 409/ });

  test('overwrite nothing: the second sees what the first changed, and adds to it', async ({ page, otherPage }) => {
    const title = `Koala Bakery ${crypto.randomUUID().slice(0, 8).replace(/\d/g, 'x')}`;
    await signIn(page, await createOwner(page));
    const { id } = await postListing(page, { title, phone: '(949) 555-0100' });
    for (const administrator of [page, otherPage]) {
      await signInAsAdmin(administrator);
      await open(administrator, `/admin/ads/${id}`);
      await expect(administrator.getByRole('heading', { level: 1 })).toHaveText(title);
      await administrator.keyboard.press('e');
    }
    await page.getByLabel('Phone').fill('(949) 555-0177');
    await otherPage.getByLabel('Business name').fill('Koala & Sons');
    const save = async (administrator: Page, reason: string) => {
      await administrator.getByLabel('Reason for the change').fill(reason);
      await administrator.getByRole('button', { name: 'Save changes' }).click();
    };
    await save(page, 'The owner called');
    await expectToast(page, 'Changes saved', 'They’re in the history of the listing.');

    await save(otherPage, 'From their website');
    await expect(
      otherPage.getByRole('heading', { name: /^This listing was changed in another tab or by someone else/ }),
    ).toBeFocused();
    const stored = async () => (await getJson<Desk>(page, `/api/admin/ads/${id}`)).listing.form;
    expect(await stored()).toMatchObject({ phone: '(949) 555-0177', businessName: 'Golden Hour Plumbing' });
    await otherPage.getByRole('button', { name: 'Show newer version' }).click();
    const differences = otherPage.getByRole('table', { name: 'Differences between your form and the newer version' });
    await expect(differences.getByRole('row').filter({ hasText: 'Phone' })).toContainText('(949) 555-0177');
    await expectAccessible(otherPage);
    await otherPage.getByRole('button', { name: 'Keep mine' }).click();
    await expectToast(otherPage, 'Changes saved', 'They’re in the history of the listing.');
    expect(await stored()).toMatchObject({ phone: '(949) 555-0177', businessName: 'Koala & Sons' });
  });
});
