import type { Category } from '#contract/categories.ts';
import { createConfirmedOwner, signIn, signInAsAdmin, waitForEmail } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessibleOnDeskAndPhone, getJson, LONG, open, test } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';

// An unknown placeholder is refused.
test.use({ tolerated: /400 \(Bad Request\).*\/api\/admin\/announcements\/preview/ });

test('the staff writes to owners: sees who gets it and how, confirms the number, and reads the log', {
  tag: LONG,
}, async ({ page, otherPage }) => {
  const owner = await createConfirmedOwner(otherPage);
  await signIn(otherPage, owner);
  const categories = await getJson<Category[]>(page, '/api/categories');
  const { id: categoryId } = categories.find(({ slug }) => slug === 'bail-bonds') ?? {};
  await postListing(otherPage, { categoryId: String(categoryId) });
  const subject = `News ${crypto.randomUUID().slice(0, 8)}`;

  await signInAsAdmin(page);
  await open(page, '/admin?tab=announcements');
  await page.getByRole('button', { name: 'Write to owners' }).click();
  await page.getByLabel('Category').selectOption('bail-bonds');
  // More than one where the test runs again.
  const audience = page.getByRole('status').filter({ hasText: /owners? gets? it\. · English/ });
  await expect(audience).toBeVisible();
  const count = Number.parseInt((await audience.textContent()) ?? '', 10);
  await page.getByLabel('Subject').first().fill(subject);
  await page.getByLabel('Text').first().fill('Hello {name}');
  await page.getByRole('button', { name: 'Show preview' }).click();
  await expect(page.getByRole('alert')).toContainText('There’s no placeholder {name}. Use {username}, {listing}.');
  await page.getByLabel('Text').first().fill('Hello {username}, there are new hours.');
  await page.getByRole('button', { name: 'Show preview' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(`Hello ${owner.username}, there are`);
  await expectAccessibleOnDeskAndPhone(page);

  await page.getByRole('button', { name: 'Send…' }).click();
  const dialog = page.getByRole('dialog', { name: `Send to ${count} owner` });
  await dialog.getByRole('button', { name: `Send to ${count}` }).click();
  const row = page.getByRole('listitem').filter({ hasText: subject });
  await expect(row).toContainText(`${count} sent`);
  await row.getByRole('button', { name: 'Show recipients' }).click();
  await expect(row.getByRole('table')).toContainText(owner.username);
  await expectAccessibleOnDeskAndPhone(page);
  expect(await waitForEmail(owner.email, new RegExp(subject))).toContain(`Hello ${owner.username}`);
});
