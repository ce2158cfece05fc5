import { readFile } from 'node:fs/promises';
import { createConfirmedOwner, createOwner, post, signIn, signInAsAdmin } from '#tests/browser/support/accounts.ts';
import { expect, expectAccessible, open, test } from '#tests/browser/support/fixtures.ts';
import { listingForm } from '#tests/support/listing-form.ts';

// Codes that are refused.
test.use({ tolerated: /status of (400|409)/ });

test('finance creates a coupon, and an owner pays with it and downloads the invoice', async ({
  page,
  otherPage: admin,
}) => {
  await signInAsAdmin(admin);
  await open(admin, '/admin?tab=coupons');
  await admin.getByRole('button', { name: 'Create coupon' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Create coupon' });
  await dialog.getByRole('button', { name: 'Create coupon' }).click();
  await expect(dialog.getByText('Choose at least one plan')).toBeVisible();
  await expectAccessible(admin);
  const code = `SPRING-${crypto.randomUUID().slice(0, 6).toUpperCase()}`;
  await dialog.getByLabel('Code').fill(code.toLowerCase());
  await dialog.getByLabel('Percent').fill('33');
  await dialog.getByLabel('Premium Monthly').check();
  await dialog.getByLabel('Premium Quarterly').check();
  await dialog.getByLabel('First day').fill('2026-01-01');
  await dialog.getByLabel('Last day').fill('2090-12-31');
  await dialog.getByLabel('Uses in all').fill('7');
  await dialog.getByLabel('Who is it for, and why?').fill('Spring sale');
  await dialog.getByRole('button', { name: 'Create coupon' }).click();
  const row = admin.getByRole('row', { name: new RegExp(code) });
  await expect(row).toContainText('33% off');
  await expect(row).toContainText('Spring sale');
  await expect(row).toContainText('0 of 7');
  await expectAccessible(admin);

  const owner = await createConfirmedOwner(page);
  await signIn(page, owner);
  const { ad } = await post<{ ad: { id: number } }>(page, '/api/ads', listingForm({ title: 'Boards and wax' }));
  await open(page, `/checkout?plan=monthly&listing=${ad.id}`);
  const order = page.getByRole('region', { name: 'Premium Monthly', exact: true });
  await order.getByRole('button', { name: 'Add a coupon code' }).click();
  await order.getByLabel('Coupon code').fill('NO-SUCH-CODE');
  await order.getByRole('button', { name: 'Apply' }).click();
  await expect(order.getByText('We don’t know this code. Check it for typos.')).toBeVisible();
  await expectAccessible(page);
  await order.getByLabel('Coupon code').fill(code.toLowerCase());
  await order.getByRole('button', { name: 'Apply' }).click();
  await expect(order).toContainText(`Coupon ${code}`);
  await expect(order).toContainText('−$33.00');
  await expect(page.getByRole('button', { name: 'Pay $67.00' })).toBeVisible();
  await expectAccessible(page);
  await order.getByRole('button', { name: 'Remove coupon' }).click();
  await expect(page.getByRole('button', { name: 'Pay $100.00' })).toBeVisible();
  await order.getByRole('button', { name: 'Add a coupon code' }).click();
  await order.getByLabel('Coupon code').fill(code);
  await page.keyboard.press('Enter');
  // The code stays when another term is chosen.
  await page
    .getByRole('navigation', { name: 'Term' })
    .getByRole('link', { name: /3 months/ })
    .click();
  await expect(page.getByRole('button', { name: 'Pay $180.90' })).toBeVisible();
  // A plan that it is not for says so, at the full price.
  await page
    .getByRole('navigation', { name: 'Term' })
    .getByRole('link', { name: /6 months/ })
    .click();
  await expect(page.getByText('This code isn’t for Premium Semiannual.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $510.00' })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Term' })
    .getByRole('link', { name: /3 months/ })
    .click();
  await expect(page.getByRole('button', { name: 'Pay $180.90' })).toBeVisible();
  await page.getByRole('button', { name: 'Succeeds' }).click();
  await page.getByRole('button', { name: 'Pay $180.90' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();

  await open(page, '/account');
  const payment = page.getByRole('table', { name: /^Your payments/ }).getByRole('row', { name: /Premium Quarterly/ });
  await expect(payment).toContainText(`$89.10 off (${code})`);
  await page.getByRole('button', { name: 'Billing details for invoices' }).click();
  const billing = page.getByRole('dialog', { name: 'Billing details' });
  await billing.getByLabel('Company name').fill('Nguyễn & Sons LLC');
  await billing.getByRole('button', { name: 'Save' }).click();
  await expect(billing).toBeHidden();
  const downloading = page.waitForEvent('download');
  await payment.getByRole('link', { name: /^Invoice of SL-/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^INV-20\d\d-\d{6}\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await payment.getByRole('link', { name: /^Receipt/ }).click();
  await expect(page.getByRole('link', { name: 'Invoice (PDF)' })).toBeVisible();
  await expectAccessible(page);

  await open(admin, '/admin?tab=coupons');
  await expect(row).toContainText('1 of 7');
  await row.getByRole('button', { name: `End ${code}` }).click();
  const ending = admin.getByRole('dialog', { name: 'End this coupon?' });
  await ending.getByLabel('Reason').fill('Enough');
  await ending.getByRole('button', { name: 'End coupon' }).click();
  await expect(row).toContainText('Ended');
  await open(admin, '/admin?tab=payments');
});

test('the staff gives a credit, which its owner sees, and sets a sales tax', async ({ page, otherPage: admin }) => {
  const owner = await createOwner(page);
  await signIn(page, owner);
  await signInAsAdmin(admin);
  await open(admin, `/admin?tab=gift-credits&give=${owner.username}`);
  const dialog = admin.getByRole('dialog', { name: 'Give credits' });
  await expect(dialog.getByLabel('Username')).toHaveValue(owner.username);
  await dialog.getByLabel('Username').fill('nobody-at-all');
  await dialog.getByLabel('Reason').fill('The outage of Sunday');
  await dialog.getByRole('button', { name: 'Give credits' }).click();
  await expect(dialog.getByText('No active account has this username')).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByLabel('Username').fill(owner.username);
  await dialog.getByRole('button', { name: 'Give credits' }).click();
  const row = admin.getByRole('row', { name: new RegExp(owner.username) });
  await expect(row).toContainText('Unused');
  await expectAccessible(admin);

  await open(page, '/account');
  await expect(page.getByRole('heading', { name: 'You have a free Premium Monthly from SoCal Local' })).toBeVisible();
  await open(page, '/checkout?plan=monthly');
  await expect(page.getByRole('main')).toContainText('You have a free month of Premium. Use it instead');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Use it instead' }).click();
  await expect(page).toHaveURL('/account#payments');
  await row.getByRole('button', { name: `Take back from ${owner.username}` }).click();
  const taking = admin.getByRole('dialog', { name: 'Take this credit back?' });
  await taking.getByLabel('Reason').fill('By mistake');
  await taking.getByRole('button', { name: 'Take back' }).click();
  await expect(row).toContainText('Taken back');

  await open(admin, '/admin?tab=taxes');
  await expect(admin.getByText('No sales tax').first()).toBeVisible();
  await admin.getByRole('button', { name: 'Change sales tax' }).click();
  const tax = admin.getByRole('dialog', { name: 'Change sales tax' });
  await tax.getByLabel('Percent').fill('7,75');
  await tax.getByLabel('From').fill('2039-07-01');
  await tax.getByLabel('Reason').fill('Required');
  await tax.getByRole('button', { name: 'Save sales tax' }).click();
  await expect(tax.getByText('Enter a percentage from 0.001 to 30')).toBeVisible();
  await tax.getByLabel('Percent').fill('7.75');
  await tax.getByRole('button', { name: 'Save sales tax' }).click();
  await expect(admin.getByRole('list', { name: 'Coming' })).toContainText('Sales tax 7.75% from July 1, 2039');
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Withdraw Sales tax 7.75%' }).click();
  const withdrawing = admin.getByRole('dialog', { name: 'Withdraw this change?' });
  await withdrawing.getByLabel('Reason').fill('Not yet');
  await withdrawing.getByRole('button', { name: 'Withdraw' }).click();
  await expect(admin.getByRole('list', { name: 'Coming' })).toHaveCount(0);
});
