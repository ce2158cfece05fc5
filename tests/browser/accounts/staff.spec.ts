import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { SecondFactorState } from '#contract/admin/second-factor.ts';
import {
  createConfirmedOwner,
  expectToast,
  openSection,
  signIn,
  signInAsAdmin,
  signOut,
  submitSignInForm,
  unfoldSections,
  uniqueUsername,
  waitForEmailLink,
} from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, LONG, open, test } from '#tests/browser/support/fixtures.ts';

const SUBJECT = /^Join the team that runs/;

/** Answers the page as a site in production does, which asks staff for a second factor. */
const answerAsInProduction = (page: Page) =>
  page.route('**/api/user/second-factor', async (route) => {
    const response = await route.fetch();
    const state: SecondFactorState = await response.json();
    const missing = state.totp ? null : 'second-factor-required';
    await route.fulfill({ response, json: { ...state, isRequired: true, missing } });
  });

async function invite(page: Page, email: string, role = 'Moderator') {
  await openSection(page, 'Staff');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').selectOption(role);
  await dialog.getByLabel('Reason').fill('Helps with reports');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expectToast(page, 'Invitation sent', '');
}

test('an administrator invites a stranger, who registers as a moderator and sees only what the role includes', async ({
  page,
  otherPage,
}) => {
  await signInAsAdmin(otherPage);
  const username = uniqueUsername();
  const email = `${username}@team.example`;
  await invite(otherPage, email);
  await expect(otherPage.getByRole('row', { name: email })).toBeVisible();
  await expectAccessible(otherPage);

  await open(page, await waitForEmailLink(email, SUBJECT));
  await expect(page).toHaveURL('/join');
  await expect(page.getByRole('main')).toContainText('admin invites you to help run');
  await expect(page.getByRole('main')).toContainText('Listings, reports, reviews, messages and claims.');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('pelicans over the pier');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept and create account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the team');
  await answerAsInProduction(page);
  await page.getByRole('link', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up two-step verification');
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const setup = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  const secret = ((await setup.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
  await setup.getByLabel('6-digit code').fill(new TOTP({ secret }).generate());
  await setup.getByRole('button', { name: 'Turn on' }).click();
  await page
    .getByRole('dialog', { name: 'Save your recovery codes' })
    .getByRole('button', { name: 'I saved them' })
    .click();
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();

  await signOut(page);
  await open(page, '/auth?next=/admin');
  await submitSignInForm(page, { username, password: 'pelicans over the pier' });
  // Each code works once. That of the next half minute is accepted as well, and stays so when this one ends meanwhile.
  await page.getByLabel('6-digit code').fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL('/admin');
  const menu = page.getByRole('navigation', { name: 'Sections' });
  await expect(menu).toBeVisible();
  await unfoldSections(menu);
  const sections = menu.getByRole('link');
  await expect(sections.first()).toHaveText(/^Today/);
  const labels = (await sections.allTextContents()).map((text) => text.replace(/[\d,]+$/, ''));
  expect(labels).toEqual(expect.arrayContaining(['Reports', 'Claims', 'Messages', 'Listings', 'Overview']));
  for (const label of ['Users', 'Staff', 'Audit log', 'Payments', 'Health']) expect(labels).not.toContain(label);
  await openSection(page, 'Exports');
  const subjects = page.getByRole('combobox', { name: 'What', exact: true }).getByRole('option');
  await expect(subjects).toHaveText(['Listings', 'Claims', 'Reports', 'Searches without results']);
  await expect(page.getByText('No scheduled exports')).toHaveCount(0);
});

test('an administrator changes a role, signs a member out, removes them, and withdraws an invitation', {
  tag: LONG,
}, async ({ page, otherPage }) => {
  const owner = await createConfirmedOwner(otherPage);
  await signIn(otherPage, owner);
  await signInAsAdmin(page);
  await invite(page, owner.email, 'Editor');
  await open(otherPage, await waitForEmailLink(owner.email, SUBJECT));
  await otherPage.getByLabel(`Password of ${owner.username}`).fill(owner.password);
  await expectAccessible(otherPage);
  await otherPage.getByRole('button', { name: 'Accept' }).click();
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('You’re on the team');

  await open(page, '/admin?tab=staff');
  const row = page.getByRole('row', { name: owner.username });
  await expect(row).toContainText('Editor');
  await expect(row).toContainText('Not set up');
  await row.getByRole('button', { name: 'Change role' }).click();
  const roles = page.getByRole('dialog', { name: 'Change role' });
  await roles.getByLabel('Role').selectOption('Finance');
  await expect(roles).toContainText('Payments and refunds.');
  await roles.getByLabel('Reason').fill('Looks after refunds');
  await roles.getByRole('button', { name: 'Change role' }).click();
  await expectToast(page, 'Role changed', '');
  await expect(row).toContainText('Finance');

  await row.getByRole('button', { name: '1 open' }).click();
  const sessions = page.getByRole('dialog', { name: `Where ${owner.username} is signed in` });
  await expect(sessions.getByRole('listitem')).toContainText(/Network [\d.]+\.0\/24, last used/);
  await expectAccessible(page);
  await sessions.getByRole('button', { name: /^Sign out / }).click();
  const question = page.getByRole('dialog', { name: 'Sign out this device?' });
  await question.getByLabel('Reason').fill('A lost laptop');
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(sessions).toContainText('Nowhere right now.');
  await sessions.getByRole('button', { name: 'Close' }).click();

  await row.getByRole('button', { name: 'Remove' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove from the team?' });
  await expect(removal.getByRole('button', { name: 'Remove' })).toBeDisabled();
  await removal.getByLabel('Reason').fill('Moved away');
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);

  const email = `${uniqueUsername()}@team.example`;
  await invite(page, email);
  const link = await waitForEmailLink(email, SUBJECT);
  const invited = page.getByRole('row', { name: email });
  await invited.getByRole('button', { name: 'Withdraw' }).click();
  const withdrawal = page.getByRole('dialog', { name: 'Withdraw this invitation?' });
  await withdrawal.getByLabel('Reason').fill('A wrong address');
  await withdrawal.getByRole('button', { name: 'Withdraw' }).click();
  await expect(invited).toHaveCount(0);
  await open(otherPage, link);
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work');
});
